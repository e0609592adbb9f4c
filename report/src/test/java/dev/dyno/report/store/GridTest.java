package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
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
}
