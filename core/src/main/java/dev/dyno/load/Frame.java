package dev.dyno.load;

import dev.dyno.result.Counts;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One recorder's part of one interval. Guarded by its recorder until it is finished, then owned by the collector. */
@SuppressWarnings("EnumOrdinal") // An array index of the moment, stored nowhere.
final class Frame {

    private static final Latency[] LATENCIES = Latency.values();

    long startNs;
    long endNs;

    long sent;
    long blocked;
    long acknowledged;
    long received;
    long failed;
    long skipped;
    long negative;
    long foreignClock;

    /** By ordinal of {@link Latency}; made when first needed, kept when the frame is used again. */
    private final @Nullable Histogram[] measured = new Histogram[LATENCIES.length];

    private final @Nullable Histogram[] warmup = new Histogram[LATENCIES.length];

    void record(Latency latency, long valueNs, boolean isWarmup) {
        if (valueNs < 0) {
            negative++;
            return;
        }
        @Nullable Histogram[] histograms = isWarmup ? warmup : measured;
        Histogram histogram = histograms[latency.ordinal()];
        if (histogram == null) {
            histogram = create(histograms, latency);
        }
        histogram.recordValue(valueNs);
    }

    private static Histogram create(@Nullable Histogram[] histograms, Latency latency) {
        Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        histograms[latency.ordinal()] = histogram;
        return histogram;
    }

    Counts counts() {
        return new Counts(sent, blocked, acknowledged, received, failed, skipped, negative, foreignClock);
    }

    void addTo(Latencies measuredSum, Latencies warmupSum) {
        for (Latency latency : LATENCIES) {
            addTo(measuredSum, latency, measured[latency.ordinal()]);
            addTo(warmupSum, latency, warmup[latency.ordinal()]);
        }
    }

    private static void addTo(Latencies sum, Latency latency, @Nullable Histogram histogram) {
        if (histogram != null) {
            sum.add(latency, histogram);
        }
    }

    void clear() {
        sent = 0;
        blocked = 0;
        acknowledged = 0;
        received = 0;
        failed = 0;
        skipped = 0;
        negative = 0;
        foreignClock = 0;
        for (int i = 0; i < LATENCIES.length; i++) {
            reset(measured[i]);
            reset(warmup[i]);
        }
    }

    private static void reset(@Nullable Histogram histogram) {
        // A reset clears the whole array of counts: skip it where there is nothing to clear.
        if (histogram != null && histogram.getTotalCount() > 0) {
            histogram.reset();
        }
    }
}
