package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.TestClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@Tag("broker")
class SendTest {

    private final RealBroker broker = OnKafka.shared();
    private final Destination topic = Fixture.queue();

    /** Sends a hundred messages from each of two producers, and says how many came to which partition. */
    private List<ConsumerRecord<byte[], byte[]>> twoProducers(Map<String, String> properties, Optional<String> group)
            throws DriverException, InterruptedException {
        Acks acks = new Acks(200);
        try (TestClient link = Link.open(broker, properties)) {
            link.client().prepare(List.of(topic));
            for (int i = 0; i < 2; i++) {
                Producer producer = link.connection()
                        .createProducer(
                                Link.sends(topic, SendMode.ASYNC, group, Map.of("colour", "red", "weight", 5L)), acks);
                for (int number = 0; number < 100; number++) {
                    assertThat(producer.trySend(TestClient.body(number), acks.take()))
                            .isTrue();
                }
                producer.close();
            }
            assertThat(acks.awaitCompleted(200)).isEqualTo(200);
            assertThat(acks.failures()).isEmpty();
        }
        return Raw.read(broker, topic, 200);
    }

    private static Map<Integer, Integer> byPartition(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<Integer, Integer> counts = new TreeMap<>();
        records.forEach(record -> counts.merge(record.partition(), 1, Integer::sum));
        return counts;
    }

    @Test
    void aSequenceOfKeysSpreadsMessagesOverAllPartitions() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records =
                twoProducers(Map.of("kafka.partitions", "4", "kafka.key", "sequence"), Optional.empty());
        assertThat(records).hasSize(200);
        // The hash of a known sequence: both producers count from 0.
        Map<Integer, Integer> counts = byPartition(records);
        assertThat(counts.keySet()).containsExactly(0, 1, 2, 3);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(20, 80));
    }

    @Test
    void aProducersKeyKeepsItsMessagesInOnePartition() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records =
                twoProducers(Map.of("kafka.partitions", "4", "kafka.key", "producer"), Optional.empty());
        Map<String, Set<Integer>> partitionsOfKey = new TreeMap<>();
        records.forEach(record -> partitionsOfKey
                .computeIfAbsent(text(record.key()), key -> new HashSet<>())
                .add(record.partition()));
        assertThat(partitionsOfKey).containsOnlyKeys("producer-0", "producer-1");
        assertThat(partitionsOfKey.values())
                .allSatisfy(partitions -> assertThat(partitions).hasSize(1));
    }

    @Test
    void aMessageGroupIsAKeyAndKeepsAllItsMessagesInOnePartition() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records =
                twoProducers(Map.of("kafka.partitions", "4", "kafka.key", "sequence"), Optional.of("blue"));
        assertThat(byPartition(records)).hasSize(1).containsValue(200);
        assertThat(records).allSatisfy(record -> assertThat(text(record.key())).isEqualTo("blue"));
    }

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void eachMessageHasTheKeyThatWasSaidBeforeIt(SendMode mode) throws Exception {
        List<MessageKey> keys =
                Stream.of("key-0", "key-1", "another").map(MessageKey::new).toList();
        Acks acks = new Acks(100);
        try (TestClient link = Link.open(broker, Map.of("kafka.partitions", "4", "kafka.key", "sequence"))) {
            link.client().prepare(List.of(topic));
            Producer producer = link.connection().createProducer(Link.sends(topic, mode), acks);
            for (int number = 0; number < 99; number++) {
                producer.useKey(keys.get(number % 3));
                if (mode == SendMode.ASYNC) {
                    assertThat(producer.trySend(TestClient.body(number), acks.take()))
                            .isTrue();
                } else {
                    producer.send(TestClient.body(number));
                }
            }
            if (mode == SendMode.TRANSACTED) {
                producer.commit();
            }
            producer.close();
        }
        Map<String, Set<Integer>> partitionsOfKey = new TreeMap<>();
        List<ConsumerRecord<byte[], byte[]>> records = Raw.read(broker, topic, 99);
        assertThat(records).hasSize(99).allSatisfy(record -> {
            int number = (int) ByteBuffer.wrap(record.value()).getLong(0);
            assertThat(text(record.key())).isEqualTo(keys.get(number % 3).text());
            partitionsOfKey
                    .computeIfAbsent(text(record.key()), key -> new HashSet<>())
                    .add(record.partition());
        });
        assertThat(partitionsOfKey.values())
                .allSatisfy(partitions -> assertThat(partitions).hasSize(1));
    }

    @Test
    void withoutKeysThereAreNoneAndPropertiesAreHeaders() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records = twoProducers(Map.of(), Optional.empty());
        assertThat(records).hasSize(200).allSatisfy(record -> {
            assertThat(record.key()).isNull();
            assertThat(record.headers())
                    .extracting(header -> header.key() + "=" + text(header.value()))
                    .containsExactly("colour=red", "weight=5");
        });
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void aMessageThatIsTooLargeIsRefusedWithoutACompletion() throws Exception {
        Acks acks = new Acks(10);
        try (TestClient link = Link.open(broker, Map.of("max.request.size", "1000"))) {
            Producer producer = link.connection().createProducer(Link.sends(topic, SendMode.ASYNC), acks);
            int token = acks.take();
            assertThatThrownBy(() -> producer.trySend(ByteBuffer.allocate(2_000), token))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot send to " + topic.name() + ": The message is ")
                    .hasMessageContaining("max.request.size");
            assertThat(producer.trySend(ByteBuffer.allocate(100), token)).isTrue();
            assertThat(acks.awaitCompleted(1)).isEqualTo(1);
            assertThat(acks.failures()).isEmpty();
        }
    }

    @Test
    void aBrokersRefusalIsAFailedCompletion() throws Exception {
        Acks acks = new Acks(10);
        try (TestClient link = Link.open(broker, Map.of("kafka.topic.max.message.bytes", "1000", "batch.size", "0"))) {
            Producer producer = link.connection().createProducer(Link.sends(topic, SendMode.ASYNC), acks);
            assertThat(producer.trySend(ByteBuffer.allocate(2_000), acks.take()))
                    .isTrue();
            assertThat(acks.awaitCompleted(1)).isEqualTo(1);
            assertThat(acks.failures())
                    .singleElement()
                    .isInstanceOf(DriverException.class)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .startsWith("cannot send to " + topic.name() + ": ");
            Producer blocking =
                    link.connection().createProducer(Link.sends(topic, SendMode.SYNC), (token, failure) -> {});
            assertThatThrownBy(() -> blocking.send(ByteBuffer.allocate(2_000))).isInstanceOf(DriverException.class);
            blocking.send(ByteBuffer.allocate(100));
            assertThat(link.failures()).isEmpty();
        }
    }
}
