package dev.dyno.model.verdict;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.ThresholdAnswer;
import java.util.List;
import java.util.Optional;

/** Judges the conditions by which the run was to fail, {@code --fail-if}. */
public final class ThresholdRule {

    /** Codes of findings that end a run with the exit status of a missed threshold. */
    public static final List<String> MISSED = List.of("threshold-missed", "threshold-unmeasured", "load-aborted");

    public static final String UNDECIDED = "threshold-undecided";
    static final String MET = "threshold-met";

    private ThresholdRule() {}

    public static boolean isOf(Finding finding) {
        return isFailing(finding) || finding.code().equals(MET);
    }

    /** Whether the run does not pass because of the finding. */
    public static boolean isFailing(Finding finding) {
        return MISSED.contains(finding.code()) || finding.code().equals(UNDECIDED);
    }

    static List<Finding> evaluate(RunEvidence evidence) {
        RunResult run = evidence.run();
        List<Threshold> conditions =
                run.configured().failIf().stream().map(Threshold::parse).toList();
        if (conditions.isEmpty()) {
            return List.of();
        }
        Numbers numbers = Numbers.of(run.withVerdict(Marks.of(evidence).on(Verdict.of(List.of()))));
        return conditions.stream().map(condition -> finding(condition, numbers)).toList();
    }

    private static Finding finding(Threshold condition, Numbers numbers) {
        ThresholdAnswer answer = ThresholdAnswer.of(condition.negated(), numbers);
        String code =
                switch (answer.outcome()) {
                    case MET -> MET;
                    case MISSED -> "threshold-missed";
                    case UNDECIDED -> UNDECIDED;
                    case UNMEASURED -> "threshold-unmeasured";
                };
        return Finding.note(code, Value.text("threshold", condition.toString()), Value.text("figure", condition.name()))
                .with(answer.value().map(value -> value(value, condition)))
                .with(per(condition))
                .with(Optional.of(answer.why()).filter(why -> !why.isEmpty()).map(why -> Value.text("why", why)))
                .with(answer.marks().stream()
                        .map(mark -> mark.kind() == FigureMark.Kind.FEW
                                ? "threshold-undecided.few"
                                : "threshold-undecided.cause")
                        .findFirst()
                        .map(help -> Value.text("help", help)));
    }

    /** Text after the value of a rate; empty for other figures. */
    private static Optional<Value> per(Threshold condition) {
        return condition.figure().unit() == Unit.PER_SECOND ? Optional.of(Value.text("per", "/s")) : Optional.empty();
    }

    private static Value value(Figure.Value value, Threshold condition) {
        Unit unit = condition.figure().unit();
        Optional<Double> high = value.isOpen() ? Optional.empty() : Optional.of(value.high());
        return new Value("value", "", Optional.of(unit), value.low(), high);
    }

    /** Finding about a load that was ended because the condition of {@code --abort-if} came to hold. */
    public static Finding aborted(ThresholdAnswer answer, long spanNs, long atNs) {
        Threshold condition = answer.condition().negated();
        return Finding.note(
                        "load-aborted",
                        Value.text("threshold", condition.toString()),
                        Value.text("figure", condition.name()),
                        Value.ns("span", spanNs),
                        Value.of("at", atNs / 1e9, Unit.CLOCK_SECONDS))
                .with(answer.value().map(value -> value(value, condition)))
                .with(per(condition));
    }
}
