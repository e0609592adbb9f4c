package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.run.Loads;
import java.util.Map;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.server.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Destinations and subscriptions of the broker while files of the OpenMessaging Benchmark run on it. */
@Timeout(60)
@Tag("broker")
class OmbOnArtemisTest extends OnArtemis {

    private static final String WORKLOAD = Loads.ombWorkload(1);

    @Test
    void subscriptionsAreDurableAndMessagesHaveNoGroup() {
        String url = "tcp://127.0.0.1:" + broker.port();
        Loads.omb(
                new JmsDriver(),
                url,
                Provider.CORE.spec(url, Optional.empty(), Map.of()).properties(),
                """
                driverClass: io.openmessaging.benchmark.driver.artemis.ArtemisBenchmarkDriver
                brokerAddress: tcp://localhost:61616
                """,
                WORKLOAD,
                topic -> {
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
        String url = "tcp://127.0.0.1:" + broker.port();
        Loads.omb(
                new JmsDriver(),
                url,
                Provider.CORE.spec(url, Optional.empty(), Map.of()).properties(),
                """
                driverClass: io.openmessaging.benchmark.driver.jms.JMSBenchmarkDriver
                connectionFactoryClassName: org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory
                connectionFactoryConfigurationParam: tcp://localhost:61616
                use20api: true
                topicNamePrefix: mine
                properties: [ { name: foo, value: 5 } ]
                """,
                WORKLOAD,
                topic -> {
                    assertThat(topic).startsWith("mine-0000000-");
                    assertThat(broker.queues(topic)).hasSize(2).allMatch(Queue::isDurable);
                    Message message = broker.lastRouted(topic);
                    assertThat((Object) message.getGroupID()).isNotNull();
                    assertThat(message.getObjectProperty("foo"))
                            .hasToString("5")
                            .isNotInstanceOf(Long.class);
                    assertThat(broker.connections()).isEqualTo(1 + 2 * 2 * 2);
                });
    }
}
