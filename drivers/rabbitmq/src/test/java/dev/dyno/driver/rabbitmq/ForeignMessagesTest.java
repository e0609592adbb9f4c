package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Messages that another application has sent to a queue. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
@Tag("nightly")
class ForeignMessagesTest {

    private static final int MESSAGES = 1_000;
    private static final int BYTES = 300;

    private final Destination queue = Fixture.queue();

    private RunResult receive(Map<String, String> settings, BasicProperties properties) throws Exception {
        try (Connection connection = OnRabbit.node().connect();
                Channel channel = connection.createChannel()) {
            Map<String, Object> arguments = settings.isEmpty() ? Map.of() : Map.of("x-queue-type", "stream");
            channel.queueDeclare(queue.name(), true, false, false, arguments);
            channel.confirmSelect();
            for (int i = 0; i < MESSAGES; i++) {
                channel.basicPublish("", queue.name(), properties, new byte[BYTES]);
            }
            assertThat(channel.waitForConfirms(10_000)).isTrue();
        }
        return Loads.receive(new RabbitDriver(), OnRabbit.node().url(), settings, queue, MESSAGES);
    }

    @Test
    void aTimestampIsInWholeSeconds() throws Exception {
        BasicProperties properties = new BasicProperties.Builder()
                .timestamp(Date.from(Instant.now()))
                .build();
        Loads.assertForeign(
                receive(Map.of(), properties),
                MESSAGES,
                BYTES,
                Optional.of("the timestamp property, set by the producer in whole seconds"));
    }

    /** The broker's message interceptor sets it, where it is configured. */
    @Test
    void theTimestampOfTheBrokerIsInMilliseconds() throws Exception {
        BasicProperties properties = new BasicProperties.Builder()
                .timestamp(Date.from(Instant.EPOCH))
                .headers(Map.of("timestamp_in_ms", System.currentTimeMillis()))
                .build();
        Loads.assertForeign(
                receive(Map.of(), properties),
                MESSAGES,
                BYTES,
                Optional.of("the header timestamp_in_ms, set by the broker"));
    }

    @Test
    void withoutATimestampMessagesAreCountedAndSized() throws Exception {
        Loads.assertForeign(receive(Map.of(), new BasicProperties()), MESSAGES, BYTES, Optional.empty());
    }

    @Test
    void aStreamIsReadFromItsFirstMessage() throws Exception {
        Loads.assertForeign(
                receive(Map.of("rabbitmq.queue.type", "stream"), new BasicProperties()),
                MESSAGES,
                BYTES,
                Optional.empty());
    }
}
