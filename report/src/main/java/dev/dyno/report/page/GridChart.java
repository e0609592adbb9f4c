package dev.dyno.report.page;

import dev.dyno.model.result.Unit;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * A value for each pair of values of two axes of a study, written in its cell and shaded from the lowest to the highest.
 *
 * @param columns values of the horizontal axis, from left to right
 * @param rows values of the vertical axis, from bottom to top
 * @param values values by row, then by column; NaN if there is none
 */
public record GridChart(
        String title,
        String note,
        String xLabel,
        String yLabel,
        List<String> columns,
        List<String> rows,
        Unit unit,
        List<List<Double>> values)
        implements Chart {

    /** Class of words on a coloured cell; they keep their colour on a dark page. */
    private static final String ON_COLOR = "class=\"on-color\"";

    @Override
    public void draw(Svg svg, Size size) {
        ChartLayout frame = new ChartLayout(svg, size);
        DoubleSummaryStatistics range =
                Axis.linear("", unit).placed(values.stream().flatMap(List::stream));
        frame.head(this, List.of());
        frame.plot(List.of(), List.of(), xLabel);
        frame.leftOf(rows, yLabel);
        double width = (frame.right - frame.left) / Math.max(1, columns.size());
        double height = (frame.bottom - frame.top) / Math.max(1, rows.size());
        for (int row = 0; row < rows.size(); row++) {
            double top = frame.bottom - (row + 1) * height;
            double middle = top + height / 2 + 4;
            svg.words(frame.left - 8, middle, Svg.Anchor.END, Palette.MUTED, rows.get(row));
            for (int column = 0; column < columns.size(); column++) {
                double value = values.get(row).get(column);
                double left = frame.left + column * width;
                if (Double.isNaN(value)) {
                    svg.words(left + width / 2, middle, Svg.Anchor.MIDDLE, Palette.MUTED, "\u2013");
                    continue;
                }
                double span = range.getMax() - range.getMin();
                double share = span > 0 ? (value - range.getMin()) / span : 0.5;
                svg.rectangle(left, top, width - 1, height - 1, Palette.heat(share));
                svg.words(
                        left + width / 2,
                        middle,
                        Svg.Anchor.MIDDLE,
                        Palette.isDark(share) ? Palette.PAPER : Palette.INK,
                        ON_COLOR,
                        unit.text(value));
            }
        }
        for (int column = 0; column < columns.size(); column++) {
            double middle = frame.left + (column + 0.5) * width;
            svg.words(middle, frame.bottom + 16, Svg.Anchor.MIDDLE, Palette.MUTED, columns.get(column));
        }
        frame.xLabel(xLabel);
    }
}
