package dev.dyno.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The interval of a search holds the capacity of a known broker with heavy tails or stalls as often as it says, and is wider. */
@Tag("slow")
class CapacityOfHeavyTailsTest {

    /** If 93 of 100 intervals hold the capacity, at least 84 of 100 do in 999 of 1,000 series; five minutes do not give three percent. */
    @ParameterizedTest
    @CsvSource("FLUCTUATING, 10, 8")
    void intervalsHoldTheCapacityAndAreWider(KnownBroker broker, int searches, int least) {
        CapacityTruth truth = CapacityTruth.of(broker, 1, searches);
        assertThat(truth.held()).isGreaterThanOrEqualTo(least);
        assertThat(truth.width()).isBetween(0.03, 0.2);
    }

    @ParameterizedTest
    @CsvSource({"LOGNORMAL, 100, 84", "PARETO, 100, 84", "STALLS, 100, 84"})
    @Tag("nightly")
    void soTheyDoInLongSeries(KnownBroker broker, int searches, int least) {
        intervalsHoldTheCapacityAndAreWider(broker, searches, least);
    }
}
