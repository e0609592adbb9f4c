package dev.dyno.verdict;

import dev.dyno.result.Plural;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Whether enough messages were measured for the percentiles that are reported. */
final class SamplesRule {

    /** Fewer samples than this say nothing about p99.9: one in a thousand has not come ten times. */
    static final long FEW_SAMPLES = 10_000;

    private SamplesRule() {}

    static List<Finding> look(Facts seen) {
        long count = seen.run()
                .latencies()
                .get(seen.headline())
                .map(Histogram::getTotalCount)
                .orElse(0L);
        return seen.run().outcome().success() && count > 0 && count < FEW_SAMPLES
                ? List.of(Finding.suspect(
                        "few-samples",
                        "%s measured: too few for p99.9 and beyond; raise --duration or --rate until" + " they are %,d",
                        Plural.count(count, "message was", "messages were"),
                        FEW_SAMPLES))
                : List.of();
    }
}
