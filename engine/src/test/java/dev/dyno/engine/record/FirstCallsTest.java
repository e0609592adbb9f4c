package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.run.Simulation;
import org.junit.jupiter.api.Test;

class FirstCallsTest {

    private static final long MS = 1_000_000;

    private int looks;

    private final Simulation simulation = new Simulation().manyProducers(2_000);
    private final RunControl control = new RunControl(simulation.time);
    private final ClientCalls calls =
            new ClientCalls(simulation.plan(), simulation.time, Threads.inline(), control, simulation);

    /** Connects this number of clients, each in that time. */
    private void connect(int clients, long eachMs) {
        calls.connect(() -> {
            for (int i = 0; i < clients; i++) {
                simulation.time.advance(eachMs * MS);
                calls.connected();
            }
        });
    }

    @Test
    void whoeverIsConnectedSoonHearsNothing() {
        connect(2_000, 0);
        connect(19, 100);
        simulation.time.advance(60_000 * MS);
        assertThat(simulation.notes).isEmpty();
    }

    @Test
    void itReportsAfterTwoSecondsAndEachSecondFromThen() {
        connect(4_000, 1);
        assertThat(simulation.notes)
                .containsExactly(
                        "1,999 of 4,000 producers and consumers are connected",
                        "2,999 of 4,000 producers and consumers are connected",
                        "3,999 of 4,000 producers and consumers are connected");
    }

    @Test
    void itReportsWhileNoneIsConnected() {
        connect(1, 4_500);
        assertThat(simulation.notes).hasSize(3).containsOnly("0 of 4,000 producers and consumers are connected");
    }

    @Test
    void itIsSilentBetweenThePartsOfConnecting() {
        connect(1_000, 1);
        simulation.time.advance(60_000 * MS);
        assertThat(simulation.notes).isEmpty();
        connect(1_500, 1);
        assertThat(simulation.notes).containsExactly("1,999 of 4,000 producers and consumers are connected");
    }

    @Test
    void aFailureSaysHowManyWereConnectedBeforeItAndNothingIsSaidAfterIt() {
        calls.connect(() -> {
            calls.connected();
            calls.connected();
            throw new DriverException("refused");
        });
        simulation.time.advance(60_000 * MS);
        assertThat(control.failure.sentence().orElseThrow())
                .contains("2 of 4,000 producers and consumers are connected, and the next failed: refused");
        assertThat(simulation.notes).isEmpty();
    }

    /** Looks of 250 ms each find the call where it was; something happens in the third. */
    private ClientCalls blocked(Runnable third) {
        Threads never = (name, task) -> timeoutMs -> {
            if (++looks == 3) {
                third.run();
            }
            return false;
        };
        return new ClientCalls(simulation.plan(), simulation.time, never, control, simulation);
    }

    @Test
    void aCallThatTakesLongerThanIsAllowedFailsTheRun() {
        ClientCalls one = blocked(() -> {});
        one.connected();
        one.connect(() -> {});
        assertThat(control.failure.sentence().orElseThrow())
                .contains("has not returned from a call", "for 30.0 s", "connect-timeout");
        assertThat(simulation.notes).isEmpty();
    }

    /** Before the first of 4,000 is connected their destinations are created. */
    @Test
    void theFirstConnectionMayTakeThatForEveryHundredDestinations() {
        blocked(() -> {}).connect(() -> {});
        assertThat(control.failure.sentence().orElseThrow()).contains("for 1230.0 s");
    }

    @Test
    void aCallIsNotWaitedForTwoSecondsAfterTheEndWasAskedFor() {
        blocked(() -> control.stop(true)).connect(() -> {});
        assertThat(looks).isEqualTo(10);
        assertThat(control.failure.happened()).isFalse();
        assertThat(simulation.notes).hasSize(1).first().asString().endsWith("; Dyno does not wait for it");
    }
}
