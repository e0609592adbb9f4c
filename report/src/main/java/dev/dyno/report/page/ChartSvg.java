package dev.dyno.report.page;

/** Charts as text: the same data gives the same text, so documents that contain it can be compared. */
public final class ChartSvg {

    private ChartSvg() {}

    /** A complete, self-contained SVG document; light, for paper. */
    public static String of(Chart chart, Size size) {
        Svg svg = new Svg(size.width(), size.height(), chart.title());
        if (chart instanceof LineChart lines) {
            Lines.draw(lines, svg, size);
        } else if (chart instanceof BarChart bars) {
            Columns.draw(bars, svg, size);
        } else if (chart instanceof HeatChart heat) {
            Cells.draw(heat, svg, size);
        } else if (chart instanceof GridChart grid) {
            Cells.draw(grid, svg, size);
        }
        return svg.end();
    }
}
