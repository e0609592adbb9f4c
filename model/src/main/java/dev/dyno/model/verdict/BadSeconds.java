package dev.dyno.model.verdict;

import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.Unit;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.Threshold.MessagesBeyond;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Bad seconds of given steps, in which the percentile of an objective was at its limit or above, and the events that explain
 * them: garbage collections and bursts of writes that are rarer in other seconds. The events are named if bad seconds that have
 * one make up at least half of the time beyond the limit.
 */
final class BadSeconds {

    /** Minimum number of bad seconds to look for their events; with fewer, chance may explain them. */
    private static final int FEW = 3;

    /** Ratio of the share of bad seconds with an event to that of other seconds, from which the event explains them. */
    private static final double MORE_OFTEN = 3;

    /** Ratio of a second's writes to those of the median second, from which they are a burst. */
    private static final double BURST = 5;

    /** Time in s that a sample must share with a second at least, because the two do not begin at the same instant. */
    private static final double SHARED_S = 0.1;

    private final RunEvidence evidence;
    private final Threshold objective;
    private final double limitS;
    private final Column longestNs;
    private final int[] bad;
    private final int[] others;
    private final List<Value> values = new ArrayList<>();

    private BadSeconds(RunEvidence evidence, List<CapacityStep> steps, Threshold objective, MessagesBeyond limit) {
        this.evidence = evidence;
        this.objective = objective;
        limitS = limit.limitNs() / 1e9;
        Optional<LatencySeries> series = Optional.ofNullable(evidence.overTime()
                .latencies()
                .get(limit.latency().orElse(evidence.headline()).tag()));
        longestNs = series.map(LatencySeries::maxNs).orElseGet(() -> Column.of());
        Column judged = series.flatMap(of -> Arrays.stream(Percentile.values())
                        .filter(each -> Math.abs(each.percent() - 100 * (1 - limit.allowedShare())) < 1e-9)
                        .map(of::of)
                        .findFirst())
                .orElseGet(() -> Column.of());
        IntervalSeries intervals = evidence.overTime().intervals();
        int[] counted = IntStream.range(0, judged.size())
                .filter(i -> judged.has(i)
                        && steps.stream()
                                .anyMatch(step -> step.counts(intervals.startS().get(i) * 1e9)))
                .toArray();
        IntPredicate isBad = i -> judged.get(i) >= limit.limitNs();
        bad = Arrays.stream(counted).filter(isBad).toArray();
        others = Arrays.stream(counted).filter(isBad.negate()).toArray();
    }

    /** Value {@code what} and its numbers, for the first objective whose bad seconds events explain; empty without one. */
    static Optional<List<Value>> of(RunEvidence evidence, List<String> objectives, List<CapacityStep> steps) {
        return objectives.stream()
                .map(Threshold::parse)
                .filter(objective -> objective.figure().group().isEmpty())
                .flatMap(objective -> objective.messagesBeyond().stream()
                        .map(limit -> new BadSeconds(evidence, steps, objective, limit).explained()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<List<Value>> explained() {
        if (bad.length < FEW) {
            return Optional.empty();
        }
        double usual = median(ResourceMetric.DISK_WRITE);
        boolean[] found = new boolean[bad.length];
        event("jvm", ResourceSample.BROKER, ResourceMetric.GC_TIME, limitS / 2, found);
        event("own", ResourceSample.WORKER, ResourceMetric.GC_TIME, limitS / 2, found);
        if (event("writes", ResourceSample.HOST, ResourceMetric.DISK_WRITE, BURST * usual, found)) {
            values.add(Value.of("usual", usual, Unit.BYTES_PER_SECOND));
        }
        double explained = IntStream.range(0, bad.length)
                .filter(i -> found[i])
                .mapToDouble(i -> beyondNs(bad[i]))
                .sum();
        if (2 * explained < Arrays.stream(bad).mapToDouble(this::beyondNs).sum()) {
            return Optional.empty();
        }
        values.add(Value.text("what", "capacity-limit.seconds"));
        values.add(Value.count("bad", bad.length));
        values.add(Value.text("objective", objective.toString()));
        return Optional.of(values);
    }

    /** Time in ns by which a second's longest latency exceeds the limit: a longer standstill delays more messages. */
    private double beyondNs(int second) {
        return longestNs.get(second) - 1e9 * limitS;
    }

    /** Adds the number of bad seconds with an event, and marks them; false if none has it, or other seconds have it too often. */
    private boolean event(String name, String subject, ResourceMetric metric, double least, boolean[] found) {
        IntPredicate has = i -> most(subject, metric, i) >= least;
        long withBad = Arrays.stream(bad).filter(has).count();
        double withOthers = Arrays.stream(others).filter(has).count() / Math.max(1.0, others.length);
        if (least <= 0 || withBad == 0 || withBad < MORE_OFTEN * withOthers * bad.length) {
            return false;
        }
        IntStream.range(0, bad.length).filter(i -> has.test(bad[i])).forEach(i -> found[i] = true);
        values.add(Value.count(name, withBad));
        return true;
    }

    /** Largest value of the samples between the start of a second's longest latency and the second's end; 0 without any. */
    private double most(String subject, ResourceMetric metric, int second) {
        IntervalSeries intervals = evidence.overTime().intervals();
        double fromS = intervals.startS().get(second) - longestNs.get(second) / 1e9;
        return evidence.most(subject, metric, fromS, intervals.endS().get(second), SHARED_S);
    }

    private double median(ResourceMetric metric) {
        double[] sorted = IntStream.concat(Arrays.stream(bad), Arrays.stream(others))
                .mapToDouble(i -> most(ResourceSample.HOST, metric, i))
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }
}
