package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Percentile;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Whether enough messages were measured for the percentiles that are reported. */
final class SamplesRule {

    /** Number of samples below which p99.9 means nothing: one in a thousand has occurred fewer than ten times. */
    static final long FEW_SAMPLES = 10_000;

    private SamplesRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        long count = seen.run()
                .latencies()
                .get(seen.headline())
                .map(Histogram::getTotalCount)
                .orElse(0L);
        return seen.run().outcome().success() && count > 0 && count < FEW_SAMPLES
                ? List.of(Finding.suspect(
                        "few-samples",
                        Value.count("messages", count),
                        Value.text("percentile", leastKnown(count)),
                        Value.count("needed", FEW_SAMPLES)))
                : List.of();
    }

    /** The lowest shown percentile with fewer than ten messages above it. */
    private static String leastKnown(long count) {
        return Percentile.JUDGED.stream()
                .filter(percentile -> count * (100 - percentile.percent()) < 1_000)
                .findFirst()
                .orElse(Percentile.P999)
                .title();
    }
}
