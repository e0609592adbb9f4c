package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.RunResult;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consumers that reject a share of 1,000 messages, however few of them each gets. */
class RejectionTest extends SimulatedRun {

    @ParameterizedTest
    @CsvSource({"1%, 10, 1", "0.25, 250, 1", "100%, 1000, 1", "0, 0, 1", "1%, 10, 20", "0.25, 250, 3"})
    void aRejectedMessageIsReceivedAndCounted(String share, long rejected, int consumers) {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 200/s, max-pending: 100 }
                consumers: { from: queue://Q, ack: individual, reject: %s, count: %d }
                phases: { measure: 5s, drain: 5s }
                """.formatted(share, consumers));
        RunResult result = simulation.run();

        assertCounts(result, "rejected " + rejected + ", delivered 1000, lost 0, duplicate 0");
    }

    /** Each tenth of 1,000 messages, also the last one, which is sent 5 ms before the end of the load, is a dead letter after 50 ms. */
    @Test
    void theDrainWaitsForTheDeadLettersOfRejectedMessages() {
        ScriptedDriver driver = simulation.scripted();
        ByteBuffer[] last = new ByteBuffer[1];
        driver.trySend = (producer, body, token, listener) -> {
            last[0] = ScriptedDriver.copy(body);
            driver.deliver(0, body);
            listener.onSendCompleted(token, null);
            return true;
        };
        driver.reject = () -> {
            ByteBuffer rejected = last[0];
            simulation.at(simulation.time.nanoTime() + 50_000_000, () -> driver.deliver(1, rejected));
        };
        simulation.file = Optional.of("""
                producers: { to: queue://WORK, rate: 200/s, max-pending: 100 }
                consumers:
                  - { from: queue://WORK, ack: individual, reject: 10% }
                  - { from: queue://DEAD }
                phases: { measure: 5s, drain: 5s }
                """);
        RunResult result = simulation.run();
        assertCounts(result, "success, expected 1000, delivered 1000, rejected 100, deadLettered 100");
        assertThat(result.drainNs()).isBetween(45_000_000L, 60_000_000L);
    }
}
