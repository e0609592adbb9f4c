package dev.dyno.report.page;

import dev.dyno.model.result.Unit;
import java.util.List;
import java.util.stream.Stream;

/**
 * Cells on two axes, darker for higher values.
 *
 * @param unit of the values of cells
 */
public record HeatChart(
        String title,
        String note,
        Axis x,
        Axis y,
        Unit unit,
        List<Cell> cells,
        List<LineChart.Band> bands,
        List<LineChart.Mark> marks)
        implements Chart {

    @Override
    public void draw(Svg svg, Size size) {
        ChartLayout frame = new ChartLayout(svg, size);
        double most = cells.stream().mapToDouble(Cell::value).max().orElse(1);
        frame.head(this, List.of());
        ramp(svg, size, unit.text(1), unit.text(Math.rint(most)));
        frame.axes(
                x,
                cells.stream().flatMap(cell -> Stream.of(cell.fromX, cell.toX)),
                y,
                cells.stream().flatMap(cell -> Stream.of(cell.fromY, cell.toY)),
                bands,
                marks);
        for (Cell cell : cells) {
            double left = frame.across(cell.fromX);
            double top = frame.up(cell.toY);
            svg.rectangle(
                    left,
                    top,
                    Math.max(0.5, frame.across(cell.toX) - left),
                    frame.up(cell.fromY) - top,
                    Palette.heat(Math.log1p(cell.value) / Math.log1p(most)));
        }
        frame.marks(bands, marks);
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

    /** @param value above 0; its logarithm determines the shade */
    public record Cell(double fromX, double toX, double fromY, double toY, double value) {}
}
