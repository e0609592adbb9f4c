package dev.dyno.driver.rabbitmq;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.FreePort;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Options of RabbitMQ PerfTest and their effect at the broker. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
class PerfTestWordsTest {

    private static final int MESSAGES = 200;

    private final Destination queue = Fixture.queue();

    private RunResult run(Map<String, String> settings, String producer, String consumer) {
        return Loads.run(
                new RabbitDriver(),
                OnRabbit.node().url(),
                settings,
                "{ producers: { to: " + queue + ", messages: " + MESSAGES + ", max-pending: 50" + producer + " }"
                        + (consumer.isEmpty() ? "" : ", consumers: { from: " + queue + consumer + " }")
                        + ", phases: { measure: until stopped, drain: 10s } }");
    }

    private static long count(String name) throws Exception {
        try (Connection connection = OnRabbit.node().connect();
                Channel channel = connection.createChannel()) {
            return channel.messageCount(name);
        }
    }

    /** {@code --nack --requeue false}. */
    @Test
    void aConsumerThatDropsLeavesItsMessagesToTheDeadLetters() throws Exception {
        String dead = queue.name() + "-dead";
        try (Connection connection = OnRabbit.node().connect();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare(dead, true, false, false, Map.of());
        }
        Map<String, String> settings = new HashMap<>(Map.of("rabbitmq.answer", "drop"));
        settings.put("rabbitmq.queue.arguments.x-dead-letter-exchange", "");
        settings.put("rabbitmq.queue.arguments.x-dead-letter-routing-key", dead);
        RunResult result = run(settings, "", ", ack: auto");
        assertCounts(result, "delivered " + MESSAGES + ", duplicate 0");
        // And the probe.
        assertThat(count(dead)).isEqualTo(MESSAGES + 1);
        assertThat(count(queue.name())).isZero();
    }

    /** {@code --nack}: up to the prefetch limit the same messages come again and again. */
    @Test
    void aConsumerThatRequeuesGetsItsMessagesAgain() throws Exception {
        RunResult result = run(Map.of("rabbitmq.answer", "requeue"), "", ", ack: client");
        assertThat(result.ledger().delivered()).isEqualTo(MESSAGES);
        assertThat(result.ledger().duplicate()).isPositive();
        assertThat(count(queue.name())).isGreaterThanOrEqualTo(MESSAGES);
    }

    /** {@code --auto-delete true}. */
    @Test
    void aQueueGoesWithItsLastConsumerWhereThatIsAsked() throws Exception {
        run(Map.of("rabbitmq.queue.auto-delete", "true"), "", ", count: 2");
        assertThatThrownBy(() -> count(queue.name()))
                .hasRootCauseMessage(
                        "channel error; protocol method: #method<channel.close>(reply-code=404, reply-text=NOT_FOUND - no queue '"
                                + queue.name() + "' in vhost '/', class-id=50, method-id=10)");
    }

    /** {@code --content-type application/json --message-properties colour=red}. */
    @Test
    void messagesBearTheirContentTypeAndTheirProperties() throws Exception {
        run(Map.of("rabbitmq.content-type", "application/json"), ", message: { properties: { colour: red } }", "");
        try (Connection connection = OnRabbit.node().connect();
                Channel channel = connection.createChannel()) {
            GetResponse got = channel.basicGet(queue.name(), true);
            assertThat(got.getProps().getContentType()).isEqualTo("application/json");
            assertThat(got.getProps().getHeaders().get("colour")).hasToString("red");
        }
    }

    /** {@code --uris}: of two addresses nobody answers at the first. */
    @Test
    void aConnectionIsMadeToTheHostThatAnswers() {
        RunResult result = Loads.run(
                new RabbitDriver(),
                "amqp://127.0.0.1:" + FreePort.find(),
                Map.of("rabbitmq.more-hosts", OnRabbit.node().url().replaceFirst("amqp://(.*@)?", "")),
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
                new RabbitDriver(),
                OnRabbit.node().url(),
                Map.of(),
                "{ consumers: { from: " + queue + ", exit-when: empty }, phases: { measure: 20s } }");
        assertThat(result.measuredNs()).isBetween(1_000_000_000L, 5_000_000_000L);
        // Those consumers are of another run.
        assertThat(count(queue.name())).isZero();
    }
}
