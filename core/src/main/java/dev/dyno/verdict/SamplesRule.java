package dev.dyno.verdict;

import java.util.List;
import org.HdrHistogram.Histogram;

/** Whether enough messages were measured for the percentiles that are reported. */
final class SamplesRule {

    /** Fewer samples than this say nothing about the 99.9th percentile: one in a thousand has not come ten times. */
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
                        "%,d messages were measured: too few for the 99.9th percentile and beyond; raise --duration or --rate until"
                                + " they are %,d",
                        count,
                        FEW_SAMPLES))
                : List.of();
    }
}
