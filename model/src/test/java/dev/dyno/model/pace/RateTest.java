package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

    @ParameterizedTest
    @CsvSource({
        "30000,        3,          100000,           30000/s",
        "30000/s,      3,          100000,           30000/s",
        "0,            0,          1,                0/s",
        "0/min,        0,          1,                0/s",
        "0.5/s,        1,          2000000000,       0.5/s",
        "0.50/s,       1,          2000000000,       0.5/s",
        "1.5k/s,       3,          2000000,          1500/s",
        "2M,           1,          500,              2000000/s",
        "1000M/s,      1,          1,                1000000000/s",
        "90/min,       3,          2000000000,       1.5/s",
        "100/min,      1,          600000000,        100/min",
        "100/h,        1,          36000000000,      100/h",
        "1/7s,         1,          7000000000,       1/7s",
        "10/100ms,     1,          10000000,         100/s",
        "0.000001/s,   1,          1000000000000000, 0.000001/s",
        "999999937/s,  999999937,  1000000000,       999999937/s",
    })
    void ratesAreExactFractions(String text, long events, long perNs, String canonical) {
        assertThat(Rate.parse(text)).isEqualTo(new Rate(events, perNs)).hasToString(canonical);
        assertThat(Rate.parse(canonical)).isEqualTo(Rate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "/s", "-1/s", "+1/s", "1e3/s", "1 /s", "1/", "1/ms", "1/m",
                "1/x", "1/0s", "1/5", ".5/s", "1./s", "1K/s", "0x10/s", "1,000/s", "1/s/s", "0.0000000001/s"
            })
    void whatIsNoRateIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse(text))
                .withMessage((text.isBlank() || text.contains(" ") ? '"' + text + '"' : text)
                        + "; must be a number, with /s, /min or /h, like 30000/s, 0.5/s, 1.5k/s or 90/min; a bare number is per"
                        + " second.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                1000000001/s          | must be at most 1000000000/s, one per ns.
                999999999999999999M/s | must be at most 1000000000/s, one per ns.
                0.0000003/s           | must be a whole number of millionths per second. Give fewer decimals.
                """)
    void textsOutOfRangeAreRefused(String text, String why) {
        assertThatIllegalArgumentException().isThrownBy(() -> Rate.parse(text)).withMessage(text + "; " + why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                -1 | 1                | must not be negative.
                2  | 1                | must be at most 1000000000/s, one per ns.
                1  | 1000000000000001 | must be a whole number of millionths per second. Give fewer decimals.
                1  | 0                | must not be negative.
                """)
    void ratesOutOfRangeAreRefused(long events, long perNs, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Rate(events, perNs))
                .withMessage(events + " per " + perNs + "ns; " + why);
    }

    @Test
    void perSecondIsTheRoundedRate() {
        assertThat(Rate.perSecond(30_000).perSecond()).isEqualTo(30_000.0);
        assertThat(new Rate(1, 3_000_000_000L).perSecond()).isEqualTo(1.0 / 3);
        assertThat(Rate.ZERO.isZero()).isTrue();
        assertThat(Rate.perSecond(0)).isEqualTo(Rate.ZERO);
    }
}
