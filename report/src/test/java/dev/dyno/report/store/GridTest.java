package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GridTest {

    private static final Grid GRID = new Grid(
            List.of("name", "p99_ms", "n", "good"),
            List.of(
                    List.of(
                            Optional.of("a, \"b\""),
                            Optional.of(1234.5678901),
                            Optional.of(1_000_000L),
                            Optional.of(true)),
                    List.of(Optional.of("ö"), Optional.of(3.0), Optional.empty(), Optional.empty())));

    @Test
    void linesHaveNumbersToTheRightAndADashWhereNothingIsKnown() {
        assertThat(GRID.lines())
                .containsExactly(
                        "name      p99_ms          n  good",
                        "a, \"b\"  1,234.57  1,000,000  true",
                        "ö              3          -  -");
    }

    @Test
    void smallAndLargeNumbersKeepSixDigits() {
        Grid grid = new Grid(
                List.of("x"),
                List.of(
                        List.of(Optional.of(0.000123456789)),
                        List.of(Optional.of(580785.123)),
                        List.of(Optional.of(100.0)),
                        List.of(Optional.of(0.0)),
                        List.of(Optional.of(Double.NaN))));
        assertThat(grid.lines()).map(String::strip).containsExactly("x", "0.000123457", "580,785", "100", "0", "NaN");
    }

    @Test
    void csvHasQuotesWhereATextNeedsThemAndAllDigits() {
        assertThat(GRID.csv())
                .isEqualTo("name,p99_ms,n,good\r\n\"a, \"\"b\"\"\",1234.5678901,1000000,true\r\nö,3.0,,\r\n");
    }

    @Test
    void jsonHasAnObjectPerRow() {
        assertThat(GRID.json()).isEqualTo("""
                        [
                        {"name":"a, \\"b\\"","p99_ms":1234.5678901,"n":1000000,"good":true},
                        {"name":"ö","p99_ms":3.0,"n":null,"good":null}
                        ]
                        """);
        assertThat(new Grid(List.of("x"), List.of()).json()).isEqualTo("[]\n");
    }

    @Test
    void namesCommandNoTerminalAndNoSpreadsheet() {
        Grid grid = new Grid(
                List.of("name", "x"),
                List.of(
                        List.of(Optional.of("\u001b[31mred\u009b2J"), Optional.of(-1.5)),
                        List.of(Optional.of("=1+1"), Optional.of("-2e3")),
                        List.of(Optional.of("@a"), Optional.of("-2+3"))));
        assertThat(grid.lines()).element(1).asString().startsWith("?[31mred?2J");
        assertThat(grid.csv().lines().skip(2)).containsExactly("'=1+1,-2e3", "'@a,'-2+3");
    }

    @Test
    void fieldsAreQuotedOnlyWhereThatIsNeeded() {
        assertThat(Csv.row(List.of("plain", "", "a b", "a,b", "say \"yes\"", "two\nlines", "cr\r")))
                .isEqualTo("plain,,a b,\"a,b\",\"say \"\"yes\"\"\",\"two\nlines\",\"cr\r\"\r\n");
    }

    @Test
    void fixedDigitsAreThoseOfStringFormat() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            double value = Math.exp(random.nextDouble(-12, 32));
            int digits = random.nextInt(4);
            assertThat(Decimals.fixed(value, digits)).isEqualTo(String.format(Locale.ROOT, "%." + digits + "f", value));
        }
        for (int i = 0; i < 10_000; i++) {
            // Halves, and their neighbours: as they are written, which a product with a power of ten need not be.
            double half = (2 * random.nextInt(-100_000, 100_000) + 1) / 2_000.0;
            for (double value : new double[] {half, Math.nextUp(half), Math.nextDown(half)}) {
                assertThat(Decimals.fixed(value, 3)).isEqualTo(formatted(value));
                assertThat(Decimals.fixed(value / 10, 3)).isEqualTo(formatted(value / 10));
            }
        }
        for (int i = 0; i < 10_000; i++) {
            // Up to 13 digits, for example the seconds since 1970 with three decimals.
            double value = random.nextLong(1L << 43) / 1_000.0;
            assertThat(Decimals.fixed(value, 3)).isEqualTo(formatted(value));
        }
        assertThat(Decimals.fixed(0, 2)).isEqualTo("0.00");
        assertThat(Decimals.fixed(0.005, 2)).isEqualTo("0.01");
        assertThat(Decimals.fixed(-1.005, 2)).isEqualTo("-1.01");
        assertThat(Decimals.fixed(1e15, 0)).isEqualTo("1000000000000000");
    }

    /** A zero has no sign here. */
    private static String formatted(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.equals("-0.000") ? "0.000" : text;
    }

    @Test
    void plainIsTheNumberWithoutAnExponent() {
        assertThat(Decimals.plain(1e-9)).isEqualTo("0.0000000010");
        assertThat(Decimals.plain(1.5e12)).isEqualTo("1500000000000");
        assertThat(Decimals.plain(-2)).isEqualTo("-2.0");
        assertThat(Decimals.plain(0)).isEqualTo("0.0");
        assertThat(Decimals.plain(0.25)).isEqualTo("0.25");
        for (double whole : new double[] {9_999_999, 1e7, 12_345_678, (1L << 53) - 1, 1L << 53, 1e16, 1e18}) {
            assertThat(Decimals.plain(whole))
                    .isEqualTo(BigDecimal.valueOf(whole).toPlainString());
            assertThat(Decimals.plain(-whole))
                    .isEqualTo(BigDecimal.valueOf(-whole).toPlainString());
        }
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(Decimals.plain(value))).isEqualTo(value);
            }
        }
    }

    /** MkDocs shows the backslash of an escaped less-than sign. */
    @Test
    void namesAreNotTakenForMarkdown() {
        assertThat(Grid.escaped("a|b_c <d> *e*\nf")).isEqualTo("a\\|b\\_c &lt;d\\> \\*e\\* f");
    }

    @Test
    void secondsHaveAllTheirNanoseconds() {
        assertThat(Decimals.seconds(0)).isEqualTo("0.000000000");
        assertThat(Decimals.seconds(1)).isEqualTo("0.000000001");
        assertThat(Decimals.seconds(-1_500_000_000)).isEqualTo("-1.500000000");
        assertThat(Decimals.seconds(Long.MAX_VALUE)).isEqualTo("9223372036.854775807");
    }
}
