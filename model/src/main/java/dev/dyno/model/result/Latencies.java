package dev.dyno.model.result;

import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Histograms of the latencies of messages, in ns, with three significant digits. Each latency has the observed values, and
 * lower bounds of the values that were still open when the run stopped waiting ("unfinished": unsent, unacknowledged,
 * undelivered). Latencies from the intended time also have the part of these values that is Dyno's own delay.
 *
 * <p>Assumptions and guarantees: built by one thread through {@link #add}, read-only once published; merging adds histograms, so
 * nothing is sampled or averaged.
 */
public final class Latencies {

    /** Digits of the histograms: 8,250,001 ns is reproduced within 0.1 %. */
    public static final int SIGNIFICANT_DIGITS = 3;

    private static final Histogram NONE = new Histogram(SIGNIFICANT_DIGITS);

    /** Minimum number of messages over which the share of Dyno's own delay is averaged. */
    private static final double LEAST = 10;

    /** Messages on either side of a rank over which the share is averaged, divided by the number of messages beyond the rank. */
    private static final double NEAR = 0.1;

    private final EnumMap<Latency, Histogram> histograms = new EnumMap<>(Latency.class);
    private final EnumMap<Latency, Histogram> unfinished = new EnumMap<>(Latency.class);
    /** Values of the histograms, cached from the first read to the next change. */
    private final Map<Histogram, RecordedCounts> recorded = Collections.synchronizedMap(new IdentityHashMap<>());

    private final EnumMap<Latency, Histogram> ownDelays = new EnumMap<>(Latency.class);

    /** Cached percentiles, null until needed: every report of an interval reads them, and each costs a pass over a histogram. */
    private volatile @Nullable Map<Latency, Percentiles> percentiles;

    /** Latencies with known percentiles and without histograms; nothing must be added to them. */
    public static Latencies ofPercentiles(Map<Latency, Percentiles> known) {
        Latencies latencies = new Latencies();
        latencies.percentiles = Collections.unmodifiableMap(known);
        return latencies;
    }

    public void add(Latency latency, Histogram values) {
        add(latency, RecordedCounts.of(values));
    }

    /** Adds values; does nothing if there are none, so a latency that was not measured stays absent. */
    public void add(Latency latency, RecordedCounts values) {
        if (values.size() == 0) {
            return;
        }
        Histogram sum = histograms.get(latency);
        if (sum != null && twinOf(latency) != null) {
            sum = sum.copy();
        }
        histograms.put(latency, sumOf(sum, values));
    }

    /** Adds values to a sum, or begins one. A new sum also keeps its values in the form in which they were recorded. */
    private Histogram sumOf(@Nullable Histogram before, RecordedCounts more) {
        Histogram sum = before == null ? new Histogram(SIGNIFICANT_DIGITS) : before;
        more.addTo(sum);
        percentiles = null;
        if (before == null) {
            recorded.put(sum, more);
        } else {
            recorded.remove(sum);
        }
        return sum;
    }

    /**
     * Adds values that belong to two latencies; does nothing if there are none. The two latencies share one histogram as long
     * as all values added to either were added to both.
     */
    public void addToBoth(Latency one, Latency other, RecordedCounts values) {
        Histogram sum = histograms.get(one);
        if (values.size() > 0 && isSame(sum, histograms.get(other))) {
            Histogram both = sumOf(sum, values);
            histograms.put(one, both);
            histograms.put(other, both);
        } else {
            add(one, values);
            add(other, values);
        }
    }

    /** Adds lower bounds of unfinished values; does nothing for an empty histogram. */
    public void addUnfinished(Latency latency, Histogram lowerBounds) {
        if (lowerBounds.getTotalCount() > 0) {
            unfinishedOf(latency).add(lowerBounds);
        }
    }

    /**
     * Adds {@code count} unfinished values with the same lower bound.
     *
     * @param lowerBoundNs at least 0
     */
    public void addUnfinished(Latency latency, long lowerBoundNs, long count) {
        if (count > 0) {
            unfinishedOf(latency).recordValueWithCount(lowerBoundNs, count);
        }
    }

    /**
     * Adds Dyno's own delay in values of a latency; does nothing if there is none.
     *
     * @param nsByValue for each value of the latency, the sum of the own delays, in ns, of the messages with that value, as its
     *     count
     */
    public void addOwnDelay(Latency latency, RecordedCounts nsByValue) {
        if (nsByValue.size() > 0) {
            ownDelays.put(latency, sumOf(ownDelays.get(latency), nsByValue));
        }
    }

    private Histogram unfinishedOf(Latency latency) {
        percentiles = null;
        return unfinished.computeIfAbsent(latency, l -> new Histogram(SIGNIFICANT_DIGITS));
    }

    public void add(Latencies other) {
        other.unfinished.forEach(this::addUnfinished);
        other.ownDelays.forEach((latency, delays) -> addOwnDelay(latency, other.recorded(delays)));
        other.histograms.forEach((latency, values) -> {
            Latency twin = other.twinOf(latency);
            if (twin == null) {
                add(latency, other.recorded(values));
            } else if (latency.compareTo(twin) < 0) {
                addToBoth(latency, twin, other.recorded(values));
            }
        });
    }

    private RecordedCounts recorded(Histogram values) {
        return recorded.computeIfAbsent(values, RecordedCounts::of);
    }

    /** All values of a latency, unfinished ones at their lower bounds; empty if there are none. */
    public Optional<RecordedCounts> recordedLowerEnds(Latency latency) {
        return lowerEnds(latency)
                .map(values -> unfinished.containsKey(latency) ? RecordedCounts.of(values) : recorded(values));
    }

    /** The other latency that shares the histogram; null if there is none. */
    private @Nullable Latency twinOf(Latency latency) {
        Histogram values = histograms.get(latency);
        for (Map.Entry<Latency, Histogram> other : histograms.entrySet()) {
            if (other.getKey() != latency && isSame(other.getValue(), values)) {
                return other.getKey();
            }
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // Compares by identity: histograms that are equal now may differ later.
    private static boolean isSame(@Nullable Histogram one, @Nullable Histogram other) {
        return one == other;
    }

    /** Observed values of a latency, if it has any. */
    public Optional<Histogram> get(Latency latency) {
        return Optional.ofNullable(histograms.get(latency));
    }

    /** Number of observed values of a latency. */
    public long count(Latency latency) {
        return get(latency).map(Histogram::getTotalCount).orElse(0L);
    }

    /** Lower bounds of a latency's unfinished values, if it has any. */
    public Optional<Histogram> unfinished(Latency latency) {
        return Optional.ofNullable(unfinished.get(latency));
    }

    public long unfinishedCount(Latency latency) {
        Histogram bounds = unfinished.get(latency);
        return bounds == null ? 0 : bounds.getTotalCount();
    }

    /** Lower bounds of unfinished values, in the order of {@link Latency}. */
    public Map<Latency, Histogram> unfinishedAsMap() {
        return Collections.unmodifiableMap(unfinished);
    }

    /** Dyno's own delay in the values of latencies, in the form of {@link #addOwnDelay} and the order of {@link Latency}. */
    public Map<Latency, Histogram> ownDelaysAsMap() {
        return Collections.unmodifiableMap(ownDelays);
    }

    /**
     * Share of Dyno's own delay in a percentile of a latency, from 0 to 1, on average over the messages at and around the
     * percentile's rank. Empty if the own delay was not recorded, or is zero in all messages.
     */
    public Optional<Double> ownShare(Latency latency, double percentile) {
        Histogram delays = ownDelays.get(latency);
        return delays == null
                ? Optional.empty()
                : recordedLowerEnds(latency).map(values -> ownShare(percentile, values, delays));
    }

    /** Observed values, in the order of {@link Latency}; two latencies with the same values may share a histogram. */
    public Map<Latency, Histogram> asMap() {
        return Collections.unmodifiableMap(histograms);
    }

    /** Usual percentiles of all values, including unfinished ones, in the order of {@link Latency}; cached. */
    public Map<Latency, Percentiles> percentiles() {
        Map<Latency, Percentiles> known = percentiles;
        if (known == null) {
            EnumMap<Latency, Percentiles> found = new EnumMap<>(Latency.class);
            histograms.forEach((latency, histogram) -> {
                Latency twin = twinOf(latency);
                Percentiles ofTwin = twin == null ? null : found.get(twin);
                found.put(latency, ofTwin == null ? Percentiles.of(recorded(histogram)) : ofTwin);
            });
            unfinished.forEach((latency, bounds) -> {
                Histogram observed = histograms.getOrDefault(latency, NONE);
                found.put(latency, Percentiles.of(observed, bounds));
            });
            known = Collections.unmodifiableMap(found);
            percentiles = known;
        }
        return known;
    }

    /** {@link #percentiles()} by the tags of latencies. */
    public Map<String, Percentiles> percentilesByTag() {
        Map<String, Percentiles> byTag = new LinkedHashMap<>();
        percentiles().forEach((latency, values) -> byTag.put(latency.tag(), values));
        return byTag;
    }

    /** Usual percentiles of a latency, if it has a value. */
    public Optional<Percentiles> percentiles(Latency latency) {
        return Optional.ofNullable(percentiles().get(latency));
    }

    /** Usual percentiles of the observed values of a latency alone. */
    public Percentiles observedPercentiles(Latency latency) {
        boolean all = !unfinished.containsKey(latency);
        Percentiles values = all ? percentiles().get(latency) : null;
        return values == null ? Percentiles.of(histograms.getOrDefault(latency, NONE)) : values;
    }

    /** All values of a latency, unfinished ones at their lower bounds; empty if there are none. */
    public Optional<Histogram> lowerEnds(Latency latency) {
        Histogram bounds = unfinished.get(latency);
        return bounds == null
                ? get(latency)
                : Optional.of(new UnfinishedRanks(histograms.getOrDefault(latency, NONE), bounds).lower);
    }

    /**
     * Share of a latency's values between two limits, in percent: the least and the greatest share that unfinished values
     * allow; empty if there are no values.
     */
    public Optional<double[]> shareBetween(Latency latency, long fromNs, long toNs) {
        Histogram observed = histograms.getOrDefault(latency, NONE);
        Histogram bounds = unfinished.getOrDefault(latency, NONE);
        double hundredth = (observed.getTotalCount() + bounds.getTotalCount()) / 100.0;
        long between = observed.getCountBetweenValues(fromNs, toNs);
        return Optional.of(
                        new double[] {between / hundredth, (between + bounds.getCountBetweenValues(0, toNs)) / hundredth
                        })
                .filter(ends -> hundredth > 0);
    }

    /** Percentile, from 0 to 100, of all values of a latency; empty if there are none. */
    public Optional<LatencyRange> percentile(Latency latency, double percentile) {
        Histogram observed = histograms.get(latency);
        Histogram bounds = unfinished.get(latency);
        if (bounds != null) {
            return Optional.of(new UnfinishedRanks(observed == null ? NONE : observed, bounds).at(percentile));
        }
        return get(latency).map(values -> LatencyRange.exactly(values.getValueAtPercentile(percentile)));
    }

    public boolean isEmpty() {
        return histograms.isEmpty() && unfinished.isEmpty();
    }

    /**
     * Share of Dyno's own delay in a percentile. If all own delays were a little shorter, the percentile would fall by the mean
     * reduction of the messages at its rank, whatever happened to the others. So the share is taken of those messages and their
     * neighbours.
     *
     * @param ownNs the count of a value is the sum of the own delays of the messages with that value
     * @return from 0 to 1; 0 if all values are 0
     */
    private static double ownShare(double percentile, RecordedCounts values, Histogram ownNs) {
        double count = values.total();
        double rank = count * percentile / 100;
        double near = Math.max(LEAST / 2, NEAR * (count - rank));
        double to = Math.min(count, rank + near);
        double from = Math.max(0, Math.min(rank - near, to - LEAST));
        double before = 0;
        double latencies = 0;
        double delays = 0;
        for (int i = 0; i < values.size() && before < to; i++) {
            double messages = values.count(i);
            double looked = Math.min(to, before + messages) - Math.max(from, before);
            if (looked > 0) {
                long value = values.highestNs(i);
                latencies += looked * values.middleNs(i);
                // Beyond its range a histogram returns the count of its last value.
                delays += value > ownNs.getMaxValue() ? 0 : looked / messages * ownNs.getCountAtValue(value);
            }
            before += messages;
        }
        return latencies == 0 ? 0 : Math.min(1, delays / latencies);
    }
}
