package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.ForwardingTime;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The share of Dyno's own delay in a latency, with a load generator that oversleeps by a known time. */
@Tag("slow")
class OwnDelayShareTest {

    /** A broker that works for 2 ms on one message after the other, then delivers and acknowledges it. */
    private static ScriptedDriver oneServer(Simulation simulation) {
        ScriptedDriver driver = new ScriptedDriver();
        long[] freeNs = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            ByteBuffer kept =
                    ByteBuffer.allocate(body.remaining()).put(body.duplicate()).flip();
            freeNs[0] = Math.max(freeNs[0], simulation.time.nanoTime()) + 2_000_000;
            simulation.time.schedule(freeNs[0], () -> {
                deliver(driver, kept);
                listener.onSendCompleted(token, null);
            });
            return true;
        };
        return driver;
    }

    private static void deliver(ScriptedDriver driver, ByteBuffer body) {
        try {
            driver.deliver(body);
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    /** A load generator whose thread wakes up late one time in twenty. */
    private static RunResult oversleeping(int maxPending, long lateNs) {
        Simulation simulation = new Simulation();
        simulation.driver = oneServer(simulation);
        simulation.onClock(new ForwardingTime(simulation.time) {
            private int parks;

            @Override
            public void parkUntil(long deadlineNs) {
                super.parkUntil(deadlineNs);
                if (lateNs > 0 && ++parks % 20 == 0) {
                    long awakeNs = nanoTime() + lateNs;
                    while (nanoTime() < awakeNs) {
                        super.parkUntil(awakeNs);
                    }
                }
            }
        });
        simulation.load = Schedule.constant(Rate.perSecond(250)).withArrivals(ArrivalProcess.POISSON);
        simulation.maxPending = maxPending;
        simulation.warmup = Duration.ofSeconds(10);
        simulation.duration = Duration.ofMinutes(10);
        return simulation.run();
    }

    private static double p99Ms(RunResult result, Latency latency) {
        return result.latencies().get(latency).orElseThrow().getValueAtPercentile(99) / 1e6;
    }

    /**
     * M/D/1 at half load, 2 ms a message: by theory the 99th percentile of the response time is 8.66 ms. A twentieth of all waits
     * of 5 ms too long is far more of it than a tenth, with one message in flight, too, where half of the messages wait for the
     * broker besides.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void ownDelayThatIsNotSmallAgainstThePercentileCostsTheValid(int maxPending) {
        RunResult late = oversleeping(maxPending, 5_000_000);
        assertThat(p99Ms(late, Latency.OWN_DELAY)).isBetween(4.0, 6.0);
        assertThat(p99Ms(late, Latency.RESPONSE)).isGreaterThan(8.66 * 1.1);
        assertThat(late.verdict().reasons())
                .filteredOn(reason -> reason.code().equals("send-delay"))
                .extracting(FindingText.FLAGS::of)
                .singleElement()
                .asString()
                .contains(" ms of response, ", " ms of end-to-end; ");
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 150000", "100, 150000"})
    void ownDelayThatIsSmallDoesNot(int maxPending, long lateNs) {
        RunResult result = oversleeping(maxPending, lateNs);
        assertThat(p99Ms(result, Latency.RESPONSE)).isBetween(8.66 * 0.97, 8.66 * 1.03 + lateNs / 1e6);
        assertThat(p99Ms(result, Latency.OWN_DELAY)).isLessThanOrEqualTo(lateNs * 1.001 / 1e6);
        assertThat(result.verdict().reasons()).extracting(Finding::code).doesNotContain("send-delay");
    }

    /** Without a limit nothing is held up: each delay is the generator's. */
    @Test
    void withoutAWaitForTheBrokerAllDelayIsOwn() {
        RunResult late = oversleeping(0, 5_000_000);
        assertThat(late.latencies().get(Latency.OWN_DELAY))
                .isEqualTo(late.latencies().get(Latency.SEND_DELAY));
    }
}
