package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Short form of {@link CallRatesNightlyTest}, on the seeds that it was tuned on and on the worst of places. */
@Tag("slow")
class CallRatesTest {

    private static final CallRates.Seeds TUNED_ON = new CallRates.Seeds(1, 100);

    @ParameterizedTest
    @CsvSource({"LIVE", "PAIRED", "SIX_BATCHES", "TWO_BATCHES"})
    void equalSetupsAreSeldomCalledAndDifferencesAreFound(SyntheticRuns.Order order) {
        CallRates.of(order, SyntheticRuns.Place.ALL, TUNED_ON, TUNED_ON).check(TUNED_ON, TUNED_ON);
    }

    @Test
    void predictionHolds() {
        PredictionRates.of(10, 0.02, TUNED_ON).check();
    }

    @Test
    void boundIsThatOfChance() {
        assertThat(CallRates.mostCalled(400)).isEqualTo(29);
        assertThat(CallRates.mostCalled(100)).isEqualTo(10);
    }
}
