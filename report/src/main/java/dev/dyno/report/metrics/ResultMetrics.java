package dev.dyno.report.metrics;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;

/** Metrics known at the end of a run. */
final class ResultMetrics {

    private static final double NS_PER_S = 1e9;
    private static final String LEDGER = "dyno_ledger_messages";
    private static final String LEDGER_HELP = "The account of all messages, once the run has ended.";

    private ResultMetrics() {}

    static void addTo(Families families, RunResult result) {
        families.gauge(
                "dyno_success",
                "1 if the run finished or was stopped in good order, 0 if it failed.",
                result.outcome().success() ? 1 : 0);
        families.gauge("dyno_measured_seconds", "Length of the measured phase.", result.measuredNs() / NS_PER_S);
        families.gauge(
                "dyno_drain_seconds", "From the end of the load to the last delivery.", result.drainNs() / NS_PER_S);
        ledger(families, result);
        result.groups().keySet().forEach(group -> result.group(group)
                .ifPresent(own -> ledger(families.ofGroup(group), own)));
        for (Verdict.Level level : Verdict.Level.values()) {
            families.gauge(
                    "dyno_verdict",
                    "Whether the numbers can be trusted: 1 for the verdict, 0 for the others.",
                    result.verdict().level() == level ? 1 : 0,
                    "level",
                    level.name());
        }
        for (Finding reason : result.verdict().reasons()) {
            families.gauge(
                    "dyno_verdict_reason",
                    "A reason of the verdict; dyno explain CODE says more.",
                    1,
                    "level",
                    reason.level().name(),
                    "code",
                    reason.code(),
                    "sentence",
                    FindingText.FLAGS.of(reason));
        }
    }

    private static void ledger(Families families, RunResult result) {
        Numbers numbers = Numbers.of(result);
        for (Figure figure : Figures.of(Use.LEDGER)) {
            figure.of(numbers)
                    .ifPresent(value -> families.gauge(LEDGER, LEDGER_HELP, value.low(), "account", figure.name()));
        }
    }
}
