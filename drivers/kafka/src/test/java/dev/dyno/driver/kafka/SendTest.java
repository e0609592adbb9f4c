package dev.dyno.driver.kafka;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static dev.dyno.driver.tck.TestClient.assertFacts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.Inbox;
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

/** Sends, transactions, and what the card says of them. */
@Timeout(60)
@Tag("broker")
class SendTest {

    private final Destination topic = TestClient.queue();

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    /** The library would log them with stack traces, and send nothing more in silence. */
    @Test
    void errorsOfTheLibrarysThreadsAreLeftToTheHandlerOfAllThreads() throws DriverException {
        Set<Thread> before = threads();
        try (TestClient link = OnKafka.open(Map.of())) {
            link.produce(OnKafka.sends(topic, SendMode.ASYNC));
            assertThat(threads())
                    .filteredOn(thread -> thread.getName().startsWith("kafka-") && !before.contains(thread))
                    .hasSizeGreaterThan(1)
                    .allMatch(thread -> thread.getThreadGroup().equals(thread.getUncaughtExceptionHandler()));
        }
    }

    /** Sends a hundred messages from each of two producers, and says how many came to which partition. */
    private List<ConsumerRecord<byte[], byte[]>> twoProducers(Map<String, String> properties, Optional<String> group)
            throws DriverException, InterruptedException {
        Acks acks = new Acks(200);
        try (TestClient link = OnKafka.open(properties)) {
            link.client().prepare(List.of(topic));
            for (int i = 0; i < 2; i++) {
                Producer producer = link.produce(
                        OnKafka.sends(topic, SendMode.ASYNC, group, Map.of("colour", "red", "weight", 5L)), acks);
                for (int number = 0; number < 100; number++) {
                    assertThat(producer.trySend(TestClient.body(number), acks.take()))
                            .isTrue();
                }
                producer.close();
            }
            assertThat(acks.awaitCompleted(200)).isEqualTo(200);
            assertThat(acks.failures()).isEmpty();
        }
        return OnKafka.read(topic, 200);
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
        try (TestClient link = OnKafka.open(Map.of("kafka.partitions", "4", "kafka.key", "sequence"))) {
            link.client().prepare(List.of(topic));
            Producer producer = link.produce(OnKafka.sends(topic, mode), acks);
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
        List<ConsumerRecord<byte[], byte[]>> records = OnKafka.read(topic, 99);
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
        try (TestClient link = OnKafka.open(Map.of("max.request.size", "1000"))) {
            Producer producer = link.produce(OnKafka.sends(topic, SendMode.ASYNC), acks);
            int token = acks.take();
            assertFails(
                    () -> producer.trySend(ByteBuffer.allocate(2_000), token),
                    "cannot send to " + topic.name() + ": The message is …max.request.size…");
            assertThat(producer.trySend(ByteBuffer.allocate(100), token)).isTrue();
            assertThat(acks.awaitCompleted(1)).isEqualTo(1);
            assertThat(acks.failures()).isEmpty();
        }
    }

    @Test
    void aBrokersRefusalIsAFailedCompletion() throws Exception {
        Acks acks = new Acks(10);
        try (TestClient link = OnKafka.open(Map.of("kafka.topic.max.message.bytes", "1000", "batch.size", "0"))) {
            Producer producer = link.produce(OnKafka.sends(topic, SendMode.ASYNC), acks);
            assertThat(producer.trySend(ByteBuffer.allocate(2_000), acks.take()))
                    .isTrue();
            assertThat(acks.awaitCompleted(1)).isEqualTo(1);
            assertThat(acks.failures())
                    .singleElement()
                    .satisfies(failure -> assertSentence(failure, "cannot send to " + topic.name() + ": …"));
            Producer blocking = link.produce(OnKafka.sends(topic, SendMode.SYNC));
            assertFails(() -> blocking.send(ByteBuffer.allocate(2_000)), "…");
            blocking.send(ByteBuffer.allocate(100));
            assertThat(link.failures()).isEmpty();
        }
    }

    private Producer transacted(TestClient link) throws DriverException {
        return link.produce(OnKafka.sends(topic, SendMode.TRANSACTED));
    }

    @Test
    void whatIsNotCommittedIsAtTheBrokerButNotReceived() throws Exception {
        try (TestClient link = OnKafka.open(Map.of());
                TestClient dirty =
                        OnKafka.open(Map.of("isolation.level", "read_uncommitted", "kafka.group", "dirty.{topic}"))) {
            Inbox committed = link.consume(TestClient.receives(topic, AckMode.AUTO));
            Inbox uncommitted = dirty.consume(TestClient.receives(topic, AckMode.AUTO));
            link.connection().start();
            dirty.connection().start();
            Producer producer = transacted(link);
            producer.send(TestClient.body(0));
            producer.send(TestClient.body(1));
            // The other group has them, so this one could.
            assertThat(uncommitted.await(2)).containsExactly(0L, 1L);
            assertThat(committed.numbers()).isEmpty();
            producer.commit();
            assertThat(committed.await(2)).containsExactly(0L, 1L);
        }
    }

    @Test
    void aTransactionWithARefusedMessageFailsAndTheNextOneDoesNot() throws Exception {
        try (TestClient link = OnKafka.open(Map.of("kafka.topic.max.message.bytes", "1000", "batch.size", "0"))) {
            Producer producer = transacted(link);
            producer.send(TestClient.body(0));
            producer.send(ByteBuffer.allocate(2_000));
            assertFails(producer::commit, "cannot commit what was sent to " + topic.name() + ": …");
            producer.send(TestClient.body(1));
            producer.commit();
            Inbox committed = link.consume(TestClient.receives(topic, AckMode.AUTO));
            link.connection().start();
            assertThat(committed.await(1)).containsExactly(1L);
            assertThat(link.failures()).isEmpty();
        }
    }

    /** The library refuses the message by itself, and says so at the next call. */
    @Test
    void aTransactionWhoseSendFailsForARefusedMessageIsNotTheLast() throws Exception {
        try (TestClient link = OnKafka.open(Map.of("max.request.size", "1000"))) {
            Producer producer = transacted(link);
            producer.send(TestClient.body(0));
            producer.send(ByteBuffer.allocate(2_000));
            assertFails(
                    () -> producer.send(TestClient.body(1)), "cannot send to " + topic.name() + ": …max.request.size…");
            producer.send(TestClient.body(2));
            producer.commit();
            Inbox committed = link.consume(TestClient.receives(topic, AckMode.AUTO));
            link.connection().start();
            assertThat(committed.await(1)).containsExactly(2L);
            assertThat(link.failures()).isEmpty();
        }
    }

    @Test
    void aCommitOfNothingIsNothing() throws Exception {
        try (TestClient link = OnKafka.open(Map.of())) {
            Producer producer = transacted(link);
            producer.commit();
            producer.send(TestClient.body(0));
            producer.commit();
            producer.commit();
            assertThat(OnKafka.read(topic, 1)).hasSize(1);
        }
    }

    private Semantics card(SendMode mode, Map<String, String> properties) throws Exception {
        try (TestClient link = OnKafka.open(properties)) {
            link.client().prepare(List.of(topic));
            return link.client().semantics(OnKafka.sends(topic, mode));
        }
    }

    @Test
    void theCardHasAllThatChangesWhatAnAcknowledgementCosts() throws Exception {
        Semantics card = card(
                SendMode.ASYNC,
                Map.of(
                        "acks", "1",
                        "linger.ms", "7",
                        "batch.size", "262144",
                        "compression.type", "lz4",
                        "kafka.key", "sequence",
                        "kafka.partitions", "3",
                        "kafka.topic.flush.messages", "1"));
        assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
        assertFacts(
                card.facts(),
                "acks=1; idempotence=false; linger=7 ms; batch=262144 bytes; compression=lz4; send mode=async;"
                        + " keys=sequence; isolation level=read_committed; group protocol=classic; ack wait=5m; brokers=1;"
                        + " partitions=3; replicas=1; min in-sync replicas=1; broker compression=producer;"
                        + " flush=every 1 messages");
        assertThat(card.facts().get("client")).matches("kafka-clients 4\\.[0-9]+\\.[0-9]+");
        assertThat(card.facts().get("broker features")).contains("metadata.version ");
    }

    @Test
    void byDefaultAllReplicasAcknowledgeAndTheOperatingSystemFlushes() throws Exception {
        assertFacts(
                card(SendMode.SYNC, Map.of()).facts(),
                "acks=all; idempotence=true; compression=none; flush=by the operating system");
    }

    @Test
    void withoutAcksTheLibraryCompletesSendsItself() throws Exception {
        assertThat(card(SendMode.ASYNC, Map.of("acks", "0")).acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
    }

    @Test
    void aTransactionIsAcknowledgedByAllReplicasWhateverIsSet() throws Exception {
        Semantics card = card(SendMode.TRANSACTED, Map.of());
        assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
        assertThat(card.facts()).containsEntry("acks", "all").containsEntry("send mode", "transacted");
    }
}
