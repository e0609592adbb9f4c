package dev.dyno.model.result;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Share of Dyno's own delay in a percentile of a latency. If all own delays were a little shorter, a percentile would fall by the
 * mean cut of the messages at its rank, whatever happened to the others; so those messages are looked at, with their neighbours.
 */
final class OwnDelayShare {

    /** Fewest messages that the share is taken of: a single one says little about its neighbours. */
    static final double LEAST = 10;

    /** Messages on either side of the rank, as a share of those beyond it. */
    static final double NEAR = 0.1;

    private OwnDelayShare() {}

    /**
     * The share.
     *
     * @param ownNs the count of a value is the sum of the own delays of its messages
     * @return from 0 to 1; 0 if all values are 0
     */
    static double at(double percentile, Histogram values, Histogram ownNs) {
        double count = values.getTotalCount();
        double rank = count * percentile / 100;
        double near = Math.max(LEAST / 2, NEAR * (count - rank));
        double to = Math.min(count, rank + near);
        double from = Math.max(0, Math.min(rank - near, to - LEAST));
        double before = 0;
        double latencies = 0;
        double delays = 0;
        for (HistogramIterationValue step : values.recordedValues()) {
            double messages = step.getCountAtValueIteratedTo();
            double looked = Math.min(to, before + messages) - Math.max(from, before);
            if (looked > 0) {
                long value = step.getValueIteratedTo();
                latencies += looked * values.medianEquivalentValue(value);
                // Beyond its range a histogram has the count of its last value.
                delays += value > ownNs.getMaxValue() ? 0 : looked / messages * ownNs.getCountAtValue(value);
            }
            before += messages;
        }
        return latencies == 0 ? 0 : Math.min(1, delays / latencies);
    }
}
