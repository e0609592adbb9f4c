package dev.dyno.report.page;

import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;

/** Position of a value on an axis: from {@code min} at 0 to {@code max} at 1. */
record Scale(double min, double max, boolean logarithmic, List<Double> ticks) {

    private static final double[] CLOCK = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400
    };
    private static final double[] NICE = {1, 2, 5, 10};

    /** Tolerance for rounding errors of decimal fractions. */
    private static final double TOLERANCE = 1e-9;

    /**
     * A scale that holds all values and, if it is linear, 0.
     *
     * @param ticks maximum number of ticks, which a scale may exceed by a few
     * @param exact whether a linear scale ends at the outermost values; otherwise it ends at ticks
     */
    static Scale of(Axis axis, double min, double max, int ticks, boolean exact) {
        if (axis.logarithmic()) {
            return logarithmic(axis.unit(), min, max, ticks);
        }
        double low = Double.isFinite(min) ? Math.min(0, min) : 0;
        double high = Double.isFinite(max) && max > low ? max : low + 1;
        double step = step(axis.unit(), (high - low) / Math.max(1, ticks));
        double from = exact ? low : step * Math.floor(low / step + TOLERANCE);
        double to = exact ? high : step * Math.ceil(high / step - TOLERANCE);
        List<Double> at = new ArrayList<>();
        for (long i = (long) Math.ceil(from / step - TOLERANCE); i * step <= to + TOLERANCE * step; i++) {
            at.add(i * step);
        }
        return new Scale(from, to, false, at);
    }

    /** Smallest round step that is at least the given one. */
    private static double step(Unit unit, double least) {
        if (unit == Unit.CLOCK_SECONDS) {
            for (double step : CLOCK) {
                if (step >= least) {
                    return step;
                }
            }
            return CLOCK[CLOCK.length - 1] * Math.ceil(least / CLOCK[CLOCK.length - 1]);
        }
        if ((unit == Unit.BYTES || unit == Unit.BYTES_PER_SECOND) && least >= 1) {
            return Math.pow(2, Math.ceil(Math.log(least) / Math.log(2) - TOLERANCE));
        }
        return nice(unit == Unit.COUNT || unit == Unit.PER_SECOND ? Math.max(1, least) : least, true);
    }

    /** 1, 2 or 5 times a power of ten: the lowest such number that is not below the value, or the highest not above it. */
    private static double nice(double value, boolean up) {
        double decade = Math.pow(10, Math.floor(Math.log10(value) + TOLERANCE));
        double found = up ? 10 : 1;
        for (double factor : NICE) {
            if (up && factor * decade >= value * (1 - TOLERANCE)) {
                found = factor;
                break;
            }
            if (!up && factor * decade <= value * (1 + TOLERANCE)) {
                found = factor;
            }
        }
        return found * decade;
    }

    private static Scale logarithmic(Unit unit, double min, double max, int ticks) {
        double low = min > 0 && Double.isFinite(min) ? min : 1;
        double high = max > low ? max : low * 2;
        if (unit == Unit.SHARE) {
            return new Scale(1, Math.max(10, high), true, shares(Math.max(10, high)));
        }
        double from = nice(low, false);
        double to = nice(high, true);
        int first = (int) Math.floor(Math.log10(from) + TOLERANCE);
        int last = (int) Math.ceil(Math.log10(to) - TOLERANCE);
        boolean between = 3 * (last - first) <= ticks;
        int every = Math.max(1, (last - first + ticks) / Math.max(1, ticks));
        List<Double> at = new ArrayList<>();
        for (int decade = first; decade <= last; decade++) {
            for (double factor : between ? new double[] {1, 2, 5} : new double[] {1}) {
                double tick = factor * Math.pow(10, decade);
                if (Math.floorMod(decade, every) == 0
                        && tick >= from * (1 - TOLERANCE)
                        && tick <= to * (1 + TOLERANCE)) {
                    at.add(tick);
                }
            }
        }
        return new Scale(from, to, true, at);
    }

    private static List<Double> shares(double max) {
        List<Double> at = new ArrayList<>(List.of(1.0, 2.0, 4.0));
        for (double tick = 10; tick <= max * (1 + TOLERANCE); tick *= 10) {
            at.add(tick);
        }
        return at;
    }

    /** @return NaN for a value without a place on the axis */
    double place(double value) {
        if (logarithmic) {
            return value > 0 ? Math.log(value / min) / Math.log(max / min) : Double.NaN;
        }
        return (value - min) / (max - min);
    }
}
