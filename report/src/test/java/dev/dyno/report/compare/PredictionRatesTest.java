package dev.dyno.report.compare;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Short form of the prediction in {@link CallRatesNightlyTest}, on the seeds that it was tuned on. */
@Tag("slow")
class PredictionRatesTest {

    @Test
    void predictionHolds() {
        PredictionRates.of(10, 0.02, new CallRates.Seeds(1, 100)).check();
    }
}
