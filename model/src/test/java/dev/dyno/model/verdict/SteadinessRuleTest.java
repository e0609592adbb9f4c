package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadinessRuleTest extends JudgedRun {

    @ParameterizedTest
    @CsvSource({"800, true", "799, false"})
    void anAllOutRateMustBeSteady(double secondHalf, boolean valid) {
        intendedPerSecond = 0;
        ratePerInterval = List.of(900.0, 1_100.0, secondHalf, secondHalf);
        assertSuspectUnless(
                valid,
                "rate-not-steady",
                "the rate was 1,000/s in the first half of the measured phase and 799/s in the second; raise --warmup (1 s), or let it last");
    }

    @Test
    void steadinessNeedsSomeIntervalsAndNoSchedule() {
        ratePerInterval = List.of(10.0, 1_000.0, 1_000.0, 1_000.0);
        assertValid();
        intendedPerSecond = 0;
        assertThat(verdict().reasons()).extracting(Finding::code).containsExactly("rate-not-steady");
        ratePerInterval = List.of(10.0, 1_000.0, 1_000.0);
        assertValid();
    }
}
