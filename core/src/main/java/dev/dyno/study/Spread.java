package dev.dyno.study;

import dev.dyno.figure.Unit;
import java.util.List;

/**
 * What the rounds of a cell gave.
 *
 * @param median of an even number, the mean of the two in the middle; NaN if there are none
 * @param bound whether one of them at least is a lower bound
 */
record Spread(int count, double min, double median, double max, boolean bound) {

    static final Spread NONE = new Spread(0, Double.NaN, Double.NaN, Double.NaN, false);

    static Spread of(List<Double> values, boolean bound) {
        if (values.isEmpty()) {
            return NONE;
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(sorted.size(), sorted.get(0), median, sorted.get(sorted.size() - 1), bound);
    }

    /** The median as people read it: {@code ≥ 2.8 s} where it is a lower bound. */
    String text(Unit unit) {
        return (bound ? "≥ " : "") + unit.text(median);
    }
}
