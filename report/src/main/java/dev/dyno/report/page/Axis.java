package dev.dyno.report.page;

import dev.dyno.model.result.Unit;
import java.util.List;

/**
 * Axis of a chart.
 *
 * @param label may be empty if the unit is sufficient
 * @param logarithmic whether its scale is logarithmic; values of 0 and below are then left out
 * @param others values beside those of the chart that its scale has room for: those of charts with the same scale
 */
public record Axis(String label, Unit unit, boolean logarithmic, List<Double> others) {

    public Axis {
        others = List.copyOf(others);
    }

    public Axis(String label, Unit unit, boolean logarithmic) {
        this(label, unit, logarithmic, List.of());
    }

    Axis with(List<Double> otherValues) {
        return new Axis(label, unit, logarithmic, otherValues);
    }

    public static Axis linear(String label, Unit unit) {
        return new Axis(label, unit, false);
    }

    public static Axis logarithmic(String label, Unit unit) {
        return new Axis(label, unit, true);
    }
}
