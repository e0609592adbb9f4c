package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often comparisons are right on synthetic series, by their order. The tables are those of docs/comparison-calls.md; a change
 * of the method changes them, and the failure prints what they are then.
 */
@Tag("nightly")
class CallRatesNightlyTest {

    private static final Path TABLES = Path.of("..", "docs", "comparison-calls.md");

    private static final CallRates.Seeds EQUAL = new CallRates.Seeds(1001, 1400);
    private static final CallRates.Seeds DIFFERENT = new CallRates.Seeds(1401, 1500);
    private static final CallRates.Seeds PREDICTED = new CallRates.Seeds(1501, 2000);

    @Test
    void equalSetupsAreSeldomCalledAndDifferencesAreFound() {
        List<CallRates> all = CallRates.all(EQUAL, DIFFERENT);

        assertThat(TABLES).content().contains(CallRates.table(all));
        all.forEach(rates -> rates.check(EQUAL, DIFFERENT));
    }

    @Test
    void predictionsHoldAtLeastAsOftenAsTheySay() {
        List<PredictionRates> all = PredictionRates.all(PREDICTED);

        assertThat(TABLES).content().contains(PredictionRates.table(all));
        all.forEach(PredictionRates::check);
    }
}
