package dev.dyno.driver.kafka;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka for all tests that do it no harm, which ends with this process; clients of it, and what the bare client library sees of
 * it.
 */
final class OnKafka {

    private static @Nullable RealBroker shared;

    private OnKafka() {}

    static synchronized RealBroker shared() {
        RealBroker existing = shared;
        if (existing == null) {
            existing = start();
            shared = existing;
        }
        return existing;
    }

    static RealBroker start() {
        return RealBroker.start(small(BrokerSpec.of("kafka")));
    }

    /** Starts fast and takes little memory. */
    static BrokerSpec small(BrokerSpec spec) {
        return RealBroker.quick(spec.withHeap("256m"));
    }

    static TestClient open(Map<String, String> properties) throws DriverException {
        return new TestClient(spec(properties));
    }

    static ClientSpec spec(Map<String, String> properties) {
        return spec(shared(), properties);
    }

    /** A consumer that closes waits for the answer to its last fetch, which the broker holds back for half a second by default. */
    private static ClientSpec spec(RealBroker broker, Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.putIfAbsent("fetch.max.wait.ms", "20");
        return TestClient.spec(broker.url("kafka"), all);
    }

    static TestClient open(RealBroker broker, Map<String, String> properties) throws DriverException {
        return new TestClient(spec(broker, properties));
    }

    static ProducerSpec sends(Destination destination, SendMode mode) {
        return sends(destination, mode, Optional.empty(), Map.of());
    }

    static ProducerSpec sends(
            Destination destination, SendMode mode, Optional<String> group, Map<String, Object> properties) {
        return ProducerSpecs.of(destination, mode, parts -> {
            parts.persistent = true;
            parts.group = group;
            parts.properties = properties;
        });
    }

    /** Sends messages {@code from} to {@code to - 1}, each acknowledged before the next. */
    static void send(TestClient tested, Destination destination, int from, int to) throws DriverException {
        try (Producer producer = tested.produce(sends(destination, SendMode.SYNC))) {
            TestClient.send(producer, from, to);
        }
    }

    /** The names of those in a group, which the broker gives them when they join. */
    static List<String> members(Admin admin, String group) throws Exception {
        return admin.describeConsumerGroups(List.of(group)).all().get(30, TimeUnit.SECONDS).values().stream()
                .flatMap(described -> described.members().stream())
                .map(MemberDescription::consumerId)
                .toList();
    }

    /** The first messages of a topic, uncommitted ones too; waits 30 s at the most. */
    static List<ConsumerRecord<byte[], byte[]>> read(Destination topic, int count) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", shared().url("kafka")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic.name()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (records.size() < count && System.nanoTime() - giveUpNs < 0) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }
}
