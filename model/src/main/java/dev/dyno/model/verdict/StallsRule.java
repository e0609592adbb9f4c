package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.DISK_FULL_PERCENT;
import static dev.dyno.model.verdict.RunEvidence.FULL;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Note on stalls: a few bad seconds, the percentile that they determine, and other events of these seconds as causes. */
final class StallsRule {

    /** Ratio of a percentile without the stalled seconds to the whole one, below which the stalls determine it. */
    private static final double MADE_BY = 0.5;

    /** Ratio of the longest stall to the shortest up to which stalls count as equally long. */
    private static final double ALIKE = 1.25;

    /** Maximum number of stalls whose instants a sentence names; of more it names none, because they would not be read. */
    private static final int MAX_INSTANTS = 6;

    private StallsRule() {}

    static List<Finding> evaluate(RunEvidence evidence) {
        Latency headline = evidence.headline();
        Optional<Histogram> whole = evidence.latency(headline);
        Stalls found = evidence.stalls();
        if (found.stalls().isEmpty()) {
            return List.of();
        }
        List<Value> values = new ArrayList<>();
        long[] others = others(evidence, headline, found);
        Optional<Percentile> made = Arrays.stream(Percentile.values())
                .filter(percentile -> percentile != Percentile.P50)
                .filter(percentile -> {
                    double rest = percentile(others, percentile.percent());
                    return rest > 0 && rest < MADE_BY * whole.orElseThrow().getValueAtPercentile(percentile.percent());
                })
                .findFirst();
        values.add(Value.text("percentile", made.map(Percentile::title).orElse("maximum")));
        values.add(Value.text("latency", headline.title()));
        values.add(evidence.percentile(
                "value", headline, made.map(Percentile::percent).orElse(100.0)));
        if (made.isEmpty() && found.leftBehind()) {
            values.add(Value.text("since", "stalls.unanswered"));
        }
        Stalls main = found.main();
        describe(main, values);
        int shorter = found.stalls().size() - main.stalls().size();
        if (shorter > 0) {
            values.add(Value.count("shorter", shorter));
        }
        made.ifPresent(percentile -> values.add(Value.ns("without", percentile(others, percentile.percent()))));
        values.addAll(causes(evidence, main));
        return List.of(Finding.note("stalls").with(values));
    }

    /** Number of latencies in each bucket of the {@link HeatMap}, in the seconds after the warm-up that have no stall. */
    private static long[] others(RunEvidence evidence, Latency headline, Stalls found) {
        List<int[]> columns = evidence.overTime().heat().getOrDefault(headline, List.of());
        return HeatMap.sum(IntStream.range(0, columns.size())
                .filter(i -> evidence.overTime().intervals().phaseOf(i) != Interval.Phase.WARMUP
                        && !found.stalled().contains(i))
                .mapToObj(columns::get)
                .toList());
    }

    private static void describe(Stalls found, List<Value> values) {
        values.add(Value.count("stalls", found.stalls().size()));
        values.add(
                found.longestNs() <= ALIKE * found.shortestNs()
                        ? Value.ns("length", found.medianNs())
                        : Value.between("length", found.shortestNs(), found.longestNs(), Unit.NANOSECONDS));
        if (found.periodS().isPresent()) {
            values.add(Value.ns("period", 1e9 * tenths(found.periodS().get())));
        } else if (found.stalls().size() <= MAX_INSTANTS) {
            found.stalls().forEach(stall -> values.add(Value.of("at", tenths(stall.fromS()), Unit.CLOCK_SECONDS)));
        }
    }

    private static double tenths(double seconds) {
        return Math.rint(seconds * 10) / 10;
    }

    private static double percentile(long[] counts, double percentile) {
        long total = Arrays.stream(counts).sum();
        long rank = (long) Math.ceil(percentile / 100 * total);
        long evidence = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            evidence += counts[bucket];
            if (evidence >= rank && total > 0) {
                return HeatMap.upperNs(bucket);
            }
        }
        return 0;
    }

    /** Values that name the causes, each with the number of its stalls. */
    private static List<Value> causes(RunEvidence evidence, Stalls found) {
        Map<String, Integer> causes = new LinkedHashMap<>();
        for (Stalls.Stall stall : found.stalls()) {
            causeOf(evidence, stall).ifPresent(cause -> causes.merge(cause, 1, Integer::sum));
        }
        List<Value> values = new ArrayList<>();
        values.add(Value.text("which", found.stalls().size() == 1 ? "stalls.one" : "stalls.some"));
        causes.forEach(
                (cause, stalls) -> values.add(Value.count("cause", stalls).with(cause)));
        if (causes.isEmpty()) {
            values.add(Value.text("cause", "stalls.unknown"));
            evidence.profile().ifPresent(values::add);
        }
        if (causes.containsKey("stalls.disk")) {
            evidence.unpersisted("stalls.persistent").ifPresent(values::add);
        }
        return values;
    }

    private static Optional<String> causeOf(RunEvidence evidence, Stalls.Stall stall) {
        double fromNs = stall.fromS() * 1e9 - stall.lengthNs();
        if (evidence.run().faults().stream().anyMatch(f -> f.beganNs() >= fromNs && f.beganNs() <= stall.toS() * 1e9)) {
            return Optional.of("stalls.fault");
        }
        double half = stall.lengthNs() / 2 / 1e9;
        if (Math.max(
                        evidence.most(ResourceSample.BROKER, ResourceMetric.GC_TIME, stall),
                        evidence.most(ResourceSample.BROKER, ResourceMetric.STOPPED, stall))
                >= half) {
            return Optional.of("stalls.broker-jvm");
        }
        if (evidence.most(ResourceSample.WORKER, ResourceMetric.GC_TIME, stall) >= half) {
            return Optional.of("stalls.generator-jvm");
        }
        if (evidence.hasFullDisk(stall) && !isMostly(evidence, ResourceMetric.DISK_BUSY, DISK_FULL_PERCENT)) {
            return Optional.of("stalls.disk");
        }
        return Optional.of("stalls.processors")
                .filter(cause -> evidence.hasFullProcessors(stall)
                        && !isMostly(evidence, ResourceMetric.CPU, FULL * evidence.hostProcessors()));
    }

    /** Whether the mean of a metric of the host is {@code full} or more, which does not explain a single second. */
    private static boolean isMostly(RunEvidence evidence, ResourceMetric metric, double full) {
        return evidence.mean(ResourceSample.HOST, metric).orElse(0.0) >= full;
    }
}
