package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often comparisons are right on synthetic series, by their order: in short on the seeds that the method was tuned on, and every
 * night on others, in the tables of docs/comparison-calls.md. A change of the method changes them, and the failure prints the new ones.
 */
class CallRatesTest {

    private static final Path TABLES = Path.of("..", "docs", "comparison-calls.md");

    private static final CallRates.Seeds TUNED_ON = new CallRates.Seeds(1, 100);
    private static final CallRates.Seeds EQUAL = new CallRates.Seeds(1001, 1400);
    private static final CallRates.Seeds DIFFERENT = new CallRates.Seeds(1401, 1500);
    private static final CallRates.Seeds PREDICTED = new CallRates.Seeds(1501, 2000);

    @ParameterizedTest
    @Tag("slow")
    @CsvSource("PAIRED")
    void equalSetupsAreSeldomCalledAndDifferencesAreFound(SyntheticRuns.Order order) {
        CallRates.of(order, SyntheticRuns.Place.ALL, TUNED_ON, TUNED_ON).check(TUNED_ON, TUNED_ON);
    }

    @ParameterizedTest
    @CsvSource({"LIVE", "SIX_BATCHES", "TWO_BATCHES"})
    @Tag("nightly")
    void soItIsInOtherOrders(SyntheticRuns.Order order) {
        equalSetupsAreSeldomCalledAndDifferencesAreFound(order);
    }

    @Test
    @Tag("slow")
    void predictionHolds() {
        PredictionRates.of(10, 0.02, TUNED_ON).check();
    }

    @Test
    void boundIsThatOfChance() {
        assertThat(CallRates.mostCalled(400)).isEqualTo(29);
        assertThat(CallRates.mostCalled(100)).isEqualTo(10);
    }

    @Test
    @Tag("nightly")
    void theRatesAreThoseOfTheDocument() {
        List<CallRates> all = CallRates.all(EQUAL, DIFFERENT);

        assertThat(TABLES).content().contains(CallRates.table(all));
        all.forEach(rates -> rates.check(EQUAL, DIFFERENT));
    }

    @Test
    @Tag("nightly")
    void predictionsHoldAtLeastAsOftenAsTheySay() {
        List<PredictionRates> all = PredictionRates.all(PREDICTED);

        assertThat(TABLES).content().contains(PredictionRates.table(all));
        all.forEach(PredictionRates::check);
    }
}
