package dev.dyno.model.threshold;

import dev.dyno.model.metric.Figure.Value;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Answer of a run, or of a part of its seconds, to a condition that has to hold. If the figure is known only as a range, because
 * messages were unfinished, the end of the range that speaks against the condition counts. A figure with a mark answers only if
 * the mark cannot change the answer.
 *
 * @param value of the figure; empty if it was not measured
 * @param marks of an undecided figure
 */
public record ThresholdAnswer(Threshold condition, Outcome outcome, Optional<Value> value, List<FigureMark> marks) {

    /** Whether the condition holds. */
    public enum Outcome {
        MET,
        MISSED,
        /** The mark of the figure can change the answer. */
        UNDECIDED,
        UNMEASURED
    }

    /** Marks of an undecided figure, for a sentence. */
    public String why() {
        return marks.stream().map(FigureMark::text).collect(Collectors.joining(", and "));
    }

    public static ThresholdAnswer of(Threshold condition, Numbers numbers) {
        Optional<Value> value = condition.figure().of(numbers);
        return value.map(measured -> of(condition, numbers, measured))
                .orElseGet(() -> new ThresholdAnswer(condition, Outcome.UNMEASURED, value, List.of()));
    }

    private static ThresholdAnswer of(Threshold condition, Numbers numbers, Value value) {
        FigureDoubt doubt = FigureDoubt.of(condition.figure(), numbers, against(condition, value));
        boolean low = condition.isMetBy(doubt.low());
        boolean high = condition.isMetBy(doubt.high());
        Outcome outcome = low != high ? Outcome.UNDECIDED : low ? Outcome.MET : Outcome.MISSED;
        List<FigureMark> why = outcome == Outcome.UNDECIDED ? doubt.marks() : List.of();
        return new ThresholdAnswer(condition, outcome, Optional.of(value), why);
    }

    /** The end of a value that speaks against the condition. */
    private static double against(Threshold condition, Value value) {
        return condition.isMetBy(value.high()) ? value.low() : value.high();
    }
}
