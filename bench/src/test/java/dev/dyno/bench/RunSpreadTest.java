package dev.dyno.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSpreadTest {

    private static String ratio(List<Double> ratios) {
        return RunSpread.ratio(ratios, Collections.nCopies(ratios.size(), 1.0), ratio -> ratio, 0.15);
    }

    /** Within 15 % is 1/1.15 = 0.8696 to 1.15. Of ten values the least and the greatest are outside of the interval. */
    @ParameterizedTest
    @CsvSource({
        "0.90 1.10 1.00, 1.00 (0.90-1.10) level",
        "1.10 1.02 1.05, 1.05 (1.02-1.10) level",
        "0.87 1.15, 1.01 (0.87-1.15) level",
        "0.86 1.00 1.00, 1.00 (0.86-1.00) undecided",
        "0.99 1.01 1.16, 1.01 (0.99-1.16) undecided",
        "0.66 1.40 2.05, 1.40 (0.66-2.05) undecided",
        "1.02 1.05 1.20, 1.05 (1.02-1.20) different",
        "0.80 0.84 0.99, 0.84 (0.80-0.99) different",
        "3.00 0.95 0.96 0.97 0.99 1.01 1.02 1.03 1.10 0.50, 1.00 (0.95-1.10) level",
    })
    void aRatioIsLevelOnlyIfItsWholeIntervalIsWithinTheMargin(String ratios, String words) {
        assertThat(ratio(Stream.of(ratios.split(" ", -1)).map(Double::valueOf).toList()))
                .isEqualTo(words);
    }

    @Test
    void noRepetitionHasNoRatio() {
        assertThat(ratio(List.of())).isEqualTo("not run");
    }
}
