package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ForwardingTime;
import dev.dyno.engine.run.LumpyLibrary;
import dev.dyno.engine.run.ScriptedDriver;
import dev.dyno.engine.run.Simulation;
import dev.dyno.model.result.RunResult;
import org.junit.jupiter.api.Test;

/** Number of wake-ups of a loop that waits for acknowledgements. */
class SendWaitTest {

    private static final int PENDING = 100;
    private static final int ROUNDS = 10;
    private static final long MS = 1_000_000;

    private final Simulation simulation = new Simulation();
    private final ScriptedDriver driver = new ScriptedDriver();
    private final LumpyLibrary library = new LumpyLibrary(driver, simulation);
    private long freeAtNs;
    private int sent;
    private int naps;

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
                // A thread that waits for the end of the run or of the drain only may be the thread of the run.
                naps += deadlineNs - nanoTime() < MS ? 1 : 0;
                super.parkUntil(deadlineNs);
            }
        });
        simulation.maxPending = PENDING;
        simulation.messages(PENDING * rounds);

        RunResult result = simulation.run();

        assertThat(result.totals().acknowledged()).isEqualTo(PENDING * rounds);
    }

    @Test
    void aLoopThatGetsManyAcknowledgementsTogetherNapsForTheFirstOfThemOnly() {
        run(ROUNDS, library);
        assertThat(naps).isEqualTo(1);
    }

    /** A loop whose first acknowledgement comes a little before the others naps once, too. */
    @Test
    void soDoesOneThatIsThereBeforeTheOthers() {
        library.firstAheadNs = MS / 1_000;
        run(ROUNDS, library);
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
        ScriptedDriver.TrySend oneByOne = oneByOne();
        run(2 * ROUNDS, (producer, body, token, listener) -> (sent++ < PENDING * ROUNDS ? library : oneByOne)
                .of(producer, body, token, listener));
        assertThat(naps).isBetween(2 * ROUNDS - 1, 2 * ROUNDS + 1);
    }
}
