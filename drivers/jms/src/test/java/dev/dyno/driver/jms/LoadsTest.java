package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.engine.run.Loads;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.server.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages of another application, and what the broker has while files of the OpenMessaging Benchmark run on it. */
@Timeout(60)
@Tag("broker")
class LoadsTest extends OnArtemis {

    private static final int MESSAGES = 1_000;

    @ParameterizedTest
    @EnumSource(Provider.class)
    void messagesOfAnotherApplicationAreTimedByTheirTimestamp(Provider provider) throws Exception {
        Destination queue = Destination.parse("queue://foreign-" + provider);
        try (RawClient client = new RawClient(provider, broker)) {
            client.sendText(queue.name(), "21.5 degrees", MESSAGES);
        }
        Loads.assertForeign(
                Loads.receive(provider.spec(provider.url(broker.port())), queue, MESSAGES),
                MESSAGES,
                "21.5 degrees".length(),
                Optional.of("JMSTimestamp, set by the producer"));
    }

    private static void omb(String driver, Loads.Asking asking) {
        Loads.omb(Provider.CORE.spec("tcp://127.0.0.1:" + broker.port()), driver, Loads.ombWorkload(1), asking);
    }

    @Test
    void subscriptionsAreDurableAndMessagesHaveNoGroup() {
        String driver = """
                driverClass: io.openmessaging.benchmark.driver.artemis.ArtemisBenchmarkDriver
                brokerAddress: tcp://localhost:61616
                """;
        omb(driver, topic -> {
            assertThat(topic).matches("test-0000000-[A-Za-z0-9_-]{7}");
            assertThat(broker.queues(topic))
                    .hasSize(2)
                    .allMatch(Queue::isDurable)
                    .allMatch(queue -> queue.getRoutingType() == RoutingType.MULTICAST)
                    .allMatch(queue -> queue.getConsumerCount() == 2);
            Message message = broker.lastRouted(topic);
            assertThat(message.isDurable()).isTrue();
            assertThat(message.getTimestamp()).isPositive();
            assertThat((Object) message.getGroupID()).isNull();
            assertThat(broker.connections()).isEqualTo(1);
        });
    }

    /** The JMS driver sends the key as the message group, and gives each consumer a connection of its own. */
    @Test
    void throughItsJmsDriverMessagesHaveAGroupAndProperties() {
        String driver = """
                driverClass: io.openmessaging.benchmark.driver.jms.JMSBenchmarkDriver
                connectionFactoryClassName: org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory
                connectionFactoryConfigurationParam: tcp://localhost:61616
                use20api: true
                topicNamePrefix: mine
                properties: [ { name: foo, value: 5 } ]
                """;
        omb(driver, topic -> {
            assertThat(topic).startsWith("mine-0000000-");
            assertThat(broker.queues(topic)).hasSize(2).allMatch(Queue::isDurable);
            Message message = broker.lastRouted(topic);
            assertThat((Object) message.getGroupID()).isNotNull();
            assertThat(message.getObjectProperty("foo")).hasToString("5").isNotInstanceOf(Long.class);
            assertThat(broker.connections()).isEqualTo(1 + 2 * 2 * 2);
        });
    }
}
