package dev.dyno.driver.rabbitmq;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.GetResponse;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.FreePort;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loads whose effect the broker shows: options of RabbitMQ PerfTest, files of the OpenMessaging Benchmark, and messages of another
 * application.
 */
@ExtendWith(OnRabbit.class)
@Tag("broker")
class LoadsTest {

    private static final int MESSAGES = 200;
    private static final int FOREIGN = 1_000;
    private static final int BYTES = 300;

    private final Destination queue = TestClient.queue();

    private RunResult run(Map<String, String> settings, String producer, String consumer) {
        return Loads.run(
                OnRabbit.spec(settings),
                "{ producers: { to: " + queue + ", messages: " + MESSAGES + ", max-pending: 50" + producer + " }"
                        + (consumer.isEmpty() ? "" : ", consumers: { from: " + queue + consumer + " }")
                        + ", phases: { measure: until stopped, drain: 10s } }");
    }

    /** {@code --nack --requeue false}. */
    @Test
    void aConsumerThatDropsLeavesItsMessagesToTheDeadLetters() throws Exception {
        String dead = queue.name() + "-dead";
        OnRabbit.channel(channel -> channel.queueDeclare(dead, true, false, false, Map.of()));
        Map<String, String> settings = new HashMap<>(Map.of("rabbitmq.answer", "drop"));
        settings.put("rabbitmq.queue.arguments.x-dead-letter-exchange", "");
        settings.put("rabbitmq.queue.arguments.x-dead-letter-routing-key", dead);
        assertCounts(run(settings, "", ", ack: auto"), "delivered " + MESSAGES + ", duplicate 0");
        // And the probe.
        assertThat(OnRabbit.count(dead)).isEqualTo(MESSAGES + 1);
        assertThat(OnRabbit.count(queue.name())).isZero();
    }

    /** {@code --nack}: up to the prefetch limit the same messages come again and again. */
    @Test
    void aConsumerThatRequeuesGetsItsMessagesAgain() throws Exception {
        RunResult result = run(Map.of("rabbitmq.answer", "requeue"), "", ", ack: client");
        assertThat(result.ledger().delivered()).isEqualTo(MESSAGES);
        assertThat(result.ledger().duplicate()).isPositive();
        assertThat(OnRabbit.count(queue.name())).isGreaterThanOrEqualTo(MESSAGES);
    }

    /** {@code --auto-delete true}. */
    @Test
    void aQueueGoesWithItsLastConsumerWhereThatIsAsked() throws Exception {
        run(Map.of("rabbitmq.queue.auto-delete", "true"), "", ", count: 2");
        assertThatThrownBy(() -> OnRabbit.count(queue.name()))
                .hasRootCauseMessage(
                        "channel error; protocol method: #method<channel.close>(reply-code=404, reply-text=NOT_FOUND - no queue '"
                                + queue.name() + "' in vhost '/', class-id=50, method-id=10)");
    }

    /** {@code --content-type application/json --message-properties colour=red}. */
    @Test
    void messagesBearTheirContentTypeAndTheirProperties() throws Exception {
        run(Map.of("rabbitmq.content-type", "application/json"), ", message: { properties: { colour: red } }", "");
        GetResponse got = OnRabbit.channel(channel -> channel.basicGet(queue.name(), true));
        assertThat(got.getProps().getContentType()).isEqualTo("application/json");
        assertThat(got.getProps().getHeaders().get("colour")).hasToString("red");
    }

    /** {@code --uris}: of two addresses nobody answers at the first. */
    @Test
    void aConnectionIsMadeToTheHostThatAnswers() {
        RunResult result = Loads.run(
                TestClient.spec(
                        "amqp://127.0.0.1:" + FreePort.find(),
                        Map.of("rabbitmq.more-hosts", OnRabbit.url().replaceFirst("amqp://(.*@)?", ""))),
                "{ producers: { to: " + queue + ", count: 3, messages: " + MESSAGES + " }, consumers: { from: " + queue
                        + ", count: 2 }, phases: { measure: until stopped } }");
        assertThat(result.ledger().delivered()).isEqualTo(MESSAGES);
    }

    /** {@code --consumer-rate 100}. */
    @Test
    void consumersTakeNoMoreThanTheirRate() {
        RunResult result = run(Map.of("rabbitmq.prefetch", "5"), "", ", rate: 100/s, count: 2");
        assertThat(result.ledger().delivered()).isEqualTo(MESSAGES);
        assertThat(result.drainNs() + result.measuredNs()).isBetween(1_700_000_000L, 6_000_000_000L);
    }

    /** {@code --exit-when empty}, of what others have left. */
    @Test
    void aConsumerEndsWhenItsQueueIsEmpty() throws Exception {
        run(Map.of(), "", "");
        RunResult result = Loads.run(
                OnRabbit.spec(Map.of()),
                "{ consumers: { from: " + queue + ", exit-when: empty }, phases: { measure: 20s } }");
        assertThat(result.measuredNs() + result.drainNs()).isBetween(1_000_000_000L, 5_000_000_000L);
        // The consumers are of another run.
        assertThat(OnRabbit.count(queue.name())).isZero();
    }

    /** Runs a load with broken connections replaced, until long after something is done to the broker; its end. */
    private Outcome disturbed(Map<String, String> settings, String consumers, Loads.Asking doing) {
        return Loads.disturbed(
                        OnRabbit.spec(settings),
                        "{ producers: { to: " + queue + ", rate: 100/s, on-failure: "
                                + (consumers.isEmpty() ? "stop }" : "count }, consumers: { " + consumers + " }")
                                + ", phases: { measure: 30s } }",
                        doing)
                .result()
                .outcome();
    }

