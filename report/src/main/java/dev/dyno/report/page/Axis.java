package dev.dyno.report.page;

import dev.dyno.model.result.Unit;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/**
 * Axis of a chart.
 *
 * @param label may be empty if the unit is sufficient
 * @param logarithmic whether its scale is logarithmic; values of 0 and below are then left out
 * @param others further values that the scale includes: those of other charts with a common scale
 */
public record Axis(String label, Unit unit, boolean logarithmic, List<Double> others) {

    public Axis(String label, Unit unit, boolean logarithmic) {
        this(label, unit, logarithmic, List.of());
    }

    Axis with(List<Double> otherValues) {
        return new Axis(label, unit, logarithmic, otherValues);
    }

    /** Statistics of the values that have a place on the axis; minimum and maximum are infinite if there are none. */
    DoubleSummaryStatistics placed(Stream<Double> values) {
        return Stream.concat(values, others.stream())
                .mapToDouble(v -> v)
                .filter(v -> Double.isFinite(v) && (!logarithmic || v > 0))
                .summaryStatistics();
    }

    public static Axis linear(String label, Unit unit) {
        return new Axis(label, unit, false);
    }

    public static Axis logarithmic(String label, Unit unit) {
        return new Axis(label, unit, true);
    }
}
