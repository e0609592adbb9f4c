package dev.dyno.report.page;

/** Charts as text: the same data gives the same text, so documents that contain it can be compared. */
public final class ChartSvg {

    private ChartSvg() {}

    /** A complete, self-contained SVG document; light, for paper. */
    public static String of(Chart chart, Size size) {
        Svg svg = new Svg(size.width(), size.height(), chart.title());
        chart.draw(svg, size);
        return svg.end();
    }
}