    /** A consumer of a queue that somebody else had made, and removed, for which the settings are wrong. */
    @Test
    void aQueueThatTheBrokerDoesNotMakeAgainEndsALoadThatReconnects() throws Exception {
        OnRabbit.channel(channel -> channel.queueDeclare(queue.name(), true, false, false, Map.of()));
        Outcome end = disturbed(
                Map.of("rabbitmq.queue.arguments.x-max-length", "much"),
                "from: " + queue,
                first -> OnRabbit.channel(channel -> channel.queueDelete(first)));
        assertThat(end.cause()).hasValueSatisfying(cause -> assertThat(cause)
                .startsWith("cannot create a consumer of " + queue
                        + ": 406 PRECONDITION_FAILED - invalid arg 'x-max-length' for queue"));
    }

    /** A policy, which the client does not know of, has the queue refuse messages. */
    @Test
    void aQueueThatRefusesMessagesByAPolicyEndsALoadThatReconnects() {
        try {
            Outcome end = disturbed(Map.of(), "", OnRabbit::refuseBeyondThree);
            assertThat(end.cause()).contains("cannot send to " + queue + ": the broker did not take it (basic.nack)");
        } finally {
            OnRabbit.control("clear_policy", "full");
        }
    }

    /** A client library that connects again by itself, in a load that a failed send would end. */
    @Test
    void whatIsInFlightWhenTheLibraryConnectsAgainIsInDoubtAndEndsNoLoad() {
        RunResult result = Loads.runUntilAsked(
                OnRabbit.spec(Map.of("connection.recovery.enabled", "true", "connection.recovery.interval", "100")),
                "{ producers: { to: " + queue + ", max-pending: 100 }, consumers: { from: " + queue
                        + " }, phases: { measure: 30s, drain: 10s } }",
                first -> OnRabbit.control("close_all_connections", "test"));
        assertThat(result.ledger().inDoubt()).isPositive();
        assertCounts(result, "interrupted, lost 0");
    }

    private void assertReceived(Map<String, String> settings, BasicProperties properties, Optional<String> timestamp)
            throws Exception {
        boolean sent = OnRabbit.channel(channel -> {
            Map<String, Object> arguments = settings.isEmpty() ? Map.of() : Map.of("x-queue-type", "stream");
            channel.queueDeclare(queue.name(), true, false, false, arguments);
            channel.confirmSelect();
            for (int i = 0; i < FOREIGN; i++) {
                channel.basicPublish("", queue.name(), properties, new byte[BYTES]);
            }
            return channel.waitForConfirms(10_000);
        });
        assertThat(sent).isTrue();
        Loads.assertForeign(Loads.receive(OnRabbit.spec(settings), queue, FOREIGN), FOREIGN, BYTES, timestamp);
    }

    @Test
    @Tag("nightly")
    void aTimestampOfAnotherApplicationIsInWholeSeconds() throws Exception {
        BasicProperties properties = new BasicProperties.Builder()
                .timestamp(Date.from(Instant.now()))
                .build();
        assertReceived(
                Map.of(), properties, Optional.of("the timestamp property, set by the producer in whole seconds"));
    }

    /** The broker's message interceptor sets it, where it is configured. */
    @Test
    @Tag("nightly")
    void theTimestampOfTheBrokerIsInMilliseconds() throws Exception {
        BasicProperties properties = new BasicProperties.Builder()
                .timestamp(Date.from(Instant.EPOCH))
                .headers(Map.of("timestamp_in_ms", System.currentTimeMillis()))
                .build();
        assertReceived(Map.of(), properties, Optional.of("the header timestamp_in_ms, set by the broker"));
    }

    @Test
    @Tag("nightly")
    void withoutATimestampMessagesAreCountedAndSized() throws Exception {
        assertReceived(Map.of(), new BasicProperties(), Optional.empty());
    }

    @Test
    @Tag("nightly")
    void aStreamIsReadFromItsFirstMessage() throws Exception {
        assertReceived(Map.of("rabbitmq.queue.type", "stream"), new BasicProperties(), Optional.empty());
    }

    /** A file of the OpenMessaging Benchmark. */
    @ParameterizedTest
    @CsvSource({"CLASSIC, classic", "QUORUM, quorum"})
    @Tag("nightly")
    void queuesAreDurableAndConsumersDoNotAcknowledge(String type, String kind) {
        String driver = """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                amqpUris: [ "amqp://localhost" ]
                queueType: %s
                """.formatted(type);
        Loads.omb(OnRabbit.spec(Map.of()), driver, Loads.ombWorkload(1), topic -> {
            assertThat(topic).matches("test-exchange-0000000-[A-Za-z0-9_-]{7}");
            List<String> queues = OnRabbit.ask("list_queues", "name", "durable", "type", "arguments").stream()
                    .filter(line -> line.startsWith(topic))
                    .toList();
            // From 4.3 on the broker lists the type of each queue as an argument, also if it was not one.
            assertThat(queues).hasSize(2).allSatisfy(line -> assertThat(line)
                    .matches(".*\ttrue\t%1$s\t\\[(\\{\"x-queue-type\",\"%1$s\"})?]".formatted(kind)));
            assertThat(OnRabbit.ask("list_exchanges", "name", "type", "durable"))
                    .anySatisfy(line -> assertThat(line).startsWith(topic).contains("fanout", "true"));
            assertThat(OnRabbit.ask("list_consumers", "queue_name", "ack_required"))
                    .filteredOn(line -> line.startsWith(topic))
                    .hasSize(4)
                    .allSatisfy(line -> assertThat(line).contains("false"));
            assertThat(OnRabbit.ask("list_connections", "pid")).hasSize(1);
        });
    }
}
