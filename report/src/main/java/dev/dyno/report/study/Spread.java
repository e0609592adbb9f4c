package dev.dyno.report.study;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Unit;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The values of a measure in the rounds of a cell. A value known only as an interval counts with both ends, so a median is an
 * interval, too, unless both ends have an equal median.
 *
 * @param min lowest of the low ends
 * @param median median of the low ends; with an even number of them the mean of the two in the middle; NaN without values
 * @param max highest of the low ends
 * @param medianAtMost median of the high ends; infinite if there is none
 * @param maxAtMost highest of the high ends; infinite if one value has none
 */
record Spread(int count, double min, double median, double max, double medianAtMost, double maxAtMost) {

    static final Spread NONE = new Spread(0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /**
     * Spread of values given by their low and high ends.
     *
     * @param highs infinite if there is no high end; as many as the low ends
     */
    static Spread of(List<Double> lows, List<Double> highs) {
        if (lows.isEmpty()) {
            return NONE;
        }
        double[] low = ascending(lows);
        double[] high = ascending(highs);
        return new Spread(
                low.length,
                low[0],
                Column.median(low),
                low[low.length - 1],
                Column.median(high),
                high[high.length - 1]);
    }

    private static double[] ascending(List<Double> values) {
        return values.stream().flatMapToDouble(DoubleStream::of).sorted().toArray();
    }

    /** The median for users: {@code 2.8 s}, {@code ≥ 2.8 s} or {@code 1.1–2.8 s}. */
    String text(Unit unit) {
        return range(unit, median, medianAtMost);
    }

    /**
     * The median like {@link #text}, followed by the lowest and highest value if the rounds differ: {@code 2 s (1 s – ≥ 3 s)}.
     */
    String textWithEnds(Unit unit) {
        String least = unit.text(min);
        String greatest = Double.isInfinite(maxAtMost) ? range(unit, max, maxAtMost) : unit.text(maxAtMost);
        boolean alike = least.equals(unit.text(max)) && text(unit).equals(range(unit, max, maxAtMost));
        return count == 1 || alike ? text(unit) : text(unit) + " (" + least + " \u2013 " + greatest + ")";
    }

    private static String range(Unit unit, double low, double high) {
        String from = unit.text(low);
        if (low == high) {
            return from;
        }
        if (Double.isInfinite(high)) {
            return "\u2265 " + from;
        }
        String to = unit.text(high);
        String name = to.substring(to.lastIndexOf(' ') + 1);
        boolean oneUnit = to.contains(" ") && from.endsWith(" " + name);
        return (oneUnit ? from.substring(0, from.length() - name.length() - 1) : from) + "\u2013" + to;
    }
}
