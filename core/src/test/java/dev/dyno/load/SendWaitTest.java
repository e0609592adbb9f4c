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
    private final ScriptedDriver driver = new ScriptedDriver();
    private final List<Long> taken = new ArrayList<>();
    private long freeAtNs;
    private int sent;
    private int naps;

    /** A library that sends what it has collected as one, so that nothing is acknowledged for a while, and then all is. */
    private ScriptedDriver.TrySend together() {
        return (producer, body, token, listener) -> {
            driver.deliver(body);
            taken.add(token);
            if (taken.size() == PENDING) {
                simulation.time.schedule(simulation.time.nanoTime() + 10 * MS, () -> acknowledge(listener));
            }
            return true;
        };
    }

    private void acknowledge(SendListener listener) {
        List<Long> all = List.copyOf(taken);
        taken.clear();
        all.forEach(token -> listener.onSendCompleted(token, null));
    }

    /** As {@link #together}, but who is woken by the first acknowledgement is there before the others. */
    private ScriptedDriver.TrySend oneBeforeTheOthers() {
        return (producer, body, token, listener) -> {
            driver.deliver(body);
            taken.add(token);
            if (taken.size() == PENDING) {
                long first = taken.get(0);
                List<Long> others = List.copyOf(taken.subList(1, PENDING));
                taken.clear();
                long atNs = simulation.time.nanoTime() + 10 * MS;
                simulation.time.schedule(atNs, () -> listener.onSendCompleted(first, null));
                simulation.time.schedule(
                        atNs + MS / 1_000, () -> others.forEach(other -> listener.onSendCompleted(other, null)));
            }
            return true;
        };
    }

    /** A broker that acknowledges each message on its own, one in each microsecond. */
    private ScriptedDriver.TrySend oneByOne() {
        return (producer, body, token, listener) -> {
            driver.deliver(body);
            freeAtNs = Math.max(freeAtNs + MS / 1_000, simulation.time.nanoTime() + MS / 10);
            simulation.time.schedule(freeAtNs, () -> listener.onSendCompleted(token, null));
            return true;
        };
    }

    private void run(long rounds, ScriptedDriver.TrySend sends) {
        driver.trySend = sends;
        simulation.driver = driver;
        simulation.onClock(new ForwardingTime(simulation.time) {
            @Override
            public void parkUntil(long deadlineNs) {
                // What looks to the end of the run only, or to that of the drain, may be the thread of the run.
                naps += deadlineNs - nanoTime() < MS ? 1 : 0;
                super.parkUntil(deadlineNs);
            }
        });
        simulation.maxPending = PENDING;
        simulation.messageCount = PENDING * rounds;
        simulation.duration = Duration.ZERO;

        RunResult result = simulation.run();

        assertThat(result.totals().acknowledged()).isEqualTo(PENDING * rounds);
    }

    @Test
    void aLoopThatGetsManyAcknowledgementsTogetherNapsForTheFirstOfThemOnly() {
        run(ROUNDS, together());
        assertThat(naps).isEqualTo(1);
    }

    @Test
    void soDoesOneThatIsThereBeforeTheOthers() {
        run(ROUNDS, oneBeforeTheOthers());
        assertThat(naps).isEqualTo(1);
    }

    @Test
    void aLoopThatGetsThemOneByOneWaitsForHalfOfThem() {
        run(ROUNDS, oneByOne());
        // One nap for 50 messages, but for the last, which are not followed by any.
        assertThat(naps).isBetween(2 * ROUNDS - 2, 2 * ROUNDS);
    }

    /** To be woken by the first of them is right no more when the others are not there, too. */
    @Test
    void aLoopThatGetsThemOneByOneAfterAllWaitsForHalfOfThemAgain() {
        ScriptedDriver.TrySend together = together();
        ScriptedDriver.TrySend oneByOne = oneByOne();
        run(2 * ROUNDS, (producer, body, token, listener) -> (sent++ < PENDING * ROUNDS ? together : oneByOne)
                .of(producer, body, token, listener));
        assertThat(naps).isBetween(2 * ROUNDS - 1, 2 * ROUNDS + 1);
    }
}
