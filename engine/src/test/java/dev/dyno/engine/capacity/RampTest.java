package dev.dyno.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.result.Samples;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rates that rise on brokers of known capacity. */
class RampTest {

    private static Capacity ramp(QueueModel broker, int seconds, IntToDoubleFunction rate) {
        Ramp ramp = new Ramp(KnownBroker.goal(List.of(KnownBroker.OBJECTIVE), 10));
        for (int i = 0; i < seconds; i++) {
            ramp.add(broker.second(rate.applyAsDouble(i)));
        }
        return ramp.answer();
    }

    private static List<Decision> decisions(Capacity ramp) {
        return ramp.steps().stream().map(CapacityStep::decision).toList();
    }

    /**
     * Steps are of three seconds, in which the rate rises by more than 2 %. The tenth has 4,700 to 4,900/s. In the next one, with
     * 5,000, 5,100 and 5,200/s, 300 messages are left over, 60 ms of service.
     */
    @Test
    void whatHoldsLiesBetweenTwoSteps() {
        Capacity ramp = ramp(KnownBroker.CONSTANT.start(1), 60, i -> 2_000 + 100 * i);
        assertThat(ramp.low()).hasValue(4_800);
        assertThat(ramp.high()).hasValue(5_100);
        assertThat(ramp.estimate()).isEmpty();
        assertThat(decisions(ramp).subList(0, 10)).containsOnly(Decision.MET);
        assertThat(decisions(ramp).subList(10, 20)).containsOnly(Decision.MISSED);
        assertThat(ramp.steps().get(10).fromNs()).isEqualTo(30_000_000_000L);
    }

    @Test
    void aStepOfTheScheduleIsOneStep() {
        Capacity ramp = ramp(KnownBroker.CONSTANT.start(1), 30, i -> 4_000 + 600 * (i / 10));
        assertThat(ramp.steps()).extracting(CapacityStep::perSecond).containsExactly(4_000.0, 4_600.0, 5_200.0);
        assertThat(List.of(ramp.low().orElseThrow(), ramp.high().orElseThrow())).containsExactly(4_600.0, 5_200.0);
    }

    /** Within what 1 % of a few seconds' messages can say where they come in clumps; a rate is over before a standstill comes. */
    @ParameterizedTest
    @EnumSource(
            value = KnownBroker.class,
            names = {"CONSTANT", "CLIFF", "EXPONENTIAL", "FLUCTUATING"})
    void aSlowRampIsNearTheCapacity(KnownBroker broker) {
        double capacity = broker.capacity();
        for (int seed = 1; seed <= 10; seed++) {
            Capacity ramp = ramp(broker.start(seed), 300, i -> 3_000 + 10 * i);
            assertThat(ramp.low().orElseThrow()).isBetween(0.92 * capacity, 1.08 * capacity);
            assertThat(ramp.high().orElseThrow())
                    .isBetween(ramp.low().orElseThrow() * 1.01, ramp.low().orElseThrow() * 1.05);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = KnownBroker.class,
            names = {"REGULAR_EXPONENTIAL", "POISSON_CONSTANT", "LOGNORMAL", "PARETO", "STALLS"})
    @Tag("nightly")
    void soItIsOnOtherBrokers(KnownBroker broker) {
        aSlowRampIsNearTheCapacity(broker);
    }

    @Test
    void aMissOfAColdBrokerDoesNotCount() {
        int[] served = {0};
        QueueModel cold = new QueueModel(
                1, false, KnownBroker.LIMIT, (random, at, backlog) -> served[0]++ < 3_000 ? 0.001 : 0.0002, 0, 0);
        Capacity ramp = ramp(cold, 60, i -> 1_200 + 100 * i);
        assertThat(decisions(ramp)).startsWith(Decision.MISSED).contains(Decision.MET);
        assertThat(ramp.low().orElseThrow()).isBetween(4_700.0, 5_000.0);
    }

    @Test
    void aRampThatEndsBelowTheCapacityHasNoUpperEnd() {
        Capacity ramp = ramp(KnownBroker.CONSTANT.start(1), 30, i -> 1_000 + 100 * i);
        assertThat(ramp.low()).hasValue(3_800);
        assertThat(ramp.high()).isEmpty();
    }

    @Test
    void aRampThatBeginsAboveItHasNoLowerEnd() {
        Capacity ramp = ramp(KnownBroker.CONSTANT.start(1), 9, i -> 6_000 + 200 * i);
        assertThat(ramp.low()).isEmpty();
        assertThat(ramp.high()).hasValue(6_200);
    }

    @Test
    void anObjectiveThatWasNeverMeasuredIsNotShownToHold() {
        Ramp ramp = new Ramp(KnownBroker.goal(List.of(KnownBroker.OBJECTIVE), 10));
        QueueModel broker = KnownBroker.CONSTANT.start(1);
        List<CapacitySecond.Tally> nothing = List.of(new CapacitySecond.Tally(0, 0));
        for (int i = 0; i < 9; i++) {
            ramp.add(Samples.changed(broker.second(1_000 + 100 * i), Map.of("tallies", nothing)));
        }
        assertThat(ramp.answer().has(Capacity.Kind.EXCEEDED)).isTrue();
        assertThat(ramp(KnownBroker.CONSTANT.start(1), 9, i -> 1_000 + 100 * i).notes())
                .isEmpty();
    }

    @Test
    void twoSecondsDecideNothing() {
        assertThat(ramp(KnownBroker.CONSTANT.start(1), 2, i -> 1_000).steps()).isEmpty();
    }
}
