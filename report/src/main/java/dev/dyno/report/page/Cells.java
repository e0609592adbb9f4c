package dev.dyno.report.page;

import java.util.List;
import java.util.stream.Stream;

/** Draws shaded charts: {@link HeatChart} and {@link GridChart}. */
final class Cells {

    /** Class of words on a coloured cell, which keep their colour on a dark page. */
    private static final String ON_COLOR = "class=\"on-color\"";

    private Cells() {}

    static void draw(HeatChart chart, Svg svg, Size size) {
        ChartLayout frame = new ChartLayout(svg, size);
        double most =
                chart.cells().stream().mapToDouble(HeatChart.Cell::value).max().orElse(1);
        frame.head(chart, List.of());
        ramp(svg, size, chart.unit().text(1), chart.unit().text(Math.rint(most)));
        frame.plot(chart.bands(), chart.marks(), chart.x().label());
        Range ys = Range.of(chart.cells().stream().flatMap(c -> Stream.of(c.fromY(), c.toY())), chart.y());
        Range xs = Range.of(
                Stream.concat(
                        chart.cells().stream().flatMap(c -> Stream.of(c.fromX(), c.toX())),
                        chart.bands().stream().map(LineChart.Band::to)),
                chart.x());
        Scale y = Scale.of(chart.y(), ys.min(), ys.max(), frame.ticksUp(), false);
        frame.leftOf(chart.y(), y);
        Scale x = Scale.of(chart.x(), xs.min(), xs.max(), frame.ticksAcross(), true);
        frame.bands(x, chart.bands());
        frame.yAxis(chart.y(), y);
        frame.xAxis(chart.x(), x);
        double scale = Math.log1p(most);
        for (HeatChart.Cell cell : chart.cells()) {
            double left = frame.across(x, cell.fromX());
            double top = frame.up(y, cell.toY());
            svg.rectangle(
                    left,
                    top,
                    Math.max(0.5, frame.across(x, cell.toX()) - left),
                    frame.up(y, cell.fromY()) - top,
                    Palette.heat(Math.log1p(cell.value()) / scale));
        }
        frame.marks(x, chart.bands(), chart.marks());
    }

    /** Draws the legend of the shades at the top right. */
    private static void ramp(Svg svg, Size size, String least, String most) {
        double width = 110;
        double right = size.width() - 24 - Svg.widthOf(most) - 6;
        int steps = 22;
        for (int i = 0; i < steps; i++) {
            svg.rectangle(right - width + i * width / steps, 16, width / steps, 10, Palette.heat(i / (steps - 1.0)));
        }
        svg.words(right - width - 6, 25, Svg.Anchor.END, Palette.MUTED, least);
        svg.words(right + 6, 25, Svg.Anchor.START, Palette.MUTED, most);
    }

    static void draw(GridChart chart, Svg svg, Size size) {
        ChartLayout frame = new ChartLayout(svg, size);
        Range range = Range.of(chart.values().stream().flatMap(List::stream), Axis.linear("", chart.unit()));
        frame.head(chart, List.of());
        frame.plot(List.of(), List.of(), chart.xLabel());
        frame.leftOf(chart.rows(), chart.yLabel());
        double width = (frame.right - frame.left) / Math.max(1, chart.columns().size());
        double height = (frame.bottom - frame.top) / Math.max(1, chart.rows().size());
        for (int row = 0; row < chart.rows().size(); row++) {
            double top = frame.bottom - (row + 1) * height;
            svg.words(
                    frame.left - 8,
                    top + height / 2 + 4,
                    Svg.Anchor.END,
                    Palette.MUTED,
                    chart.rows().get(row));
            for (int column = 0; column < chart.columns().size(); column++) {
                double value = chart.values().get(row).get(column);
                double left = frame.left + column * width;
                if (Double.isNaN(value)) {
                    svg.words(left + width / 2, top + height / 2 + 4, Svg.Anchor.MIDDLE, Palette.MUTED, "\u2013");
                    continue;
                }
                double share = range.max() > range.min() ? (value - range.min()) / (range.max() - range.min()) : 0.5;
                svg.rectangle(left, top, width - 1, height - 1, Palette.heat(share));
                svg.words(
                        left + width / 2,
                        top + height / 2 + 4,
                        Svg.Anchor.MIDDLE,
                        Palette.isDark(share) ? Palette.PAPER : Palette.INK,
                        ON_COLOR,
                        chart.unit().text(value));
            }
        }
        for (int column = 0; column < chart.columns().size(); column++) {
            svg.words(
                    frame.left + (column + 0.5) * width,
                    frame.bottom + 16,
                    Svg.Anchor.MIDDLE,
                    Palette.MUTED,
                    chart.columns().get(column));
        }
        frame.xLabel(chart.xLabel());
    }
}
