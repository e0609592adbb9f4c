package dev.dyno.report.page;

import java.util.ArrayList;
import java.util.List;

/** Draws a {@link BarChart}. */
final class Columns {

    /** Filled share of a group's width. */
    private static final double FILLED = 0.8;

    private Columns() {}

    static void draw(BarChart chart, Svg svg, Size size) {
        ChartLayout frame = new ChartLayout(svg, size);
        List<ChartLayout.Entry> legend = new ArrayList<>();
        for (int i = 0; i < chart.series().size(); i++) {
            legend.add(new ChartLayout.Entry(chart.series().get(i).label(), Palette.series(i), LineChart.Stroke.SOLID));
        }
        frame.head(chart, chart.series().size() > 1 ? legend : List.of());
        frame.plot(List.of(), List.of(), "");
        // Names that have no room beside each other are turned by 60 degrees.
        double longest = chart.groups().stream().mapToDouble(Svg::widthOf).max().orElse(0);
        boolean isTurned = longest * chart.groups().size() > FILLED * size.width();
        frame.bottom -= isTurned ? Math.min(longest * Math.sin(Math.PI / 3), size.height() / 3.0) : 0;
        Range range = Range.of(chart.ys(), chart.y());
        // Half of the lowest value, so that its bar can be seen on a logarithmic axis.
        Scale y = Scale.of(chart.y(), range.min() / 2, range.max(), frame.ticksUp(), false);
        frame.leftOf(chart.y(), y);
        frame.yAxis(chart.y(), y);
        double group = (frame.right - frame.left) / Math.max(1, chart.groups().size());
        double bar = FILLED * group / Math.max(1, chart.series().size());
        for (int g = 0; g < chart.groups().size(); g++) {
            double middle = frame.left + (g + 0.5) * group;
            double under = frame.bottom + (isTurned ? 12 : 16);
            svg.words(
                    middle,
                    under,
                    isTurned ? Svg.Anchor.END : Svg.Anchor.MIDDLE,
                    Palette.MUTED,
                    isTurned ? "transform=\"rotate(-60 " + Math.round(middle) + " " + Math.round(under) + ")\"" : "",
                    chart.groups().get(g));
            for (int s = 0; s < chart.series().size(); s++) {
                BarChart.Bar value = chart.series().get(s).bars().get(g);
                if (!Double.isFinite(frame.up(y, value.value()))) {
                    continue;
                }
                double left = middle - FILLED * group / 2 + s * bar;
                double top = frame.up(y, value.value());
                svg.rectangle(left, top, bar, frame.bottom - top, Palette.series(s));
                interval(svg, left + bar / 2, frame.up(y, value.low()), frame.up(y, value.high()));
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
}
