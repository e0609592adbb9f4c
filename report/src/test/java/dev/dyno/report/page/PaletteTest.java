package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PaletteTest {

    /** As the accessibility guidelines have it. */
    @Test
    void linesStandOutInLightAndInDark() {
        Map<String, String> dark = Pattern.compile("path\\[stroke=\"(#\\w{6})\"] \\{ stroke: (#\\w{6})")
                .matcher(Palette.darkStyle())
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
        String darkPaper = dark.getOrDefault(Palette.PAPER, "");
        for (int i = 0; i < Palette.HUES; i++) {
            String color = Palette.series(i);
            assertThat(contrast(color, Palette.PAPER)).as(color).isGreaterThan(3);
            assertThat(contrast(dark.getOrDefault(color, color), darkPaper))
                    .as(color + " in dark")
                    .isGreaterThan(3);
        }
    }

    private static double contrast(String one, String other) {
        double a = luminance(one) + 0.05;
        double b = luminance(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(String color) {
        return 0.2126 * linear(color, 1) + 0.7152 * linear(color, 3) + 0.0722 * linear(color, 5);
    }

    private static double linear(String color, int at) {
        double part = Integer.parseInt(color.substring(at, at + 2), 16) / 255.0;
        return part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }
}
