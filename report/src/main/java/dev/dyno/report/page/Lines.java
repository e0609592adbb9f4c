package dev.dyno.report.page;

import java.util.List;
import java.util.stream.Stream;

/** Draws a {@link LineChart}. */
final class Lines {

    /** Number of points up to which each is drawn: such a line is over a knob, and each point was measured. */
    private static final int FEW = 40;

    private static final double POINT = 2.5;

    private Lines() {}

    static void draw(LineChart chart, Svg svg, Size size) {
        ChartLayout frame = new ChartLayout(svg, size);
        List<LineChart.Line> lines = chart.lines();
        boolean isUnlabelled = lines.stream().allMatch(line -> line.label().isEmpty());
        frame.head(
                chart,
                lines.stream()
                        .map(line -> new ChartLayout.Entry(line.label(), Palette.series(line.color()), line.stroke()))
                        // Bounds of another line have no label.
                        .filter(entry -> !entry.label().isEmpty() || (isUnlabelled && lines.size() > 1))
                        .toList());
        frame.plot(chart.bands(), chart.marks(), chart.x().label());
        Range ys = Range.of(chart.ys(), chart.y());
        Scale y = Scale.of(chart.y(), ys.min(), ys.max(), frame.ticksUp(), false);
        Range xs = Range.of(
                Stream.concat(
                        lines.stream().flatMap(line -> line.xs().stream()),
                        chart.bands().stream().map(LineChart.Band::to)),
                chart.x());
        frame.leftOf(chart.y(), y);
        Scale x = Scale.of(chart.x(), xs.min(), xs.max(), frame.ticksAcross(), true);
        frame.bands(x, chart.bands());
        frame.yAxis(chart.y(), y);
        frame.xAxis(chart.x(), x);
        for (LineChart.Line line : lines) {
            new Pen(svg, frame, x, y, line).draw();
        }
        frame.marks(x, chart.bands(), chart.marks());
    }

    /** Draws one line. */
    private static final class Pen {

        private final Svg svg;
        private final LineChart.Line line;
        private final String color;
        private final double[] xs;
        private final double[] ys;
        private final StringBuilder path = new StringBuilder();

        Pen(Svg svg, ChartLayout frame, Scale x, Scale y, LineChart.Line line) {
            this.svg = svg;
            this.line = line;
            color = Palette.series(line.color());
            xs = line.xs().stream().mapToDouble(v -> frame.across(x, v)).toArray();
            ys = line.ys().stream().mapToDouble(v -> frame.up(y, v)).toArray();
        }

        void draw() {
            int from = 0;
            while (from < xs.length) {
                int to = from;
                while (to < xs.length && isDrawn(to)) {
                    to++;
                }
                if (to == from + 1) {
                    svg.circle(xs[from], ys[from], POINT, color);
                } else if (to > from) {
                    piece(from, to);
                }
                from = to + 1;
            }
            if (!path.isEmpty()) {
                svg.path(path.toString(), color, 1.6, line.stroke().dash());
            }
            if (xs.length <= FEW) {
                for (int i = 0; i < xs.length; i++) {
                    if (isDrawn(i)) {
                        svg.circle(xs[i], ys[i], POINT, color);
                    }
                }
            }
        }

        private boolean isDrawn(int index) {
            return Double.isFinite(xs[index]) && Double.isFinite(ys[index]);
        }

        /**
         * Draws a piece of the line: of several points in one column of pixels only the first, lowest, highest and last, which
         * looks the same without averaging.
         */
        private void piece(int from, int to) {
            char command = 'M';
            int i = from;
            while (i < to) {
                long column = Math.round(xs[i]);
                int lowest = i;
                int highest = i;
                int first = i;
                while (i < to && Math.round(xs[i]) == column) {
                    lowest = ys[i] > ys[lowest] ? i : lowest;
                    highest = ys[i] < ys[highest] ? i : highest;
                    i++;
                }
                int last = i - 1;
                point(command, first);
                command = 'L';
                int one = Math.min(lowest, highest);
                int other = Math.max(lowest, highest);
                if (one > first && one < last) {
                    point(command, one);
                }
                if (other > one && other > first && other < last) {
                    point(command, other);
                }
                if (last > first) {
                    point(command, last);
                }
            }
        }

        private void point(char command, int index) {
            path.append(command).append(Svg.length(xs[index])).append(' ').append(Svg.length(ys[index]));
        }
    }
}
