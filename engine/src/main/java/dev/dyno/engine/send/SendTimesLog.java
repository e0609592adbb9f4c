package dev.dyno.engine.send;

import dev.dyno.engine.record.SendTimes;
import java.util.Arrays;

/**
 * Log of the intended and sent times of a producer's messages, in memory that does not grow with their number: it keeps the times
 * of the last message in each stretch of time. A producer never sends a later message before an earlier one, so the next
 * remembered message gives the latest time at which a message can have been sent. That time is less than two stretches too late,
 * even if a time without messages follows.
 *
 * <p>Assumptions and guarantees: one thread at a time. Allocates only when it grows, up to {@value #MOST} messages.
 */
final class SendTimesLog {

    /** Maximum number of remembered messages. Before another, stretches are doubled until at most half of them are left. */
    private static final int MOST = 1024;

    private static final long FIRST_STRETCH_NS = 1_000_000;

    private long[] sequences = new long[16];
    private long[] intendedNs = new long[16];
    private long[] sentNs = new long[16];
    private int size;

    private long stretchNs = FIRST_STRETCH_NS;
    /** Time at which the first message of the present stretch was sent. */
    private long firstNs;

    private long lastSequence = -1;
    private long lastIntendedNs;
    private long lastSentNs;

    /** Notes a message about to be handed over, possibly for the second time. */
    void note(long sequence, long intended, long sent) {
        if (lastSequence < 0) {
            firstNs = sent;
        } else if (sent - firstNs >= stretchNs) {
            rememberLast();
            firstNs = sent;
        }
        lastSequence = sequence;
        lastIntendedNs = intended;
        lastSentNs = sent;
    }

    private void rememberLast() {
        if (size > 0 && sequences[size - 1] == lastSequence) {
            size--;
        }
        if (size == MOST) {
            forget();
        }
        if (size == sequences.length) {
            sequences = Arrays.copyOf(sequences, 2 * size);
            intendedNs = Arrays.copyOf(intendedNs, 2 * size);
            sentNs = Arrays.copyOf(sentNs, 2 * size);
        }
        sequences[size] = lastSequence;
        intendedNs[size] = lastIntendedNs;
        sentNs[size++] = lastSentNs;
    }

    /** Doubles the stretch, and keeps only the last message of each new stretch. */
    private void forget() {
        while (size > MOST / 2) {
            stretchNs *= 2;
            int kept = 0;
            long from = sentNs[0];
            for (int i = 0; i < size; i++) {
                if (i + 1 == size || sentNs[i + 1] - from >= stretchNs) {
                    sequences[kept] = sequences[i];
                    intendedNs[kept] = intendedNs[i];
                    sentNs[kept++] = sentNs[i];
                    from = i + 1 < size ? sentNs[i + 1] : from;
                }
            }
            size = kept;
        }
    }

    /** The remembered messages and the last one, as times from the start of the load. */
    SendTimes since(long startNs) {
        if (lastSequence >= 0) {
            rememberLast();
        }
        return new SendTimes(Arrays.copyOf(sequences, size), offsets(intendedNs, startNs), offsets(sentNs, startNs));
    }

    private long[] offsets(long[] times, long startNs) {
        return Arrays.stream(times, 0, size).map(ns -> ns - startNs).toArray();
    }
}
