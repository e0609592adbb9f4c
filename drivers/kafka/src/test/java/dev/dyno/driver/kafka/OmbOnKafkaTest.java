package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.engine.run.Loads;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Destinations and subscriptions of the broker while files of the OpenMessaging Benchmark run on it, one after the other. */
@Timeout(60)
@Tag("broker")
class OmbOnKafkaTest {

    private final RealBroker broker = OnKafka.shared();

    @ParameterizedTest
    @CsvSource({"4, 'flush.messages: 1', 1", "8, '# nothing', 9223372036854775807"})
    void eachFileHasTopicsOfItsOwnAsItSays(int partitions, String config, String flushed) {
        Loads.omb(
                new KafkaDriver(),
                broker.url("kafka"),
                // As the command line gives it where a driver has partitions.
                Map.of("kafka.partitions", Integer.toString(partitions)),
                """
                driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
                replicationFactor: 1
                topicConfig: |
                  %s
                commonConfig: |
                  bootstrap.servers=elsewhere:9092
                consumerConfig: |
                  enable.auto.commit=false
                """.formatted(config),
                Loads.ombWorkload(partitions),
                topic -> {
                    assertThat(topic).matches("test-topic-0000000-[A-Za-z0-9_-]{7}");
                    try (Admin admin = Admin.create(
                            Map.of("bootstrap.servers", broker.url("kafka").replace("kafka://", "")))) {
                        assertThat(admin.describeTopics(List.of(topic))
                                        .allTopicNames()
                                        .get()
                                        .values())
                                .singleElement()
                                .satisfies(
                                        found -> assertThat(found.partitions()).hasSize(partitions));
                        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
                        assertThat(admin.describeConfigs(List.of(resource))
                                        .all()
                                        .get()
                                        .values())
                                .singleElement()
                                .extracting(found -> found.get("flush.messages").value())
                                .isEqualTo(flushed);
                    }
                });
    }
}
