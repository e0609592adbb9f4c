package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic other than messages from producers to consumers, on brokers. */
class TrafficOnBrokersTest extends OnManagedBroker {

    private static final long MS = 1_000_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private Path folder;

    /** Each request waits for 2 ms of work, so no round trip is shorter. */
    @ParameterizedTest
    @ValueSource(strings = {"artemis", "rabbitmq", "nats"})
    void eachRequestHasOneReply(String broker) throws IOException {
        Ran ran = type(
                        "client --broker %s --warmup 0 --rate 100 --duration 2 --think-time 2ms --reply-to ANSWERS"
                                + " queue://QUESTIONS",
                        broker)
                .ended(Exit.GOOD);
        RunResult result = stored().result();
        assertThat(result.ledger().expected()).isEqualTo(400);
        assertThat(result.ledger().delivered()).isEqualTo(400);
        assertThat(result.ledger().lost() + result.ledger().duplicate()).isZero();
        Histogram roundTrips = result.latencies().get(Latency.ROUND_TRIP).orElseThrow();
        assertThat(roundTrips.getTotalCount()).isEqualTo(200);
        assertThat(roundTrips.getMinValue()).isGreaterThan(2 * MS);
        assertThat(ran.out()).contains("200 of 200 requests were answered", "round trip");
    }

    /** Each twentieth of 200 messages: ten, of which RabbitMQ makes dead letters. */
    @Test
    void rejectedMessagesOfRabbitAreDeadLetters() throws IOException {
        Path file = Files.writeString(folder.resolve("reject.yaml"), """
                producers: { to: queue://WORK, rate: 100/s }
                consumers:
                  - { name: work, from: queue://WORK, ack: individual, reject: 5% }
                  - { name: dead-letters, from: queue://DEAD }
                phases: { measure: 2s, drain: 10s }
                """);
        type(
                        "run %s --broker rabbitmq --driver-property rabbitmq.queue.arguments.x-dead-letter-exchange="
                                + " --driver-property rabbitmq.queue.arguments.x-dead-letter-routing-key=DEAD",
                        file)
                .ended(Exit.GOOD);
        RunResult result = stored().result();
        assertThat(result.conditions().orElseThrow().rejected()).isEqualTo(10);
        assertThat(result.ledger().delivered()).isEqualTo(200);
        assertThat(Objects.requireNonNull(result.groups().get("dead-letters"))
                        .totals()
                        .received())
                .isEqualTo(10);
    }

    @Test
    void rejectedMessagesOfJetStreamDoNotComeAgain() throws IOException {
        type("client --broker nats --driver jetstream --warmup 0 --rate 100 --duration 2 --ack-mode individual"
                        + " --reject 5% queue://WORK")
                .ended(Exit.GOOD);
        assertThat(stored().result().conditions().orElseThrow().rejected()).isEqualTo(10);
        assertThat(stored().result().ledger().delivered()).isEqualTo(200);
        assertThat(stored().result().ledger().duplicate()).isZero();
    }

    @Test
    void aDriverThatCannotRejectSaysSo() {
        Ran ran = type("client --broker artemis --duration 2 --ack-mode individual --reject 5% queue://WORK");
        assertThat(ran.status()).isEqualTo(Exit.FAILED);
        assertThat(ran.out().replaceAll("\\s+", " "))
                .contains("driver artemis does not offer what the workload needs: no rejected messages (--reject)");
    }
}
