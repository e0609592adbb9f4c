package dev.dyno.report.page;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Lines over an x axis, for example time or an axis of a study.
 *
 * @param bands ranges of x behind the lines, for example phases
 * @param marks vertical lines with a label, for example faults
 */
public record LineChart(String title, String note, Axis x, Axis y, List<Line> lines, List<Band> bands, List<Mark> marks)
        implements Chart {

    @Override
    public Stream<Double> ys() {
        return lines.stream().flatMap(line -> line.ys.stream());
    }

    @Override
    public LineChart onScaleOf(List<Double> otherYs) {
        return new LineChart(title, note, x, y.with(otherYs), lines, bands, marks);
    }

    @Override
    public void draw(Svg svg, Size size) {
        ChartLayout frame = new ChartLayout(svg, size);
        boolean isUnlabelled = lines.stream().allMatch(line -> line.label.isEmpty());
        frame.head(
                this,
                lines.stream()
                        // A line without a label is a bound of another line, unless no line has a label.
                        .filter(line -> !line.label.isEmpty() || (isUnlabelled && lines.size() > 1))
                        .map(line -> new ChartLayout.Entry(line.label, Palette.series(line.color), line.stroke))
                        .toList());
        frame.axes(x, lines.stream().flatMap(line -> line.xs.stream()), y, ys(), bands, marks);
        boolean hasPoints = lines.stream().allMatch(line -> line.xs.size() <= Line.FEW);
        lines.forEach(line -> line.draw(svg, frame, hasPoints));
        frame.marks(bands, marks);
    }

    /**
     * One line, interrupted where y is NaN. If all lines of a chart have few points, the points are drawn, too.
     *
     * @param xs rising, unless each point stands alone
     * @param color number of a colour
     */
    public record Line(String label, List<Double> xs, List<Double> ys, int color, Stroke stroke) {

        /** Maximum number of points of a line whose points are drawn: so few belong to an axis of a study, and were measured. */
        private static final int FEW = 40;

        private static final double POINT = 2.5;

        public Line {
            if (xs.size() != ys.size()) {
                throw new IllegalArgumentException(label + ": " + xs.size() + " xs and " + ys.size() + " ys");
            }
        }

        private void draw(Svg svg, ChartLayout frame, boolean hasPoints) {
            double[] across = xs.stream().mapToDouble(frame::across).toArray();
            double[] up = ys.stream().mapToDouble(frame::up).toArray();
            StringBuilder path = new StringBuilder();
            int from = 0;
            for (int to = 0; to <= across.length; to++) {
                if (to == across.length || !Double.isFinite(across[to] + up[to])) {
                    if (to - from > 1) {
                        piece(path, across, up, from, to);
                    } else if (to > from) {
                        svg.circle(across[from], up[from], POINT, Palette.series(color));
                    }
                    from = to + 1;
                }
            }
            if (!path.isEmpty()) {
                svg.path(path.toString(), Palette.series(color), 1.6, stroke.dash());
            }
            for (int i = 0; hasPoints && i < across.length; i++) {
                if (Double.isFinite(across[i] + up[i])) {
                    svg.circle(across[i], up[i], POINT, Palette.series(color));
                }
            }
        }

        /**
         * Adds a piece of the line: of several points in one column of pixels only the first, lowest, highest and last, which looks
         * the same without averaging.
         */
        private static void piece(StringBuilder path, double[] xs, double[] ys, int from, int to) {
            int i = from;
            while (i < to) {
                long column = Math.round(xs[i]);
                TreeSet<Integer> shown = new TreeSet<>(List.of(i));
                int lowest = i;
                int highest = i;
                while (i < to && Math.round(xs[i]) == column) {
                    lowest = ys[i] > ys[lowest] ? i : lowest;
                    highest = ys[i] < ys[highest] ? i : highest;
                    i++;
                }
                shown.addAll(List.of(lowest, highest, i - 1));
                for (int point : shown) {
                    path.append(point == from ? 'M' : 'L')
                            .append(Svg.length(xs[point]))
                            .append(' ')
                            .append(Svg.length(ys[point]));
                }
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
