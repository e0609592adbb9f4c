package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Unit;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.Threshold.Comparison;
import dev.dyno.model.threshold.ThresholdAnswer;
import dev.dyno.model.threshold.ThresholdAnswer.Outcome;
import dev.dyno.report.compare.GateCheck.Result;
import dev.dyno.report.store.RunSummary;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Check of a condition that must hold in no run. */
final class ThresholdCheck {

    private ThresholdCheck() {}

    private record Answered(RunSummary run, ThresholdAnswer answer) {

        /** Order of results from passed to failed. */
        int rank() {
            return List.of(Outcome.MET, Outcome.UNDECIDED, Outcome.UNMEASURED, Outcome.MISSED)
                    .indexOf(answer.outcome());
        }

        double distance() {
            boolean floor = answer.condition().comparison() == Comparison.MORE
                    || answer.condition().comparison() == Comparison.AT_LEAST;
            return answer.value()
                    .map(value -> floor ? -value.low() : value.high())
                    .orElse(0.0);
        }
    }

    /**
     * @param condition condition that must hold in no run
     * @param latency latency of the percentiles, if the condition names none
     */
    static GateCheck of(Threshold condition, Side run, Latency latency) {
        Threshold wanted = condition.negated();
        Answered worst = run.runs().stream()
                .map(one -> new Answered(
                        one, ThresholdAnswer.of(wanted, one.numbers(wanted.figure(), numbers -> numbers.by(latency)))))
                .max(Comparator.comparingInt(Answered::rank).thenComparingDouble(Answered::distance))
                .orElseThrow();
        ThresholdAnswer answer = worst.answer;
        Optional<String> value = answer.value().map(found -> text(found, wanted));
        String which = run.runs().size() == 1 ? "" : " in " + worst.run.result().shortId();
        String was = value.map(text -> condition.name() + " was " + text + " "
                        + wanted.figure().unit().inTables())
                .orElse(condition.name() + " was not measured");
        return new GateCheck(
                condition.toString(),
                wanted.figure().unit(),
                "must not hold",
                Optional.empty(),
                value.map(text -> run.sign(wanted.figure(), latency) + text),
                Optional.empty(),
                answer.outcome() == Outcome.MET
                        ? Result.PASSED
                        : answer.outcome() == Outcome.UNDECIDED ? Result.UNDECIDED : Result.MISSED,
                condition + ": " + was.strip() + which
                        + switch (answer.outcome()) {
                            case MET, MISSED -> ".";
                            case UNDECIDED -> ". Undecided: " + answer.why() + ".";
                            case UNMEASURED -> "; leave the condition out, or measure it.";
                        });
    }

    private static String text(Figure.Value value, Threshold condition) {
        Unit unit = condition.figure().unit();
        String low = text(value.low(), unit);
        return value.isExact() ? low : value.isOpen() ? "≥ " + low : low + "–" + text(value.high(), unit);
    }

    private static String text(double value, Unit unit) {
        return unit == Unit.COUNT ? unit.text(value) : NumberText.value(unit.inTables(value));
    }
}
