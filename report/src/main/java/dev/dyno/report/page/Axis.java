package dev.dyno.report.page;

import dev.dyno.model.result.Unit;

/**
 * Axis of a chart.
 *
 * @param label may be empty if the unit is sufficient
 * @param logarithmic whether its scale is logarithmic; values of 0 and below are then left out
 */
public record Axis(String label, Unit unit, boolean logarithmic) {

    public static Axis linear(String label, Unit unit) {
        return new Axis(label, unit, false);
    }

    public static Axis logarithmic(String label, Unit unit) {
        return new Axis(label, unit, true);
    }
}
