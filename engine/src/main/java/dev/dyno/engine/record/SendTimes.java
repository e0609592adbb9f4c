package dev.dyno.engine.record;

import java.util.Arrays;

/**
 * When some of a producer's messages were intended and sent, by ascending sequence, in ns from the start of the load. A message
 * between two of them was sent no later than the second.
 *
 * @param sequences of the messages
 * @param intendedNs when each was intended
 * @param sentNs when each was handed over
 */
public record SendTimes(long[] sequences, long[] intendedNs, long[] sentNs) {

    public static final SendTimes NONE = new SendTimes(new long[0], new long[0], new long[0]);

    /** When a message was intended at the latest, or that time if nothing is known of it. */
    public long latestIntendedNs(long sequence, long otherwiseNs) {
        return at(intendedNs, sequence, otherwiseNs);
    }

    /** When a message was handed over at the latest, or that time if nothing is known of it. */
    public long latestSentNs(long sequence, long otherwiseNs) {
        return at(sentNs, sequence, otherwiseNs);
    }

    private long at(long[] times, long sequence, long otherwiseNs) {
        int found = Arrays.binarySearch(sequences, sequence);
        int place = found < 0 ? -found - 1 : found;
        return place < times.length ? times[place] : otherwiseNs;
    }
}
