package dev.dyno.report.page;

import dev.dyno.report.console.Wrap;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/** Everything around the data: title, legend, axes, bands and marks; and the area that is left for the data. */
final class ChartLayout {

    /** A line of the legend. */
    record Entry(String label, String color, LineChart.Stroke stroke) {}

    private static final double MARGIN = 16;
    private static final double ROW = 18;
    private static final double TITLE_ROW = 20;
    /** Width of letters relative to those of 11 pixels: the title is larger and bold, the note slightly larger. */
    private static final double TITLE_WIDTH = 1.57;

    private static final double NOTE_WIDTH = 1.09;
    private static final double MARK_ROW = 14;
    private static final double TICK = 30;
    private static final double WIDE_TICK = 90;
    private static final double SWATCH = 20;
    private static final int MARK_ROWS = 3;
    private static final int FEW_MARKS = 4;

    private final Svg svg;
    private final Size size;
    private double cursor;
    private Scale x = new Scale(0, 1, false, List.of());
    private Scale y = x;
    double left;
    double right;
    double top;
    double bottom;

    ChartLayout(Svg svg, Size size) {
        this.svg = svg;
        this.size = size;
        right = size.width() - MARGIN - 8;
    }

    void head(Chart chart, List<Entry> legend) {
        cursor = 34 - TITLE_ROW;
        for (String line : broken(chart.title(), TITLE_WIDTH)) {
            cursor += TITLE_ROW;
            svg.words(MARGIN, cursor - 8, Svg.Anchor.START, Palette.INK, "font-size=\"16\" font-weight=\"bold\"", line);
        }
        if (!chart.note().isEmpty()) {
            for (String line : broken(chart.note(), NOTE_WIDTH)) {
                cursor += ROW;
                svg.words(MARGIN, cursor - 6, Svg.Anchor.START, Palette.MUTED, "font-size=\"12\"", line);
            }
        }
        double place = MARGIN;
        cursor += legend.isEmpty() ? 0 : ROW;
        for (Entry entry : legend) {
            double width = SWATCH + 6 + Svg.widthOf(entry.label) + 14;
            if (place > MARGIN && place + width > right) {
                place = MARGIN;
                cursor += ROW;
            }
            svg.line(place, cursor - 8, place + SWATCH, cursor - 8, entry.color, 3, entry.stroke.dash());
            svg.words(place + SWATCH + 6, cursor - 4, Svg.Anchor.START, Palette.INK, entry.label);
            place += width;
        }
    }

    /**
     * A text broken into lines that fit.
     *
     * @param wider width of its letters relative to those of 11 pixels
     */
    private List<String> broken(String text, double wider) {
        return Wrap.lines("", "", text, (int) ((right - MARGIN) / (wider * Svg.widthOf(" "))));
    }

    /** Reserves the area of the data, with the words of bands and marks above it. */
    void plot(List<LineChart.Band> bands, List<LineChart.Mark> marks, String xLabel) {
        boolean words = bands.stream().anyMatch(band -> !band.label().isEmpty());
        int rows = marks.size() > FEW_MARKS ? MARK_ROWS : !marks.isEmpty() ? 2 : words ? 1 : 0;
        top = cursor + 10 + rows * MARK_ROW;
        bottom = size.height() - MARGIN - 14 - (xLabel.isEmpty() ? 0 : ROW);
        left = MARGIN;
    }

    /** Draws both axes with the bands behind them, and so reserves the area of the data. */
    void axes(
            Axis xAxis,
            Stream<Double> xs,
            Axis yAxis,
            Stream<Double> ys,
            List<LineChart.Band> bands,
            List<LineChart.Mark> marks) {
        plot(bands, marks, xAxis.label());
        DoubleSummaryStatistics up = yAxis.placed(ys);
        scaleUp(yAxis, up.getMin(), up.getMax());
        DoubleSummaryStatistics across =
                xAxis.placed(Stream.concat(xs, bands.stream().map(LineChart.Band::to)));
        int ticks = Math.max(2, (int) ((right - left) / WIDE_TICK));
        x = Scale.of(xAxis, across.getMin(), across.getMax(), ticks, true);
        bands(bands);
        yAxis(yAxis);
        xAxis(xAxis);
    }

