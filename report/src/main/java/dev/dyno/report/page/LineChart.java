package dev.dyno.report.page;

import java.util.List;
import java.util.stream.Stream;

/**
 * Lines over an x axis, for example time or a knob.
 *
 * @param bands ranges of x behind the lines, for example phases
 * @param marks upright lines with a word, for example faults
 */
public record LineChart(String title, String note, Axis x, Axis y, List<Line> lines, List<Band> bands, List<Mark> marks)
        implements Chart {

    public LineChart {
        lines = List.copyOf(lines);
        bands = List.copyOf(bands);
        marks = List.copyOf(marks);
    }

    @Override
    public Stream<Double> ys() {
        return lines.stream().flatMap(line -> line.ys.stream());
    }

    @Override
    public LineChart onScaleOf(List<Double> otherYs) {
        return new LineChart(title, note, x, y.with(otherYs), lines, bands, marks);
    }

    /**
     * One line, interrupted where y is NaN. If it has few points, they are drawn, too.
     *
     * @param xs rising, unless each point stands alone
     * @param color number of a colour
     */
    public record Line(String label, List<Double> xs, List<Double> ys, int color, Stroke stroke) {

        public Line {
            xs = List.copyOf(xs);
            ys = List.copyOf(ys);
            if (xs.size() != ys.size()) {
                throw new IllegalArgumentException(label + ": " + xs.size() + " xs and " + ys.size() + " ys");
            }
        }
    }

    /** Stroke of a line: distinguishes lines of one colour, and shows lines that coincide. */
    public enum Stroke {
        SOLID(""),
        DASHED("6 4"),
        DOTTED("2 3");

        private final String dash;

        Stroke(String dash) {
            this.dash = dash;
        }

        /** Lengths of dashes and gaps in pixels, in the notation of SVG. */
        String dash() {
            return dash;
        }
    }

    /** @param bad whether it is shown as a failure */
    public record Band(String label, double from, double to, boolean bad) {}

    public record Mark(String label, double at) {}
}
