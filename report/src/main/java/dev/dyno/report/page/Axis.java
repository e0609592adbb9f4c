package dev.dyno.report.page;

import dev.dyno.model.metric.Unit;

/**
 * What is laid off along one side.
 *
 * @param label may be empty where the unit says enough
 * @param logarithmic values of 0 and below have no place on it then, and are left out
 */
public record Axis(String label, Unit unit, boolean logarithmic) {

    public static Axis linear(String label, Unit unit) {
        return new Axis(label, unit, false);
    }

    public static Axis logarithmic(String label, Unit unit) {
        return new Axis(label, unit, true);
    }
}
