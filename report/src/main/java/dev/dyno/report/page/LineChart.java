package dev.dyno.report.page;

import java.util.List;

/**
 * Lines over time, over a knob, or over whatever the x axis is.
 *
 * @param bands behind the lines: stretches of x, such as phases
 * @param marks upright lines with a word, such as faults
 */
public record LineChart(String title, String note, Axis x, Axis y, List<Line> lines, List<Band> bands, List<Mark> marks)
        implements Chart {

    public LineChart {
        lines = List.copyOf(lines);
        bands = List.copyOf(bands);
        marks = List.copyOf(marks);
    }

    /**
     * One line. Where y is NaN it is interrupted. A line of few points has its points drawn too.
     *
     * @param xs rising
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

    /** Several of one colour differ by it; and where lines lie on each other, all are seen. */
    public enum Stroke {
        SOLID(""),
        DASHED("6 4"),
        DOTTED("2 3");

        private final String dash;

        Stroke(String dash) {
            this.dash = dash;
        }

        /** Lengths of lines and gaps in pixels, as SVG has it. */
        String dash() {
            return dash;
        }
    }

    /** @param bad whether it is to be seen as something that went wrong */
    public record Band(String label, double from, double to, boolean bad) {}

    public record Mark(String label, double at) {}
}
