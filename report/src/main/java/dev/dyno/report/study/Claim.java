package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.result.Unit;
import dev.dyno.model.threshold.Threshold.Comparison;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A statement of a study's source, as a condition on figures of its cells: a sum, or a ratio of two sums, compared with a limit.
 *
 * @param says the source's words
 * @param figure the source's figure; may be empty
 * @param holds the condition as text
 * @param above terms of the sum, or of the sum above the fraction line
 * @param below terms of the sum below the fraction line; empty = no ratio
 * @param limit in the unit of the figures, or a ratio
 * @param margin relative difference from the limit that counts as equal; 0 for other comparisons and for counts
 * @param ofFullSize whether the claim is about the full size only, so that the quick size cannot decide it
 */
record Claim(
        String says,
        String figure,
        String holds,
        List<Term> above,
        List<Term> below,
        Comparison comparison,
        double limit,
        double margin,
        boolean ofFullSize) {

    /** @param cell a value of each axis, and the step if there are several */
    record Term(Figure figure, Map<String, String> cell) {

        boolean isOf(Cell one) {
            return cell.entrySet().containsAll(one.values().entrySet());
        }
    }

    Stream<Term> terms() {
        return Stream.concat(above.stream(), below.stream());
    }

    /** Comparison and limit as text. */
    String wanted() {
        return holds.replaceFirst("^.* (?=[<>=]=? )", "");
    }

    Unit unit() {
        return below.isEmpty() ? above.get(0).figure.unit() : Unit.NUMBER;
    }

    /** Whether the claim is decided by the share of rounds that meet it: it is about a count, like lost messages. */
    boolean isOfCounts() {
        return below.isEmpty()
                && above.stream().allMatch(term -> term.figure.unit() == Unit.COUNT && term.figure.is(Use.WHOLE));
    }

    /** Lower end of the values that the claim allows. */
    double least() {
        return switch (comparison) {
            case LESS, AT_MOST -> Double.NEGATIVE_INFINITY;
            case MORE, AT_LEAST -> limit;
            case EQUAL, OTHER -> limit / (1 + margin);
        };
    }

    /** Upper end of the values that the claim allows. */
    double most() {
        return switch (comparison) {
            case LESS, AT_MOST -> limit;
            case MORE, AT_LEAST -> Double.POSITIVE_INFINITY;
            case EQUAL, OTHER -> limit * (1 + margin);
        };
    }
}
