package dev.dyno.driver.kafka;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.Destination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads topics with the bare client library, to see what the driver has written. */
final class Raw {

    private Raw() {}

    /** The names of those in a group, which the broker gives them when they join. */
    static List<String> members(Admin admin, String group) throws Exception {
        return admin.describeConsumerGroups(List.of(group)).all().get(30, TimeUnit.SECONDS).values().stream()
                .flatMap(described -> described.members().stream())
                .map(MemberDescription::consumerId)
                .toList();
    }

    /** The first messages of a topic, uncommitted ones too; waits 30 s at the most. */
    static List<ConsumerRecord<byte[], byte[]>> read(RealBroker broker, Destination topic, int count) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.url("kafka")),
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
