package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
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
                    "security.protocol",
                    "SSL",
                    "ssl.truststore.type",
                    "PEM",
                    "ssl.truststore.location",
                    ca.toString()));
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
    void itContinuesWithTheDataOfAnEarlierOne() throws Exception {
        BrokerSpec spec = spec().withDataDir(folder.resolve("data"));
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