    /** Chooses the vertical scale, and reserves the room for its words. */
    void scaleUp(Axis axis, double min, double max) {
        y = Scale.of(axis, min, max, Math.max(2, (int) ((bottom - top) / TICK)), false);
        leftOf(y.ticks().stream().map(axis.unit()::text).toList(), axis.label());
    }

    /** Reserves the room for words at the left, and draws the label there. */
    void leftOf(List<String> words, String label) {
        double widest = words.stream().mapToDouble(Svg::widthOf).max().orElse(0);
        left = MARGIN + (label.isEmpty() ? 0 : ROW) + Math.ceil(widest) + 8;
        if (!label.isEmpty()) {
            double middle = (top + bottom) / 2;
            String turned = "transform=\"rotate(-90 " + Svg.length(MARGIN + 8) + " " + Svg.length(middle) + ")\"";
            svg.words(MARGIN + 8, middle, Svg.Anchor.MIDDLE, Palette.MUTED, turned, label);
        }
    }

    void yAxis(Axis axis) {
        for (double tick : y.ticks()) {
            double at = up(tick);
            svg.line(left, at, right, at, tick == 0 ? Palette.AXIS : Palette.GRID, 1, "");
            svg.words(
                    left - 8, at + 4, Svg.Anchor.END, Palette.MUTED, axis.unit().text(tick));
        }
    }

    private void xAxis(Axis axis) {
        double end = Double.NEGATIVE_INFINITY;
        for (double tick : x.ticks()) {
            double at = across(tick);
            String words = axis.unit().text(tick);
            double half = Svg.widthOf(words) / 2;
            svg.line(at, top, at, bottom, Palette.GRID, 1, "");
            if (at - half > end + 4) {
                svg.words(at, bottom + 16, Svg.Anchor.MIDDLE, Palette.MUTED, words);
                end = at + half;
            }
        }
        svg.line(left, bottom, right, bottom, Palette.AXIS, 1, "");
        xLabel(axis.label());
    }

    void xLabel(String label) {
        if (!label.isEmpty()) {
            svg.words((left + right) / 2, bottom + 16 + ROW, Svg.Anchor.MIDDLE, Palette.MUTED, label);
        }
    }

    /** Draws bands, before the data. */
    private void bands(List<LineChart.Band> bands) {
        for (LineChart.Band band : bands) {
            double from = Math.max(left, across(band.from()));
            double to = Math.min(right, across(band.to()));
            if (to > from) {
                svg.rectangle(from, top, to - from, bottom - top, band.bad() ? Palette.BAD_BAND : Palette.BAND);
            }
        }
    }

    /** Draws the words of bands and marks and the lines of marks, after the data. Words without room are left out. */
    void marks(List<LineChart.Band> bands, List<LineChart.Mark> marks) {
        List<Double> ends = new ArrayList<>();
        for (LineChart.Band band : bands) {
            double from = Math.max(left, across(band.from()));
            double to = Math.min(right, across(band.to()));
            if (!band.label().isEmpty() && to - from > Svg.widthOf(band.label())) {
                word(ends, from, band.label(), Palette.MUTED);
            }
        }
        for (LineChart.Mark mark : marks) {
            double at = across(mark.at());
            if (at >= left && at <= right) {
                svg.line(at, top, at, bottom, Palette.FAULT, 1, "4 3");
                word(ends, at, mark.label(), Palette.FAULT);
            }
        }
    }

    private void word(List<Double> ends, double at, String word, String color) {
        double width = Svg.widthOf(word);
        int row = 0;
        while (row < ends.size() && ends.get(row) + 6 > at) {
            row++;
        }
        if (row >= MARK_ROWS || at + width > size.width()) {
            return;
        }
        if (row == ends.size()) {
            ends.add(at + width);
        } else {
            ends.set(row, at + width);
        }
        svg.words(at + 2, top - 4 - row * MARK_ROW, Svg.Anchor.START, color, "", word);
    }

    double across(double value) {
        return left + x.place(value) * (right - left);
    }

    double up(double value) {
        return bottom - y.place(value) * (bottom - top);
    }
}
