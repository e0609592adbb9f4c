package dev.dyno.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.SendListener;
import dev.dyno.result.RunResult;
import dev.dyno.tck.ForwardingTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often a loop is woken that waits for acknowledgements. */
class SendWaitTest {

    private static final int PENDING = 100;
    private static final int ROUNDS = 10;
    private static final long MS = 1_000_000;

    private final Simulation simulation = new Simulation();
    private final List<Long> taken = new ArrayList<>();
    private int naps;

    /** A library that sends what it has collected as one, so that nothing is acknowledged for a while, and then all is. */
    private void acknowledgeTogether() {
        ScriptedDriver driver = new ScriptedDriver();
        driver.trySend = (producer, body, token, listener) -> {
            driver.deliver(body);
            taken.add(token);
            if (taken.size() == PENDING) {
                simulation.time.schedule(simulation.time.nanoTime() + 10 * MS, () -> acknowledge(listener));
            }
            return true;
        };
        simulation.driver = driver;
    }

    private void acknowledge(SendListener listener) {
        List<Long> all = List.copyOf(taken);
        taken.clear();
        all.forEach(token -> listener.onSendCompleted(token, null));
    }

    @Test
    void aFullLoopDoesNotLookAgainAndAgainWhileNothingComes() {
        acknowledgeTogether();
        simulation.onClock(new ForwardingTime(simulation.time) {
            @Override
            public void parkUntil(long deadlineNs) {
                // What looks to the end of the run only, or to that of the drain, is the thread of the run.
                naps += deadlineNs - nanoTime() < MS ? 1 : 0;
                super.parkUntil(deadlineNs);
            }
        });
        simulation.maxPending = PENDING;
        simulation.messageCount = PENDING * ROUNDS;
        simulation.duration = Duration.ZERO;

        RunResult result = simulation.run();

        assertThat(result.totals().acknowledged()).isEqualTo(PENDING * ROUNDS);
        // One in each round, and not one for every half a millisecond of it.
        assertThat(naps).isBetween(ROUNDS - 1, ROUNDS + 1);
    }
}
