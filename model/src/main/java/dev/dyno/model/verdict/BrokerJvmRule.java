package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Notes on garbage collections and growing memory of the broker. */
final class BrokerJvmRule {

    /** Share of time in garbage collections above which everything is slower. */
    static final double GC_SHARE = 0.05;

    /** Ratio of the memory in the last quarter of the measured phase to that in the second, up to which it is steady. */
    static final double GROWTH = 1.1;

    static final double GROWTH_BYTES = 16 << 20;
    static final int GROWTH_SAMPLES = 20;

    private BrokerJvmRule() {}

    static List<Finding> evaluate(RunEvidence evidence) {
        List<Finding> findings = new ArrayList<>();
        collections(evidence).ifPresent(findings::add);
        // A restarted broker is another process, whose memory cannot be compared with that of the first.
        evidence.overTime().resources().stream()
                .filter(series -> !evidence.hasRestarted() && series.subject().equals(ResourceSample.BROKER))
                .flatMap(series -> memory(evidence, series).stream())
                .forEach(findings::add);
        return findings;
    }

    private static Optional<Finding> collections(RunEvidence evidence) {
        double seconds = evidence.run().measuredNs() / 1e9;
        return evidence.summary(ResourceSample.BROKER, ResourceMetric.GC_TIME)
                .flatMap(ResourceSummary.Values::total)
                .filter(time -> time > GC_SHARE * seconds)
                .map(time -> Finding.note("broker-gc", Value.percent("share", 100 * time / seconds)));
    }

    /** Note if the broker's memory was still growing in the measured phase. */
    private static Optional<Finding> memory(RunEvidence evidence, ResourceSeries series) {
        long fromNs = evidence.run().warmupNs();
        long toNs = fromNs + evidence.run().measuredNs();
        double[] values = series.get(ResourceMetric.RSS).stream()
                .flatMapToDouble(column -> IntStream.range(0, column.size())
                        .filter(i -> column.has(i)
                                && series.endS().get(i) * 1e9 > fromNs
                                && series.startS().get(i) * 1e9 < toNs)
                        .mapToDouble(column::get))
                .toArray();
        if (values.length < GROWTH_SAMPLES) {
            return Optional.empty();
        }
        int quarter = values.length / 4;
        double second = average(values, quarter, 2 * quarter);
        double fourth = average(values, values.length - quarter, values.length);
        return fourth > GROWTH * second && fourth - second > GROWTH_BYTES
                ? Optional.of(Finding.note(
                        "broker-memory-grew",
                        Value.of("before", second, Unit.BYTES),
                        Value.of("after", fourth, Unit.BYTES)))
                : Optional.empty();
    }

    private static double average(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).sum() / (to - from);
    }
}
