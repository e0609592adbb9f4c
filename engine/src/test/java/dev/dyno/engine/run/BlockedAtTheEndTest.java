package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.engine.record.ClosingThread;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that stands still holds a send call until its connection is closed: that is no failure, and the message counts. */
@Tag("slow")
class BlockedAtTheEndTest {

    private static final int ANSWERED = 9;

    private static final Duration DRAIN = Duration.ofMillis(200);

    /** @param delivered so many of the first ones, and the one whose call is held if that is all that are answered */
    private static RunResult run(int delivered) {
        Simulation simulation = new Simulation();
        ScriptedDriver driver = new ScriptedDriver();
        CountDownLatch closed = new CountDownLatch(1);
        LocalRunner[] runner = new LocalRunner[1];
        long[] sent = new long[1];
        driver.send = (producer, body) -> {
            if (producer < 0 || ++sent[0] <= delivered || delivered == ANSWERED) {
                driver.deliver(body);
            }
            if (producer >= 0 && sent[0] > ANSWERED) {
                runner[0].stop();
                awaitClosing(closed);
                throw new DriverException("closed");
            }
        };
        driver.close = producer -> {
            if (producer >= 0) {
                closed.countDown();
            }
        };
        simulation.driver = driver;
        simulation.mode = SendMode.SYNC;
        simulation.duration = Duration.ZERO;
        simulation.drain = DRAIN;
        simulation.whileRunning = made -> runner[0] = made;
        try (SystemTime time = new SystemTime()) {
            return simulation.inRealTime(time).run();
        }
    }

    /** Ten messages, of which the last is never answered; then the run is stopped, as Ctrl+C does. */
    @Test
    @Timeout(60)
    void aCallThatIsGivenUpIsAnUnacknowledgedMessage() {
        RunResult result = run(ANSWERED);
        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.totals().sent()).isEqualTo(ANSWERED + 1);
        assertThat(result.totals().acknowledged()).isEqualTo(ANSWERED);
        assertThat(result.totals().failed()).isZero();
        assertThat(result.due().orElseThrow().unacknowledged()).isEqualTo(1);
        assertThat(result.ledger().inDoubt()).isEqualTo(1);
        assertThat(result.ledger().inDoubtDelivered()).isEqualTo(1);
        LatencyRange longest =
                result.latencies().percentile(Latency.RESPONSE, 100).orElseThrow();
        assertThat(longest.isOpen()).isTrue();
        assertThat(longest.lowNs()).isGreaterThanOrEqualTo(DRAIN.toNanos());
    }

    /** The ninth message is acknowledged and not delivered, and the tenth call is held for seconds after a drain of 200 ms. */
    @Test
    @Timeout(60)
    void aCallThatIsHeldDoesNotLengthenTheWaitOfAnUndeliveredMessage() {
        RunResult result = run(ANSWERED - 1);
        LatencyRange longest =
                result.latencies().percentile(Latency.END_TO_END, 100).orElseThrow();
        assertThat(longest.isOpen()).isTrue();
        // Without the mend it is two seconds more: so long is waited for the thread.
        assertThat(longest.lowNs())
                .isBetween(DRAIN.toNanos(), DRAIN.plusMillis(1_500).toNanos());
    }

    /** Fifty clients, none of which is ever closed: the run is waited for as long as for one of them. */
    @Test
    @Timeout(60)
    void aRunEndsThoughTheBrokerAnswersNoClose() {
        Simulation simulation = new Simulation().manyProducers(50);
        ScriptedDriver driver = new ScriptedDriver();
        CountDownLatch never = new CountDownLatch(1);
        driver.close = producer -> {
            if (producer >= 0) {
                awaitClosing(never);
            }
        };
        simulation.driver = driver;
        simulation.messageCount = 500;
        long tookNs;
        try (SystemTime time = new SystemTime()) {
            RunResult result = simulation.inRealTime(time).run();
            tookNs = time.nanoTime() - simulation.ends.get(0);
            assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        } finally {
            never.countDown();
        }
        assertThat(Duration.ofNanos(tookNs)).isLessThan(Duration.ofMillis(ClosingThread.PATIENCE_MS + 5_000));
        assertThat(simulation.notes).anyMatch(note -> note.contains("it is not waited for"));
    }

    private static void awaitClosing(CountDownLatch closed) {
        try {
            closed.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
