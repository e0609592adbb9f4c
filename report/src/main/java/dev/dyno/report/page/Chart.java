package dev.dyno.report.page;

import java.util.List;
import java.util.stream.Stream;

/** A chart: its data, words and units, and its drawing. */
public sealed interface Chart permits LineChart, BarChart, HeatChart, GridChart {

    String title();

    /** Explanation for reading the chart; may be empty. */
    String note();

    /** Values on the vertical axis; empty for a chart that shares its scale with no other. */
    default Stream<Double> ys() {
        return Stream.empty();
    }

    /** A copy whose vertical scale also includes other values. */
    default Chart onScaleOf(List<Double> otherYs) {
        return this;
    }

    /** Draws the chart on an empty picture. */
    void draw(Svg svg, Size size);

    /**
     * A complete, self-contained SVG document; light, for paper. Equal data gives equal text, so documents that contain it can be
     * compared.
     */
    default String svg(Size size) {
        Svg svg = new Svg(size.width(), size.height(), title());
        draw(svg, size);
        return svg.end();
    }
}
