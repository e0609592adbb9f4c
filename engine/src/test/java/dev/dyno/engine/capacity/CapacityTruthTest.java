package dev.dyno.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The interval of a search holds the capacity of a known broker as often as it says. */
class CapacityTruthTest {

    /** At least 89 of 100 intervals that are true in 95 of 100 hold the capacity in 99.5 of 100 series. */
    @ParameterizedTest
    @CsvSource({
        "CONSTANT, 20, 20, 0.03",
        "CLIFF, 20, 20, 0.03",
        "EXPONENTIAL, 100, 89, 0.034",
        "POISSON_CONSTANT, 20, 17, 0.03"
    })
    void intervalsHoldTheCapacityAndAreAboutAsNarrowAsAsked(
            KnownBroker broker, int searches, int least, double widest) {
        CapacityTruth truth = CapacityTruth.of(broker, 1, searches);
        assertThat(truth.held()).isGreaterThanOrEqualTo(least);
        assertThat(truth.width()).isLessThanOrEqualTo(widest);
    }

    /** Heavy tails and stalls: five minutes do not give three percent. */
    @ParameterizedTest
    @CsvSource({"LOGNORMAL, 0.2", "STALLS, 0.2", "FLUCTUATING, 0.2"})
    void intervalsOfHeavyTailsAreWider(KnownBroker broker, double widest) {
        CapacityTruth truth = CapacityTruth.of(broker, 1, 10);
        assertThat(truth.held()).isGreaterThanOrEqualTo(8);
        assertThat(truth.width()).isBetween(0.03, widest);
    }

    /** The recursion agrees with the closed form where there is one, and a simulation with both. */
    @Test
    void theCapacityOfAKnownBrokerIsRight() {
        assertThat(KnownBroker.EXPONENTIAL.capacity()).isCloseTo(4769.74, within(0.01));
        QueueModel broker = KnownBroker.POISSON_CONSTANT.start(7);
        double capacity = KnownBroker.POISSON_CONSTANT.capacity();
        double beyond = 0;
        double counted = 0;
        for (int i = 0; i < 5_000; i++) {
            CapacitySecond.Tally tally = broker.second(capacity).tallies().get(0);
            beyond += tally.beyond();
            counted += tally.counted();
        }
        assertThat(beyond / counted).isCloseTo(KnownBroker.ALLOWED, within(0.003));
    }
}
