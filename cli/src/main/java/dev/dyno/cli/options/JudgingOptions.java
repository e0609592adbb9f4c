package dev.dyno.cli.options;

import dev.dyno.app.compare.FigureShares;
import dev.dyno.app.plan.Problems;
import dev.dyno.model.result.Latency;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of all commands that compare runs. */
public final class JudgingOptions {

    @Option(
            names = "--confidence",
            paramLabel = "PERCENT",
            description = "Confidence level: in this share of comparisons all calls are right. Default: 95%%.")
    private Optional<String> confidence = Optional.empty();

    @Option(
            names = "--latency",
            paramLabel = "NAME",
            description =
                    "The latency that the percentiles are of, like end-to-end or response. Default: end-to-end, or"
                            + " response where nobody receives.")
    private Optional<String> latency = Optional.empty();

    /** Confidence of all verdicts together, at least 0.5 and less than 1. */
    public double confidence(Problems problems) {
        return FigureShares.confidence("--confidence", confidence, problems);
    }

    /** Requested latency; empty = end-to-end, or response if nobody receives. */
    public Optional<Latency> latency(Problems problems) {
        return latency.map(text ->
                problems.choice("--latency", text.strip().toLowerCase(Locale.ROOT), Latency.class, Latency.END_TO_END));
    }
}
