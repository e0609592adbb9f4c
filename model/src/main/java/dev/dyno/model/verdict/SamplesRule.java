package dev.dyno.model.verdict;

import dev.dyno.model.result.Plural;
import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/** Whether enough messages were measured for the percentiles that are reported. */
final class SamplesRule {

    /** Number of samples below which p99.9 means nothing: one in a thousand has occurred fewer than ten times. */
    static final long FEW_SAMPLES = 10_000;

    private SamplesRule() {}

    static List<Finding> look(RunEvidence seen) {
        long count = seen.run()
                .latencies()
                .get(seen.headline())
                .map(Histogram::getTotalCount)
                .orElse(0L);
        return seen.run().outcome().success() && count > 0 && count < FEW_SAMPLES
                ? List.of(Finding.suspect(
                        "few-samples",
                        "%s measured: too few for %s and beyond; raise --duration, --rate or --message-count until they"
                                + " are %,d",
                        Plural.count(count, "message was", "messages were"),
                        NumberText.percentileName(leastKnown(count)),
                        FEW_SAMPLES))
                : List.of();
    }

    /** The lowest shown percentile with fewer than ten messages above it. */
    private static double leastKnown(long count) {
        return DoubleStream.of(50, 90, 99, 99.9)
                .filter(percentile -> count * (100 - percentile) < 1_000)
                .findFirst()
                .orElse(99.9);
    }
}
