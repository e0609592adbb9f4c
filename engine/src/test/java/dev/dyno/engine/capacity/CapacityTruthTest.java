package dev.dyno.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The interval of a search holds the capacity of a known broker as often as it says. */
@Tag("slow")
class CapacityTruthTest {

    /**
     * If 93 of 100 intervals hold the capacity, at least 84 of 100 do in 999 of 1,000 series; without chance all do. {@link
     * CapacityOfHeavyTailsTest} has the other kinds.
     */
    @ParameterizedTest
    @CsvSource({"CONSTANT, 100, 0.03", "CLIFF, 100, 0.03", "EXPONENTIAL, 89, 0.03"})
    void intervalsHoldTheCapacityAndAreAboutAsNarrowAsAsked(KnownBroker broker, int least, double widest) {
        CapacityTruth truth = CapacityTruth.of(broker, 1, 100);
        assertThat(truth.held()).isGreaterThanOrEqualTo(least);
        assertThat(truth.width()).isBetween(0.0, widest);
    }

    @ParameterizedTest
    @CsvSource({"REGULAR_EXPONENTIAL, 84, 0.03", "POISSON_CONSTANT, 84, 0.03", "PARETO, 84, 0.034"})
    @Tag("nightly")
    void soAreThoseOfOtherBrokers(KnownBroker broker, int least, double widest) {
        intervalsHoldTheCapacityAndAreAboutAsNarrowAsAsked(broker, least, widest);
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
