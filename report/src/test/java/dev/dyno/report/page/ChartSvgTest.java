package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.result.Unit;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ChartSvgTest {

    /** The data has the place from (37, 44) to (376, 170) if the greatest tick has two digits. */
    private static final Size SMALL = new Size(400, 200);

    private static final Axis NUMBERS = Axis.linear("", Unit.NUMBER);

    static LineChart.Line line(List<Double> xs, List<Double> ys) {
        return new LineChart.Line("", xs, ys, 0, LineChart.Stroke.SOLID);
    }

    private static LineChart chart(Axis y, LineChart.Line... lines) {
        return new LineChart("T", "", NUMBERS, y, List.of(lines), List.of(), List.of());
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<String> paths(String svg, String stroke) {
        List<String> paths = new ArrayList<>();
        Matcher path = Pattern.compile("<path d=\"([^\"]*)\" fill=\"none\" stroke=\"" + stroke)
                .matcher(svg);
        while (path.find()) {
            paths.add(path.group(1));
        }
        return paths;
    }

    @Test
    void lineIsWhereItsNumbersAre() {
        String svg = chart(NUMBERS, line(List.of(0.0, 5.0, 10.0), List.of(0.0, 10.0, 5.0)))
                .svg(SMALL);

        assertThat(paths(svg, Palette.series(0))).containsExactly("M37 170L206.5 44L376 107");
        assertThat(svg)
                .contains("<text x=\"29\" y=\"48\" text-anchor=\"end\" fill=\"#59626d\">10</text>")
                .contains("<text x=\"206.5\" y=\"186\" text-anchor=\"middle\" fill=\"#59626d\">5</text>")
                .contains("<circle cx=\"206.5\" cy=\"44\" r=\"2.5\"");
    }

    @Test
    void logarithmicLineIsStraightWhereItGrowsByTheSameFactor() {
        String svg = chart(
                        Axis.logarithmic("", Unit.NUMBER),
                        line(List.of(0.0, 1.0, 2.0, 3.0), List.of(1.0, 10.0, 0.0, 100.0)))
                .svg(SMALL);

        // The 0 has no place; the label 100 is a digit wider.
        assertThat(paths(svg, Palette.series(0))).containsExactly("M43 170L154 107");
        assertThat(svg).contains("<circle cx=\"376\" cy=\"44\" r=\"2.5\"");
    }

    @Test
    void lineIsInterruptedWhereANumberIsMissing() {
        String svg = chart(NUMBERS, line(List.of(0.0, 2.0, 4.0, 6.0, 10.0), List.of(0.0, 10.0, Double.NaN, 10.0, 10.0)))
                .svg(SMALL);

        assertThat(paths(svg, Palette.series(0))).containsExactly("M37 170L104.8 44M240.4 44L376 44");
    }

    @Test
    void longLineKeepsEveryPeakAndIsShort() {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (int i = 0; i <= 100_000; i++) {
            xs.add((double) i);
            ys.add(i == 31_415 ? 10.0 : i == 77_777 ? 0.0 : 5.0);
        }
        String path = paths(chart(NUMBERS, line(xs, ys)).svg(SMALL), Palette.series(0))
                .get(0);

        assertThat(path).contains(" 44L").contains(" 170L");
        assertThat(path.chars().filter(c -> c == 'L').count()).isLessThan(4 * 340);
    }

    @Test
    void barsStandInTheirGroups() {
        BarChart.Bars first = new BarChart.Bars(
                "first", List.of(BarChart.Bar.of(10), new BarChart.Bar(5, 4, 6), BarChart.Bar.of(Double.NaN)));
        String svg = new BarChart("T", "", "", List.of("a", "b", "c"), NUMBERS, List.of(first)).svg(new Size(400, 200));

        // A group is (376 - 37) / 3 wide, its bar 0.8 of that.
        assertThat(svg)
                .contains("<rect x=\"48.3\" y=\"44\" width=\"90.4\" height=\"126\" fill=\"#0072b2\"/>")
                .contains("<rect x=\"161.3\" y=\"107\" width=\"90.4\" height=\"63\" fill=\"#0072b2\"/>")
                .contains("M206.5 119.6L206.5 94.4")
                .as("a value that there is not")
                .contains("y=\"166\" text-anchor=\"middle\" fill=\"" + Palette.MUTED + "\">–<");
        assertThat(svg.split("#0072b2", -1)).hasSize(3);
    }

    /** Three of 124 pixels in 400; a third of the 200 upwards is theirs, and the middle of the first group is at 37 + 339 / 6. */
    @Test
    void namesWithoutRoomBesideEachOtherAreTurned() {
        List<String> names = List.of("rotating-consumers-1", "rotating-consumers-2", "rotating-consumers-3");
        BarChart.Bars bars = new BarChart.Bars(
                "", names.stream().map(name -> BarChart.Bar.of(10)).toList());
        assertThat(new BarChart("T", "", "", names, NUMBERS, List.of(bars)).svg(new Size(400, 200)))
                .contains("transform=\"rotate(-60 94 115)\">rotating-consumers-1<", "text-anchor=\"end\"");
    }

    /** The foot is at half of the lowest value: ln 2 / ln 200 of the height are 16.48. The 0 has no place. */
    @Test
    void barsOnALogarithmicAxisBeginBelowTheLowest() {
        BarChart.Bars bars =
                new BarChart.Bars("", List.of(BarChart.Bar.of(1), new BarChart.Bar(100, 0, 100), BarChart.Bar.of(0)));
        String svg = new BarChart("T", "", "", List.of("a", "b", "c"), Axis.logarithmic("", Unit.NUMBER), List.of(bars))
                .svg(SMALL);

        assertThat(svg)
                .contains("<rect x=\"54.1\" y=\"153.52\" width=\"88.8\" height=\"16.48\" fill=\"#0072b2\"/>")
                .contains("<rect x=\"165.1\" y=\"44\" width=\"88.8\" height=\"126\" fill=\"#0072b2\"/>")
                .doesNotContain("NaN", "Infinity");
        assertThat(svg.split("#0072b2", -1)).hasSize(3);
    }

    @Test
    void aChartOnTheScaleOfOthersHasRoomForTheirValues() {
        LineChart small = chart(NUMBERS, line(List.of(0.0, 10.0), List.of(0.0, 5.0)));

        assertThat(paths(small.onScaleOf(List.of(10.0)).svg(SMALL), Palette.series(0)))
                .containsExactly("M37 170L376 107");
        assertThat(small.ys()).containsExactly(0.0, 5.0);
    }

    @Test
    void cellIsAsLargeAsWhatItCounts() {
        List<HeatChart.Cell> cells = List.of(new HeatChart.Cell(0, 5, 0, 5, 100), new HeatChart.Cell(5, 10, 5, 10, 1));
        HeatChart chart = new HeatChart("T", "", NUMBERS, NUMBERS, Unit.NUMBER, cells, List.of(), List.of());
        String svg = chart.svg(SMALL);

        assertThat(svg)
                .contains("<rect x=\"37\" y=\"107\" width=\"169.5\" height=\"63\" fill=\"#08306b\"/>")
                .contains("<rect x=\"206.5\" y=\"44\" width=\"169.5\" height=\"63\" fill=\""
                        + Palette.heat(Math.log(2) / Math.log(101)) + "\"/>");
    }

    @Test
    void gridSaysItsValues() throws Exception {
        List<List<Double>> cells = List.of(List.of(1.0, 2.0), List.of(3.0, Double.NaN));
        GridChart chart = new GridChart(
                "T", "", "batch", "linger", List.of("1", "2"), List.of("low", "high"), Unit.NUMBER, cells);
        String svg = chart.svg(SMALL);

        assertThat(parsed(svg).getElementsByTagName("rect").getLength()).isEqualTo(4);
        assertThat(svg).contains("fill=\"#ffffff\" class=\"on-color\">3</text>", ">\u2013</text>", ">linger</text>");
        assertThat(svg.indexOf(">low<")).isLessThan(svg.indexOf(">high<"));
    }

    @Test
    void marksThatAreCloseHaveTheirWordsAboveEachOther() {
        LineChart chart = new LineChart(
                "T",
                "",
                NUMBERS,
                NUMBERS,
                List.of(line(List.of(0.0, 100.0), List.of(0.0, 10.0))),
                List.of(new LineChart.Band("", 20, 30, true)),
                List.of(new LineChart.Mark("pause", 20), new LineChart.Mark("resume", 21)));
        String svg = chart.svg(SMALL);

        // Two rows of 14 pixels push the plot down to 72.
        assertThat(svg)
                .contains("<text x=\"106.8\" y=\"68\" fill=\"#b3201f\">pause</text>")
                .contains("<text x=\"110.19\" y=\"54\" fill=\"#b3201f\">resume</text>")
                .contains("<rect x=\"104.8\" y=\"72\" width=\"33.9\" height=\"98\" fill=\"#f9e1e0\"/>");
    }

    static Stream<Chart> everyKind() {
        String title = "a < b & \"c\" \u0001 \u00b5 \ud83d\ude00";
        List<String> one = List.of(title);
        BarChart.Bars bars = new BarChart.Bars(title, List.of(BarChart.Bar.of(Double.NaN)));
        Axis axis = Axis.logarithmic(title, Unit.NANOSECONDS);
        LineChart.Line empty = new LineChart.Line(title, List.of(), List.of(), 7, LineChart.Stroke.DOTTED);
        List<LineChart.Mark> marks = List.of(new LineChart.Mark(title, 1));
        List<LineChart.Band> bands = List.of(new LineChart.Band(title, 0, 1, true));
        return Stream.of(
                new LineChart(title, title, NUMBERS, axis, List.of(empty, empty), bands, marks),
                new BarChart(title, title, title, one, NUMBERS, List.of(bars)),
                new HeatChart(title, title, NUMBERS, axis, Unit.BYTES, List.of(), bands, marks),
                new GridChart(title, title, title, title, List.of(), List.of(), Unit.PERCENT, List.of()),
                new GridChart(title, title, title, title, one, one, Unit.PERCENT, List.of(List.of(Double.NaN))));
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void everyKindIsWellFormedEvenWithoutData(Chart chart) throws Exception {
        String svg = chart.svg(SMALL);

        assertThat(parsed(svg).getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("a < b & \"c\" \ufffd \u00b5 \ud83d\ude00");
        assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity");
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() {
        assertThatThrownBy(() -> line(List.of(1.0), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(": 1 xs and 0 ys");
    }

    static List<Double> doubles(double... values) {
        return DoubleStream.of(values).boxed().toList();
    }
}
