package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Unit;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChartPngTest {

    private static final Size SIZE = new Size(400, 200);

    @BeforeAll
    static void drawsInMemory() {
        System.setProperty("java.awt.headless", "true");
    }

    private static BufferedImage drawn(Chart chart, int scale) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(ChartPng.of(chart.svg(SIZE), SIZE, scale)));
    }

    @Test
    void pictureHasTheSizeThatWasAskedForAndTheLineInItsPlace() throws IOException {
        Axis axis = Axis.linear("", Unit.NUMBER);
        LineChart.Line level = ChartSvgTest.line(ChartSvgTest.doubles(0, 10), ChartSvgTest.doubles(5, 5));
        LineChart.Line top = ChartSvgTest.line(ChartSvgTest.doubles(9, 10), ChartSvgTest.doubles(10, 10));
        LineChart chart = new LineChart("T", "", axis, axis, List.of(level, top), List.of(), List.of());

        // At 1 the edges of the line, 1.6 pixels wide, would be mixed with the paper.
        for (int scale = 2; scale <= 3; scale++) {
            BufferedImage picture = drawn(chart, scale);
            assertThat(picture.getWidth()).isEqualTo(400 * scale);
            assertThat(picture.getHeight()).isEqualTo(200 * scale);
            // The line at half of the height, and paper above it.
            assertThat(picture.getRGB(100 * scale, 116 * scale) & 0xffffff).isEqualTo(0x0072b2);
            assertThat(picture.getRGB(100 * scale, 100 * scale) & 0xffffff).isEqualTo(0xffffff);
        }
    }

    /** A heat map of some minutes has a shape for each cell. */
    @Test
    void chartsOfManyShapesAreDrawn() throws IOException {
        String svg = "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='200'>"
                + "<rect width='1' height='1'/>".repeat(20_000) + "</svg>";
        assertThat(ImageIO.read(new ByteArrayInputStream(ChartPng.of(svg, SIZE, 1)))
                        .getWidth())
                .isEqualTo(400);
    }

    static List<Chart> everyKind() {
        return ChartSvgTest.everyKind().toList();
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void everyKindIsDrawnWithItsTitle(Chart chart) throws IOException {
        BufferedImage picture = drawn(chart, 1);
        long ink = IntStream.range(0, 30 * 400)
                .filter(i -> (picture.getRGB(i % 400, i / 400) & 0xff) < 0x80)
                .count();

        assertThat(ink).isGreaterThan(50);
    }
}
