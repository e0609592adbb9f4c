package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Somebody asks for the end of a run: while clients connect, in the load, in the drain, and twice. */
class StopTest {

    private static final int SENT = 100;
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final Simulation simulation = new Simulation();

    /** The probe takes 9 s, then there are 100 messages in 10 s, of which each is delivered after 9 s. */
    private RunResult stoppedAfter(Integer... seconds) {
        simulation.script("delivery", "9s");
        simulation.load = Schedule.constant(Rate.perSecond(10));
        simulation.drain = Duration.ofHours(1);
        simulation.maxPending = SENT;
        simulation.whileRunning = runner -> {
            long nowNs = simulation.time.nanoTime();
            for (int second : seconds) {
                simulation.time.schedule(nowNs + second * SECOND, runner::stop);
            }
        };
        return simulation.run();
    }

    @Test
    void withoutAStopAllIsDrained() {
        RunResult result = stoppedAfter();
        assertThat(result.ledger().delivered()).isEqualTo(SENT);
        assertThat(result.drainNs()).isBetween(8 * SECOND, 9 * SECOND + MS);
    }

    @Test
    void stopInTheLoadDrainsAllThatWasSent() {
        RunResult result = stoppedAfter(15);
        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.totals().sent()).isBetween(40L, 70L);
        assertThat(result.ledger().delivered()).isEqualTo(result.totals().sent());
    }

    @Test
    void stopInTheDrainEndsIt() {
        assertDrainIsCut(3, stoppedAfter(22));
    }

    @Test
    void secondStopEndsTheDrain() {
        assertDrainIsCut(2, stoppedAfter(16, 18));
    }

    private static void assertDrainIsCut(int afterSeconds, RunResult result) {
        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.drainNs()).isBetween(afterSeconds * SECOND - 100 * MS, afterSeconds * SECOND + 200 * MS);
        assertThat(result.ledger().undelivered()).isBetween(50L, 80L);
        // The broker still has them.
        assertThat(result.ledger().lost()).isZero();
    }

    @Test
    void stopWhileClientsConnectConnectsNoMore() {
        AtomicInteger connected = new AtomicInteger();
        simulation.manyProducers(SENT);
        LocalRunner[] runner = new LocalRunner[1];
        simulation.whileRunning = made -> runner[0] = made;
        ScriptedDriver driver = new ScriptedDriver();
        driver.connect = () -> {
            if (connected.incrementAndGet() == 3) {
                runner[0].stop();
            }
        };
        simulation.driver = driver;
        assertThat(simulation.run().outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(connected).hasValue(3);
    }
}
