package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.AckWindow;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Acknowledgements of more messages than a consumer is given before the first of them are refused before the load. */
class AckWindowTest extends SimulatedRun {

    private final ScriptedDriver driver = new ScriptedDriver();
    private final AtomicBoolean connected = new AtomicBoolean();

    private Optional<String> refusal(AckMode ack, int interval, int consumers, AckWindow window) {
        driver.ackWindow = Optional.of(window);
        driver.connect = () -> connected.set(true);
        simulation.driver = driver;
        simulation.set(
                "ack %s; consumerCommitInterval %s; consumers %s; messageCount 10; duration 0s",
                ack, interval, consumers);
        return simulation.run().outcome().cause();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                CLIENT | 10 | 1 | false | 1 |
                CLIENT | 10 | 50 | false | 1 |
                TRANSACTED | 10 | 1 | true | 1 |
                CLIENT | 4 | 3 | true | 1 |
                AUTO | 1 | 1 | false | 10 |
                AUTO | 1 | 20 | true | 1 |
                INDIVIDUAL | 1 | 20 | true | 1 |
                CLIENT | 11 | 3 | false | 1 | 11 where a consumer acknowledges 11 messages at a time (commit-interval of the consumers)
                TRANSACTED | 25 | 1 | true | 1 | 25 where a consumer acknowledges 25 messages at a time (commit-interval of the consumers)
                CLIENT | 5 | 3 | true | 1 | 13 where 3 consumers that share it acknowledge 5 messages at a time (commit-interval of the consumers)
                DUPS_OK | 1 | 1 | false | 20 | 20 where a consumer acknowledges 20 messages at a time
                """)
    void aBatchThatDoesNotFitIsRefused(
            AckMode ack, int interval, int consumers, boolean shared, int batch, @Nullable String atLeast) {
        assertThat(refusal(ack, interval, consumers, new AckWindow("x.limit", 10, shared, batch)))
                .isEqualTo(Optional.ofNullable(atLeast)
                        .map(least -> "x.limit: 10; must be at least " + least
                                + ": the broker would wait for the acknowledgement, and the consumer for messages"));
        assertThat(connected.get()).isEqualTo(atLeast == null);
    }
}
