package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RampFindingTest {

    /** Nothing is beyond a limit of what is not measured, whether enough was done or not. */
    @ParameterizedTest
    @EnumSource(
            value = Decision.class,
            names = {"MET", "UNDECIDED"})
    void anObjectiveThatWasNeverMeasuredIsNotDecided(Decision decision) {
        OptionalDouble none = OptionalDouble.empty();
        CapacityStep step = new CapacityStep(
                CapacityStep.Purpose.HOLD, 500, 0, 0, 3_000_000_000L, decision, "", 500, 0, none, List.of());
        Capacity ramp = new Capacity(
                List.of("broker-cpu < 1.5"),
                decision == Decision.MET ? OptionalDouble.of(500) : none,
                none,
                none,
                0.95,
                0.03,
                List.of(step),
                List.of(new Capacity.Note(Capacity.Kind.EXCEEDED, "it was never measured")));
        assertThat(RampFinding.of(ramp).map(FindingText.FLAGS::of).orElse(""))
                .startsWith("The ramp does not decide broker-cpu < 1.5: not all of it was measured.");
    }
}
