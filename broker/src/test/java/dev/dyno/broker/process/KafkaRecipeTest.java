package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class KafkaRecipeTest extends RecipeContract {

    private static final TopicPartition TOPIC = new TopicPartition("kept", 0);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    KafkaRecipeTest() {
        super("kafka");
    }

    @Override
    BrokerSpec spec() {
        return super.spec().withHeap("256m");
    }

    /** The second of two has TLS. */
    @Override
    List<BrokerSpec> two() {
        return List.of(spec(), withTls(spec()));
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        String scheme = "true".equals(broker.facts().get("tls")) ? "kafkas://" : "";
        assertThat(broker.urls()).isEqualTo(Map.of("kafka", scheme + broker.host() + ":" + broker.port()));
        send(broker);
        assertThat(receive(broker)).isEqualTo("hello");
    }

    private Map<String, Object> properties(ManagedBroker broker) throws Exception {
        Map<String, Object> properties =
                new HashMap<>(Map.of("bootstrap.servers", broker.host() + ":" + broker.port()));
        if ("true".equals(broker.facts().get("tls"))) {
            Path ca = folder.resolve("ca.pem");
            properties.putAll(Map.of(
                    "security.protocol", "SSL",
                    "ssl.truststore.type", "PEM",
                    "ssl.truststore.location", ca.toString()));
        }
        return properties;
    }

    private void send(ManagedBroker broker) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(properties(broker), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC.topic(), "hello")).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private String receive(ManagedBroker broker) throws Exception {
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(properties(broker), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(TOPIC));
            consumer.seekToBeginning(List.of(TOPIC));
            List<ConsumerRecord<String, String>> records = consumer.poll(LIMIT).records(TOPIC);
            return records.get(0).value();
        }
    }

    @Test
    void knobsReachTheBroker() throws Exception {
        try (ManagedBroker broker = startWith(
                        "num-partitions=3 auto-create=false num-io-threads=4 num-network-threads=5 log-segment-bytes=2MiB "
                                + "flush-messages=7 flush-interval=9ms message-max-bytes=3MiB compression-type=lz4 "
                                + "socket-buffer-bytes=11KiB retention-bytes=13MiB");
                Admin admin = Admin.create(properties(broker))) {
            ConfigResource node = new ConfigResource(ConfigResource.Type.BROKER, "1");
            Map<String, String> found = new HashMap<>();
            admin.describeConfigs(List.of(node))
                    .all()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .values()
                    .forEach(config -> config.entries().forEach(entry -> found.put(entry.name(), entry.value())));
            assertThat(found)
                    .containsAllEntriesOf(
                            TestHome.values("num.partitions=3 auto.create.topics.enable=false num.io.threads=4 "
                                    + "num.network.threads=5 log.segment.bytes=2097152 log.flush.interval.messages=7 "
                                    + "log.flush.interval.ms=9 message.max.bytes=3145728 compression.type=lz4 "
                                    + "socket.send.buffer.bytes=11264 socket.receive.buffer.bytes=11264 "
                                    + "log.retention.bytes=13631488"));
        }
    }

    @Test
    void itContinuesWithTheDataOfAnEarlierOne() throws Exception {
        BrokerSpec spec = spec().withDataDir(folder.resolve("für żółw"));
        int port;
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            port = broker.port();
            send(broker);
        }
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(broker.port()).isEqualTo(port);
            assertThat(receive(broker)).isEqualTo("hello");
        }
    }
}
