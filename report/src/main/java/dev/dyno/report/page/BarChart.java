package dev.dyno.report.page;

import java.util.List;
import java.util.stream.Stream;

/**
 * Bars in groups: a group for each compared thing, with a bar of each series.
 *
 * @param groups their names, from left to right
 * @param y begins at 0, if it is logarithmic below the lowest value
 */
public record BarChart(String title, String note, List<String> groups, Axis y, List<Bars> series) implements Chart {

    public BarChart {
        groups = List.copyOf(groups);
        series = List.copyOf(series);
    }

    @Override
    public Stream<Double> ys() {
        return series.stream()
                .flatMap(bars -> bars.bars.stream())
                .flatMap(bar -> Stream.of(bar.value, bar.low, bar.high));
    }

    @Override
    public BarChart onScaleOf(List<Double> otherYs) {
        return new BarChart(title, note, groups, y.with(otherYs), series);
    }

    /** Bars of one colour, one for each group. */
    public record Bars(String label, List<Bar> bars) {

        public Bars {
            bars = List.copyOf(bars);
        }
    }

    /**
     * One bar, with an interval drawn over it.
     *
     * @param value 0 or more; NaN if there is none
     * @param low NaN without an interval
     */
    public record Bar(double value, double low, double high) {

        public static Bar of(double value) {
            return new Bar(value, Double.NaN, Double.NaN);
        }
    }
}
