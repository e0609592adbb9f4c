package dev.dyno.result;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The histograms of the latencies that were measured, in ns, three significant digits.
 *
 * <p>Assumptions and guarantees: built by one thread through {@link #add}, read-only once handed out; merging adds
 * histograms, so nothing is sampled or averaged.
 */
public final class Latencies {

    /** Three digits: 8,250,001 ns comes back within 0.1 %. */
    public static final int SIGNIFICANT_DIGITS = 3;

    private final EnumMap<Latency, Histogram> histograms = new EnumMap<>(Latency.class);

    /** Null until they are asked for. Every report of an interval has them, and each of them reads a histogram. */
    private volatile @Nullable Map<Latency, Percentiles> percentiles;

    /** Adds a histogram's values; does nothing for an empty one, so a latency that was not measured stays absent. */
    public void add(Latency latency, Histogram values) {
        if (values.getTotalCount() > 0) {
            Histogram sum = histograms.get(latency);
            if (sum == null) {
                sum = new Histogram(SIGNIFICANT_DIGITS);
            } else if (twinOf(latency) != null) {
                sum = sum.copy();
            }
            sum.add(values);
            histograms.put(latency, sum);
            percentiles = null;
        }
    }

    /**
     * Adds values that two latencies have had in common; does nothing for an empty histogram. For as long as both have had the
     * same ones only, one histogram is that of both.
     */
    public void addToBoth(Latency one, Latency other, Histogram values) {
        Histogram sum = histograms.get(one);
        if (!isSame(sum, histograms.get(other))) {
            add(one, values);
            add(other, values);
        } else if (values.getTotalCount() > 0) {
            if (sum == null) {
                sum = new Histogram(SIGNIFICANT_DIGITS);
                histograms.put(one, sum);
                histograms.put(other, sum);
            }
            sum.add(values);
            percentiles = null;
        }
    }

    public void add(Latencies other) {
        other.histograms.forEach((latency, values) -> {
            Latency twin = other.twinOf(latency);
            if (twin == null) {
                add(latency, values);
            } else if (latency.compareTo(twin) < 0) {
                addToBoth(latency, twin, values);
            }
        });
    }

    /** The other latency whose histogram is the very same; null if there is none. */
    private @Nullable Latency twinOf(Latency latency) {
        Histogram values = histograms.get(latency);
        for (Map.Entry<Latency, Histogram> other : histograms.entrySet()) {
            if (other.getKey() != latency && isSame(other.getValue(), values)) {
                return other.getKey();
            }
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // Equal ones may differ from now on.
    private static boolean isSame(@Nullable Histogram one, @Nullable Histogram other) {
        return one == other;
    }

    /** The histogram of a latency, if it was measured at least once. */
    public Optional<Histogram> get(Latency latency) {
        return Optional.ofNullable(histograms.get(latency));
    }

    /** What was measured, in the order of {@link Latency}; two that have had the same values may have the same histogram. */
    public Map<Latency, Histogram> asMap() {
        return Collections.unmodifiableMap(histograms);
    }

    /** The usual numbers of what was measured, in the order of {@link Latency}; looked up once. */
    public Map<Latency, Percentiles> percentiles() {
        Map<Latency, Percentiles> known = percentiles;
        if (known == null) {
            EnumMap<Latency, Percentiles> found = new EnumMap<>(Latency.class);
            histograms.forEach((latency, histogram) -> {
                Latency twin = twinOf(latency);
                Percentiles ofTwin = twin == null ? null : found.get(twin);
                found.put(latency, ofTwin == null ? Percentiles.of(histogram) : ofTwin);
            });
            known = Collections.unmodifiableMap(found);
            percentiles = known;
        }
        return known;
    }

    /** The usual numbers of a latency, if it was measured at least once. */
    public Optional<Percentiles> percentiles(Latency latency) {
        return Optional.ofNullable(percentiles().get(latency));
    }

    public boolean isEmpty() {
        return histograms.isEmpty();
    }
}
