package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyRangeTest {

    /** Ends that read alike are one number: a message in flight at the end must not make 7.19–7.19 of it. */
    @ParameterizedTest
    @CsvSource({"7190, 7190, 7", "7190, 7400, 7", "7190, 9000, 7–9", "7190, 9223372036854775807, ≥ 7"})
    void endsThatReadAlikeAreOneNumber(long lowNs, long highNs, String text) {
        assertThat(new LatencyRange(lowNs, highNs).text(ns -> Long.toString(ns / 1_000)))
                .isEqualTo(text);
    }
}
