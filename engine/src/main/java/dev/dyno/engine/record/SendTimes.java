package dev.dyno.engine.record;

import java.util.Arrays;

/**
 * Intended and sent times of some of a producer's messages, by ascending sequence, in ns from the start of the load. A message
 * between two listed ones was sent no later than the second of them.
 *
 * @param sequences of the messages
 * @param intendedNs intended time of each
 * @param sentNs time at which each was handed over
 */
public record SendTimes(long[] sequences, long[] intendedNs, long[] sentNs) {

    public static final SendTimes NONE = new SendTimes(new long[0], new long[0], new long[0]);

    /** Latest possible intended time of a message; {@code otherwiseNs} if nothing is known. */
    public long latestIntendedNs(long sequence, long otherwiseNs) {
        return at(intendedNs, sequence, otherwiseNs);
    }

    /** Latest possible time at which a message was handed over; {@code otherwiseNs} if nothing is known. */
    public long latestSentNs(long sequence, long otherwiseNs) {
        return at(sentNs, sequence, otherwiseNs);
    }

    private long at(long[] times, long sequence, long otherwiseNs) {
        int found = Arrays.binarySearch(sequences, sequence);
        int place = found < 0 ? -found - 1 : found;
        return place < times.length ? times[place] : otherwiseNs;
    }
}
