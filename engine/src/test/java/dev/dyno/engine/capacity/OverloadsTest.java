package dev.dyno.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.capacity.Capacity.Kind;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverloadsTest {

    private static final CapacityGoal GOAL = KnownBroker.goal(List.of(), 1000);

    private final List<Visit> visits = new ArrayList<>();
    private final Overloads overloads = new Overloads(visits);

    /** Adds one second of a step each. */
    private void add(Purpose purpose, long... achieved) {
        for (long done : achieved) {
            long from = visits.size() * 1_000_000_000L;
            Visit visit = new Visit(purpose, 15_000, from, 0, 0);
            visit.add(
                    new CapacitySecond(from, from + 1_000_000_000L, 15_000, 15_000, done, 15_000 - done, 0, List.of()),
                    10,
                    GOAL);
            visits.add(visit);
        }
    }

    @Test
    void aColdBrokerHasNoPartInItsSpeed() {
        add(Purpose.GROW, 2_000, 6_000, 9_800, 10_000);
        assertThat(overloads.ceiling()).isEqualTo(9_900);
        assertThat(overloads.fastest()).isEqualTo(10_000);
        assertThat(overloads.mayHaveChanged()).isFalse();
    }

    @Test
    void oneSlowerOverloadIsAskedAboutAndTwoAreADrift() {
        add(Purpose.GROW, 2_000, 9_800, 10_000);
        add(Purpose.HOLD, 9_000);
        add(Purpose.GROW, 8_000);
        assertThat(overloads.mayHaveChanged()).isTrue();
        assertThat(overloads.change()).isEmpty();
        add(Purpose.GROW, 8_200);
        Overloads.Change change = overloads.change().orElseThrow();
        assertThat(change.kind()).isEqualTo(Kind.DRIFTING);
        assertThat(change.ratio()).isCloseTo(1.25, within(1e-9));
        assertThat(change.sentence()).isEqualTo("An overload achieved 10,000/s at 2 s, and another one 8,000/s at 4 s");
    }

    @Test
    void slowerAndThenFasterAgainAreTwoRegimes() {
        add(Purpose.GROW, 10_000, 10_000);
        add(Purpose.HOLD, 9_000);
        add(Purpose.GROW, 8_000, 8_000);
        assertThat(overloads.mayHaveChanged()).isTrue();
        add(Purpose.GROW, 9_900);
        assertThat(overloads.mayHaveChanged()).isFalse();
        assertThat(overloads.change().orElseThrow().kind()).isEqualTo(Kind.TWO_REGIMES);
    }

    @Test
    void aTenthMoreOrLessIsNoChange() {
        add(Purpose.GROW, 10_000, 10_000);
        add(Purpose.HOLD, 9_000);
        add(Purpose.GROW, 9_100, 9_100, 9_100);
        assertThat(overloads.mayHaveChanged()).isFalse();
    }
}
