package dev.dyno.driver.pulsar;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.Outcomes;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TextInbox;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Features that only Pulsar has. */
@Timeout(60)
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
class PulsarTest {

    /** Delay of a batch so great that the batch is sent for another reason. */
    private static final String AN_HOUR_IN_US = Long.toString(TimeUnit.HOURS.toMicros(1));

    private static ProducerSpec inGroup(Destination queue, String group) {
        return ProducerSpecs.of(queue, SendMode.SYNC, parts -> {
            parts.maxInFlight = 100;
            parts.persistent = true;
            parts.group = Optional.of(group);
        });
    }

    @Test
    void aTopicIsCreatedWithThePartitionsThatWereSet() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture("pulsar.partitions", "3")) {
            fixture.client().prepare(List.of(queue));
            // A topic that exists is left as it is.
            fixture.client().prepare(List.of(queue));
            Producer producer = fixture.producer(queue);
            assertThat(fixture.client()
                            .semantics(Fixture.sends(queue, SendMode.SYNC))
                            .facts())
                    .containsEntry("partitions", "3");
            TextInbox inbox = fixture.inbox(queue);
            Fixture.send(producer, 0, 30);
            assertThat(inbox.await(30)).containsExactlyInAnyOrderElementsOf(TextInbox.numbers(0, 30));
            assertThat(ManagedPulsar.statistics(queue, "/partitioned-stats?perPartition=true"))
                    .contains(queue.name() + "-partition-2")
                    .doesNotContain(queue.name() + "-partition-3");
        }
    }

    /** The thread that would wait is the one that makes room. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aProducerThatIsToWaitForRoomIsNotToSendAfterCompletions(boolean block) throws Exception {
        try (Fixture fixture = ManagedPulsar.fixture("blockIfQueueFull", Boolean.toString(block))) {
            Producer producer = fixture.producer(Fixture.queue(), SendMode.ASYNC, (token, failure) -> {});
            assertThat(producer.sendsAfterCompletions()).isEqualTo(!block);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shared", "Key_Shared", "Failover", "Exclusive"})
    void theSubscriptionOfAQueueIsOfTheTypeThatWasSet(String type) throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture =
                ManagedPulsar.fixture("pulsar.subscription-type", type, "pulsar.subscription", "workers")) {
            fixture.inbox(queue);
            assertThat(ManagedPulsar.statistics(queue, "/stats"))
                    .containsPattern("\"workers\":\\{[^{}]*\"type\":\"" + type + "\"");
        }
    }

    /** The library gathers acknowledgements for two seconds, and their receipts come after that; the clock's thread must not wait. */
    @Test
    void anAcknowledgementThatComesLaterDoesNotWaitForItsReceipt() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture =
                ManagedPulsar.fixture("ackReceiptEnabled", "true", "acknowledgementsGroupTimeMicros", "2000000")) {
            ClientConnection connection = fixture.connect();
            Consumer consumer = connection.createConsumer(
                    new ConsumerSpec(queue, AckMode.INDIVIDUAL, ReceiveMode.RECEIVE), body -> {});
            connection.start();
            Fixture.send(fixture.producer(queue), 0, 1);
            assertThat(consumer.receive(TimeUnit.SECONDS.toNanos(10))).isTrue();
            Object delivery = consumer.delivery();
            long begunNs = System.nanoTime();
            consumer.acknowledge(delivery);
            assertThat(System.nanoTime() - begunNs).isLessThan(TimeUnit.SECONDS.toNanos(1));
            while (consumer.messagesLeft().orElseThrow() > 0) {
                // The broker is asked again.
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void anExclusiveQueueRefusesASecondConsumer() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture("pulsar.subscription-type", "Exclusive")) {
            fixture.inbox(queue);
            assertFails(
                    () -> fixture.inbox(queue),
                    "cannot create a consumer of " + queue + ": …Exclusive consumer is already connected…");
        }
    }

    @Test
    void theSecondConsumerOfAFailoverQueueContinuesWhereTheFirstEnded() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture("pulsar.subscription-type", "Failover")) {
            TextInbox first = fixture.inbox(queue);
            TextInbox second = fixture.inbox(queue);
            Producer producer = fixture.producer(queue);
            Fixture.send(producer, 0, 10);
            fixture.await(
                    "ten messages",
                    () -> first.bodies().size() + second.bodies().size() == 10);
            assertThat(List.of(first.bodies(), second.bodies())).contains(TextInbox.numbers(0, 10), List.of());
            TextInbox active = first.bodies().isEmpty() ? second : first;
            TextInbox waiting = active == first ? second : first;
            active.close();
            Fixture.send(producer, 10, 20);
            assertThat(waiting.await(10)).isEqualTo(TextInbox.numbers(10, 20));
        }
    }

    @Test
    void messagesOfAGroupGoToOneConsumerInOrder() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture("pulsar.subscription-type", "Key_Shared")) {
            TextInbox first = fixture.inbox(queue);
            TextInbox second = fixture.inbox(queue);
            List<List<String>> groups = new ArrayList<>();
            for (int group = 0; group < 20; group++) {
                List<String> sent = new ArrayList<>();
                Producer producer =
                        fixture.connect().createProducer(inGroup(queue, "group-" + group), (token, failure) -> {});
                for (int i = 0; i < 3; i++) {
                    sent.add(group + "." + i);
                    producer.send(Fixture.body(group + "." + i));
                }
                groups.add(sent);
            }
            fixture.await(
                    "sixty messages",
                    () -> first.bodies().size() + second.bodies().size() == 60);
            assertThat(first.bodies()).isNotEmpty();
            assertThat(second.bodies()).isNotEmpty();
            for (List<String> group : groups) {
                List<String> one = first.bodies().contains(group.get(0)) ? first.bodies() : second.bodies();
                assertThat(one.stream().filter(group::contains)).isEqualTo(group);
            }
        }
    }

    @Test
    void aFullBatchGoesAtOnceAndABlockingSendDoesNotWaitForOne() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture =
                ManagedPulsar.fixture("batchingMaxMessages", "5", "batchingMaxPublishDelayMicros", AN_HOUR_IN_US)) {
            Outcomes outcomes = new Outcomes();
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            for (int i = 0; i < 7; i++) {
                assertThat(producer.trySend(Fixture.body("" + i), i)).isTrue();
            }
            fixture.await("a batch", () -> outcomes.byToken().size() >= 5);
            assertThat(outcomes.byToken()).containsOnlyKeys(0L, 1L, 2L, 3L, 4L);
            assertThat(outcomes.byToken().values()).containsOnly(Outcomes.ACKNOWLEDGED);
            Fixture.send(fixture.producer(queue), 10, 11);
        }
    }

    @Test
    void aProducerWithAllItsMessagesPendingTakesNoMore() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture(
                "maxPendingMessages", "3",
                "batchingMaxMessages", "3",
                "batchingMaxPublishDelayMicros", AN_HOUR_IN_US)) {
            Outcomes outcomes = new Outcomes();
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            assertThat(producer.trySend(Fixture.body("0"), 0)).isTrue();
            assertThat(producer.trySend(Fixture.body("1"), 1)).isTrue();
            assertThat(producer.trySend(Fixture.body("2"), 2)).isTrue();
            fixture.await("the batch of three", () -> outcomes.byToken().size() == 3);
            assertThat(producer.trySend(Fixture.body("3"), 0)).isTrue();
            assertThat(outcomes.byToken()).containsOnlyKeys(0L, 1L, 2L);
        }
        try (Fixture fixture = ManagedPulsar.fixture(
                "maxPendingMessages", "3",
                "batchingMaxMessages", "9",
                "batchingMaxPublishDelayMicros", AN_HOUR_IN_US)) {
            Outcomes outcomes = new Outcomes();
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            for (int i = 0; i < 3; i++) {
                assertThat(producer.trySend(Fixture.body("" + i), i)).isTrue();
            }
            assertThat(producer.trySend(Fixture.body("3"), 3)).isFalse();
            assertThat(producer.trySend(Fixture.body("3"), 3)).isFalse();
            assertThat(outcomes.byToken()).isEmpty();
        }
    }

    @Test
    void ofABatchOnlyWhatWasNotAcknowledgedComesAgain() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture =
                ManagedPulsar.fixture("batchingMaxMessages", "10", "batchingMaxPublishDelayMicros", AN_HOUR_IN_US)) {
            Outcomes outcomes = new Outcomes();
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            for (int i = 0; i < 10; i++) {
                assertThat(producer.trySend(Fixture.body("" + i), i)).isTrue();
            }
            fixture.await("the batch", () -> outcomes.byToken().size() == 10);
            ClientConnection connection = fixture.connect();
            List<String> received = new CopyOnWriteArrayList<>();
            Consumer consumer = connection.createConsumer(
                    new ConsumerSpec(queue, AckMode.INDIVIDUAL, ReceiveMode.RECEIVE),
                    body -> received.add("" + (char) body.get(0)));
            connection.start();
            for (int i = 0; i < 10; i++) {
                assertThat(consumer.receive(TimeUnit.SECONDS.toNanos(30))).isTrue();
                if (i % 2 == 0) {
                    consumer.acknowledge();
                }
            }
            assertThat(received).isEqualTo(TextInbox.numbers(0, 10));
            connection.stop();
            consumer.close();
            connection.close();
            TextInbox next = fixture.inbox(queue);
            assertThat(next.await(5)).containsExactly("1", "3", "5", "7", "9");
        }
    }

    @Test
    void theSemanticsCardSaysWhatAnAcknowledgementCosts() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture("compressionType", "LZ4", "batchingMaxMessages", "7")) {
            fixture.producer(queue);
            Semantics card = fixture.client().semantics(Fixture.sends(queue, SendMode.ASYNC));
            assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
            assertThat(card.facts())
                    .containsEntry("client", "pulsar-client 4.2.4")
                    .containsEntry("broker", "Pulsar 4.2.4")
                    .containsEntry("protocol", "Pulsar")
                    .containsEntry("send mode", "async")
                    .containsEntry("partitions", "none")
                    .containsEntry("batching", "up to 7 messages, 131072 bytes, 1000 us")
                    .containsEntry("compression", "lz4")
                    .containsEntry("queue subscription", "Shared")
                    .containsEntry("receiver queue", "1000")
                    .containsEntry("batch index acknowledgements", "yes")
                    .containsEntry("copies", "written to 1 of 1 bookies, acknowledged by 1")
                    .containsEntry("stored", "yes");
        }
    }

    @Test
    void aBodyOfAnySizePassesANonPersistentTopicThatIsNotBusy() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture("pulsar.non-persistent", "true")) {
            List<ByteBuffer> received = bodiesOf(queue, fixture);
            ProducerSpec spec = ProducerSpecs.plain(queue, SendMode.SYNC, 0, false);
            Producer producer = fixture.connect().createProducer(spec, (token, failure) -> {});
            assertThat(fixture.client().semantics(spec).facts())
                    .containsEntry("stored", "no: a non-persistent topic")
                    .doesNotContainKey("copies");
            List<ByteBuffer> sent = new ArrayList<>();
            Random random = new Random(1);
            for (int size : new int[] {0, 1, 1_023, 65_536, 262_144, 5_000_000}) {
                byte[] body = new byte[size];
                random.nextBytes(body);
                producer.send(ByteBuffer.wrap(body));
                sent.add(ByteBuffer.wrap(body));
                fixture.await("a body of " + size, () -> received.size() == sent.size());
                assertThat(received).isEqualTo(sent);
            }
        }
    }

    /** The arrays of earlier bodies are used again, of which only the head is not right any more. */
    @ParameterizedTest
    @EnumSource(names = {"ASYNC", "SYNC"})
    void bodiesThatHaveAllButTheirHeadInCommonArriveWhole(SendMode mode) throws Exception {
        Destination queue = Fixture.queue();
        byte[] common = new byte[300];
        new Random(7).nextBytes(common);
        try (Fixture fixture = ManagedPulsar.fixture()) {
            List<ByteBuffer> received = bodiesOf(queue, fixture);
            Semaphore free = new Semaphore(1);
            Producer producer = fixture.connect()
                    .createProducer(withHead(queue, mode, Long.BYTES), (token, failure) -> free.release());
            List<ByteBuffer> sent = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                // Each size several times in a row with either token, and each after another one.
                ByteBuffer body = ByteBuffer.wrap(common.clone(), 0, i % 10 < 6 ? 100 : 300)
                        .putLong(0, i);
                sent.add(body.duplicate());
                if (mode == SendMode.SYNC) {
                    producer.send(body);
                } else {
                    assertThat(free.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
                    assertThat(producer.trySend(body, i % 2)).isTrue();
                }
            }
            fixture.await("all of them", () -> received.size() == sent.size());
            assertThat(received).isEqualTo(sent);
        }
    }

    /** Receives copies of all that comes. */
    private static List<ByteBuffer> bodiesOf(Destination queue, Fixture fixture) throws DriverException {
        List<ByteBuffer> received = new CopyOnWriteArrayList<>();
        ClientConnection connection = fixture.connect();
        connection.createConsumer(
                Fixture.receives(queue, AckMode.AUTO),
                body -> received.add(
                        ByteBuffer.allocate(body.remaining()).put(body).flip()));
        connection.start();
        return received;
    }

    private static ProducerSpec withHead(Destination queue, SendMode mode, int bodyHead) {
        return ProducerSpecs.of(queue, mode, parts -> {
            parts.maxInFlight = 100;
            parts.persistent = true;
            parts.bodyHead = bodyHead;
        });
    }
}
