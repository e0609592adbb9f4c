package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.engine.run.Loads;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** State of the server while files of the OpenMessaging Benchmark run on it. */
@Tag("broker")
class OmbOnNatsTest {

    @Test
    void streamsKeepTheirMessagesAndDurableConsumersArePushedThem() {
        try (RealBroker server = RealBroker.start(BrokerSpec.of("nats"))) {
            Loads.omb(
                    new NatsDriver(),
                    server.url("nats"),
                    Map.of("nats.jetstream", "true"),
                    """
                    driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver
                    natsHostUrl: localhost:4222
                    replicationFactor: 1
                    maxBytes: 100000000
                    """,
                    Loads.ombWorkload(1),
                    topic -> ask(server, topic));
        }
    }

    private static void ask(RealBroker server, String topic) throws Exception {
        assertThat(topic).matches("Nats-benchmark-0000000-[A-Za-z0-9_-]{7}");
        Connection connection = Nats.connect(server.url("nats"));
        try {
            JetStreamManagement management = connection.jetStreamManagement();
            StreamConfiguration stream = management.getStreamInfo(topic).getConfiguration();
            assertThat(stream.getRetentionPolicy()).isEqualTo(RetentionPolicy.Limits);
            assertThat(stream.getStorageType()).isEqualTo(StorageType.File);
            assertThat(stream.getMaxBytes()).isEqualTo(100_000_000);
            assertThat(stream.getDiscardPolicy()).isEqualTo(DiscardPolicy.Old);
            List<String> names = management.getConsumerNames(topic);
            assertThat(names).hasSize(2);
            for (String name : names) {
                ConsumerConfiguration consumer =
                        management.getConsumerInfo(topic, name).getConsumerConfiguration();
                assertThat(consumer.getDurable()).isEqualTo(name);
                assertThat(consumer.getDeliverSubject()).isNotEmpty();
                assertThat(consumer.getDeliverGroup()).isNotEmpty();
                assertThat(consumer.getMaxAckPending()).isEqualTo(1_000);
            }
        } finally {
            connection.close();
        }
    }
}
