package dev.dyno.report.page;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/**
 * Bars in groups: a group for each compared thing, with a bar of each series.
 *
 * @param x name of the property that the groups are values of; may be empty
 * @param groups names of the groups, from left to right
 * @param y vertical axis; begins at 0 or, if it is logarithmic, below the lowest value
 */
public record BarChart(String title, String note, String x, List<String> groups, Axis y, List<Bars> series)
        implements Chart {

    /** Filled share of a group's width. */
    private static final double FILLED = 0.8;

    @Override
    public Stream<Double> ys() {
        return series.stream()
                .flatMap(bars -> bars.bars.stream())
                .flatMap(bar -> Stream.of(bar.value, bar.low, bar.high));
    }

    @Override
    public BarChart onScaleOf(List<Double> otherYs) {
        return new BarChart(title, note, x, groups, y.with(otherYs), series);
    }

    @Override
    public void draw(Svg svg, Size size) {
        ChartLayout frame = new ChartLayout(svg, size);
        List<ChartLayout.Entry> legend = new ArrayList<>();
        for (int i = 0; i < series.size(); i++) {
            legend.add(new ChartLayout.Entry(series.get(i).label, Palette.series(i), LineChart.Stroke.SOLID));
        }
        frame.head(this, series.size() > 1 ? legend : List.of());
        frame.plot(List.of(), List.of(), x);
        frame.xLabel(x);
        // Names that have no room beside each other are turned by 60 degrees.
        double longest = groups.stream().mapToDouble(Svg::widthOf).max().orElse(0);
        boolean isTurned = longest * groups.size() > FILLED * size.width();
        frame.bottom -= isTurned ? Math.min(longest * Math.sin(Math.PI / 3), size.height() / 3.0) : 0;
        DoubleSummaryStatistics range = y.placed(ys());
        // A logarithmic axis begins at half of the lowest value, so that the bar of this value can be seen.
        frame.scaleUp(y, range.getMin() / 2, range.getMax());
        frame.yAxis(y);
        double group = (frame.right - frame.left) / Math.max(1, groups.size());
        double bar = FILLED * group / Math.max(1, series.size());
        for (int g = 0; g < groups.size(); g++) {
            double middle = frame.left + (g + 0.5) * group;
            double under = frame.bottom + (isTurned ? 12 : 16);
            svg.words(
                    middle,
                    under,
                    isTurned ? Svg.Anchor.END : Svg.Anchor.MIDDLE,
                    Palette.MUTED,
                    isTurned ? "transform=\"rotate(-60 " + Math.round(middle) + " " + Math.round(under) + ")\"" : "",
                    groups.get(g));
            for (int s = 0; s < series.size(); s++) {
                Bar value = series.get(s).bars.get(g);
                double top = frame.up(value.value);
                double left = middle - FILLED * group / 2 + s * bar;
                if (Double.isFinite(top)) {
                    svg.rectangle(left, top, bar, frame.bottom - top, Palette.series(s));
                    interval(svg, left + bar / 2, frame.up(value.low), frame.up(value.high));
                } else if (Double.isNaN(value.value)) {
                    svg.words(left + bar / 2, frame.bottom - 4, Svg.Anchor.MIDDLE, Palette.MUTED, "–");
                }
            }
        }
        svg.line(frame.left, frame.bottom, frame.right, frame.bottom, Palette.AXIS, 1, "");
    }

    private static void interval(Svg svg, double x, double low, double high) {
        if (Double.isFinite(low) && Double.isFinite(high)) {
            svg.line(x, low, x, high, Palette.INK, 1.2, "");
            svg.line(x - 4, low, x + 4, low, Palette.INK, 1.2, "");
            svg.line(x - 4, high, x + 4, high, Palette.INK, 1.2, "");
        }
    }

    /** Bars of one colour, one for each group. */
    public record Bars(String label, List<Bar> bars) {}

    /**
     * One bar, with an interval drawn over it.
     *
     * @param value 0 or more; NaN if there is none
     * @param low lower end of the interval; NaN without one
     */
    public record Bar(double value, double low, double high) {

        public static Bar of(double value) {
            return new Bar(value, Double.NaN, Double.NaN);
        }
    }
}
