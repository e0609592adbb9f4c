package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fates of messages that consumers reject, or that expire, on brokers. */
class RejectedAndExpiredTest extends OnManagedBroker {

    @TempDir
    private Path folder = Path.of("");

    /**
     * Each twentieth of 300 messages is rejected. Of another 300, 170 have expired when their consumer comes at 2 s, and 130 arrive. RabbitMQ
     * makes dead letters of all that are rejected or expired.
     */
    @Test
    @Tag("nightly")
    void eachMessageHasItsFateOnRabbit() throws IOException {
        Path file = Files.writeString(folder.resolve("fates.yaml"), """
                producers:
                  - { to: queue://WORK, rate: 100/s }
                  - { to: queue://LATE, rate: 100/s, message: { ttl: 300ms } }
                consumers:
                  - { name: work, from: queue://WORK, ack: individual, reject: 5% }
                  - { name: late, from: queue://LATE, start: 2s }
                  - { name: dead-letters, from: queue://DEAD }
                phases: { measure: 3s, drain: 10s }
                """);
        type(
                        "run %s --broker rabbitmq --driver-property rabbitmq.queue.arguments.x-dead-letter-exchange="
                                + " --driver-property rabbitmq.queue.arguments.x-dead-letter-routing-key=DEAD",
                        file)
                .ended(Exit.GOOD);
        RunResult result = stored().result();
        LedgerCounts ledger = result.ledger();
        assertCounts(
                result, "expected 600, rejected 15, lost 0, fateUnknown 0, deadLettered " + (15 + ledger.expired()));
        assertThat(ledger.expired()).isBetween(130L, 210L).isEqualTo(600 - ledger.delivered());
        assertThat(result.group("work").orElseThrow().ledger().rejected()).isEqualTo(15);
        assertThat(result.group("dead-letters").orElseThrow().totals().received())
                .isEqualTo(ledger.deadLettered());
    }

    @Test
    void rejectedMessagesOfJetStreamDoNotComeAgain() throws IOException {
        type("client --broker nats --driver jetstream --warmup 0 --rate 100 --message-count 200 --ack-mode individual"
                        + " --reject 5% queue://WORK")
                .ended(Exit.GOOD);
        assertCounts(stored().result(), "rejected 10, delivered 200, duplicate 0");
    }

    /**
     * Each twentieth of 200 messages, which a broker moves to the queue of its configuration: at once by AMQP 1.0, after a single
     * delivery by Artemis, by the client of ActiveMQ, and in a share group of Kafka.
     */
    @ParameterizedTest
    @CsvSource({
        "artemis --driver amqp, DLQ",
        "artemis --set max-delivery-attempts=1 --driver-property jms.rejection=recover, DLQ",
        "activemq --driver-property jms.rejection=recover"
                + " --driver-property jms.redeliveryPolicy.maximumRedeliveries=0, ActiveMQ.DLQ",
        "kafka --driver-property kafka.group-type=share"
                + " --driver-property kafka.group.errors.deadletterqueue.topic.name=DEAD"
                + " --driver-property kafka.group.errors.deadletterqueue.copy.record.enable=true"
                + " --driver-property kafka.topic.errors.deadletterqueue.group.enable=true, DEAD"
    })
    @Tag("nightly")
    void rejectedMessagesAreDeadLetters(String broker, String dead) throws IOException {
        Path file = Files.writeString(folder.resolve("reject.yaml"), """
                producers: { to: queue://WORK, rate: 100/s, message: { persistent: true } }
                consumers:
                  - { from: queue://WORK, ack: individual, reject: 5%% }
                  - { from: queue://%s }
                phases: { measure: 2s, drain: 10s }
                """.formatted(dead));
        type("run %s --broker " + broker, file).ended(Exit.GOOD);
        assertCounts(stored().result(), "delivered 200, rejected 10, deadLettered 10, lost 0, duplicate 0");
    }

    @Test
    void aDriverThatCannotRejectSaysSo() {
        Ran ran = type("client --broker artemis --duration 2 --ack-mode individual --reject 5% queue://WORK")
                .ended(Exit.FAILED);
        assertThat(ran.out().replaceAll("\\s+", " "))
                .contains("driver artemis does not offer what the workload needs: no rejected messages (reject) of this"
                        + " provider, which delivers such a message again; where that makes a dead letter of it at once, give"
                        + " jms.rejection=recover");
    }
}
