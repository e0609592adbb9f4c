package dev.dyno.model.verdict;

import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Percentile;
import java.util.List;
import java.util.stream.Stream;

/** Whether enough messages were measured for the usual percentiles; higher ones have marks. */
final class SamplesRule {

    /** Messages that make p90 known. */
    static final long NEEDED = 100;

    private SamplesRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        long count = seen.run().latencies().count(seen.headline());
        return seen.run().outcome().success() && count > 0
                ? Stream.of(Percentile.P50, Percentile.P90)
                        .filter(percentile ->
                                FigureMark.few(count, percentile.percent()).isPresent())
                        .limit(1)
                        .map(percentile -> Finding.suspect(
                                "few-samples",
                                Value.count("messages", count),
                                Value.text("percentile", percentile.title()),
                                Value.count("needed", NEEDED)))
                        .toList()
                : List.of();
    }
}
