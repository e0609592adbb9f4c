package dev.dyno.model.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * Messages of other programs that consumers received. They have no envelope of Dyno, so the number of sent messages is unknown
 * and losses cannot be judged.
 *
 * @param messages number, including the warm-up
 * @param bytes size of their bodies
 * @param timed of these messages, the ones with a timestamp, from which their {@link Latency#BY_TIMESTAMP} counts
 * @param timestamps names of these timestamps and who sets them, each a part of a sentence
 */
public record ForeignMessages(long messages, long bytes, long timed, List<String> timestamps) {

    public ForeignMessages {
        timestamps = List.copyOf(timestamps);
    }

    public ForeignMessages plus(ForeignMessages other) {
        return new ForeignMessages(
                messages + other.messages,
                bytes + other.bytes,
                timed + other.timed,
                Stream.concat(timestamps.stream(), other.timestamps.stream())
                        .distinct()
                        .sorted()
                        .toList());
    }

    /** Mean size of a body, in bytes. */
    public double meanBytes() {
        return messages == 0 ? 0 : (double) bytes / messages;
    }
}
