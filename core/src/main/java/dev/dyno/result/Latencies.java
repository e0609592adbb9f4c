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
            histograms
                    .computeIfAbsent(latency, l -> new Histogram(SIGNIFICANT_DIGITS))
                    .add(values);
            percentiles = null;
        }
    }

    public void add(Latencies other) {
        other.histograms.forEach(this::add);
    }

    /** The histogram of a latency, if it was measured at least once. */
    public Optional<Histogram> get(Latency latency) {
        return Optional.ofNullable(histograms.get(latency));
    }

    /** What was measured, in the order of {@link Latency}. */
    public Map<Latency, Histogram> asMap() {
        return Collections.unmodifiableMap(histograms);
    }

    /** The usual numbers of what was measured, in the order of {@link Latency}; looked up once. */
    public Map<Latency, Percentiles> percentiles() {
        Map<Latency, Percentiles> known = percentiles;
        if (known == null) {
            EnumMap<Latency, Percentiles> found = new EnumMap<>(Latency.class);
            histograms.forEach((latency, histogram) -> found.put(latency, Percentiles.of(histogram)));
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
