package dev.dyno.load;

import java.util.Arrays;

/**
 * When a producer's messages were intended and sent, in memory that does not grow with their number: the times of one message in
 * each stretch of time. A later message of a producer is never sent before an earlier one, so the next that is remembered says
 * when a message was sent at the latest.
 *
 * <p>Assumptions and guarantees: one thread at a time. Allocates only when it grows, up to {@value #MOST} messages.
 */
final class SendTimesLog {

    /** Then every second one is forgotten, and the stretches become twice as long. */
    private static final int MOST = 1024;

    private static final long FIRST_STRETCH_NS = 1_000_000;

    private long[] sequences = new long[16];
    private long[] intendedNs = new long[16];
    private long[] sentNs = new long[16];
    private int size;

    private long stretchNs = FIRST_STRETCH_NS;
    private long nextNs = Long.MIN_VALUE;
    private long lastSequence = -1;
    private long lastIntendedNs;
    private long lastSentNs;

    /** A message is about to be handed over, perhaps once more. */
    void note(long sequence, long intended, long sent) {
        lastSequence = sequence;
        lastIntendedNs = intended;
        lastSentNs = sent;
        if (sent >= nextNs) {
            remember(sequence, intended, sent);
        }
    }

    private void remember(long sequence, long intended, long sent) {
        if (size > 0 && sequences[size - 1] == sequence) {
            size--;
        }
        if (size == MOST) {
            forgetEverySecond();
        }
        if (size == sequences.length) {
            sequences = Arrays.copyOf(sequences, 2 * size);
            intendedNs = Arrays.copyOf(intendedNs, 2 * size);
            sentNs = Arrays.copyOf(sentNs, 2 * size);
        }
        sequences[size] = sequence;
        intendedNs[size] = intended;
        sentNs[size++] = sent;
        nextNs = sent + stretchNs;
    }

    private void forgetEverySecond() {
        size /= 2;
        for (int i = 0; i < size; i++) {
            sequences[i] = sequences[2 * i + 1];
            intendedNs[i] = intendedNs[2 * i + 1];
            sentNs[i] = sentNs[2 * i + 1];
        }
        stretchNs *= 2;
    }

    /** What is remembered, and the last message, as times from the start of the load. */
    SendTimes since(long startNs) {
        if (lastSequence >= 0) {
            remember(lastSequence, lastIntendedNs, lastSentNs);
        }
        return new SendTimes(Arrays.copyOf(sequences, size), offsets(intendedNs, startNs), offsets(sentNs, startNs));
    }

    private long[] offsets(long[] times, long startNs) {
        return Arrays.stream(times, 0, size).map(ns -> ns - startNs).toArray();
    }
}
