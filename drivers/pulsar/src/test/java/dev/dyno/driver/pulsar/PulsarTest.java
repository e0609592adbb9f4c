package dev.dyno.driver.pulsar;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.TestClient.assertFacts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
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
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.Outcomes;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

    private final Destination queue = TestClient.queue();
    private final Outcomes outcomes = new Outcomes();

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
        try (TestClient fixture = ManagedPulsar.fixture("pulsar.partitions", "3")) {
            fixture.client().prepare(List.of(queue));
            // A topic that exists is left as it is.
            fixture.client().prepare(List.of(queue));
            Producer producer = fixture.producer(queue);
            assertThat(fixture.client()
                            .semantics(TestClient.sends(queue, SendMode.SYNC))
                            .facts())
                    .containsEntry("partitions", "3");
            Inbox inbox = fixture.inbox(queue);
            TestClient.send(producer, 0, 30);
            assertThat(inbox.await(30)).containsExactlyInAnyOrderElementsOf(TestClient.numbers(0, 30));
            assertThat(ManagedPulsar.statistics(queue, "/partitioned-stats?perPartition=true"))
                    .contains(queue.name() + "-partition-2")
                    .doesNotContain(queue.name() + "-partition-3");
        }
    }

    /** The thread that would wait is the one that makes room. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aProducerThatIsToWaitForRoomIsNotToSendAfterCompletions(boolean block) throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture("blockIfQueueFull", Boolean.toString(block))) {
            Producer producer = fixture.producer(TestClient.queue(), SendMode.ASYNC, (token, failure) -> {});
            assertThat(producer.sendsAfterCompletions()).isEqualTo(!block);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shared", "Key_Shared", "Failover", "Exclusive"})
    void theSubscriptionOfAQueueIsOfTheTypeThatWasSet(String type) throws Exception {
        try (TestClient fixture =
                ManagedPulsar.fixture("pulsar.subscription-type", type, "pulsar.subscription", "workers")) {
            fixture.inbox(queue);
            assertThat(ManagedPulsar.statistics(queue, "/stats"))
                    .containsPattern("\"workers\":\\{[^{}]*\"type\":\"" + type + "\"");
        }
    }

    /** The library gathers acknowledgements for two seconds, and their receipts come after that; the clock's thread must not wait. */
    @Test
    void anAcknowledgementThatComesLaterDoesNotWaitForItsReceipt() throws Exception {
        try (TestClient fixture =
                ManagedPulsar.fixture("ackReceiptEnabled", "true", "acknowledgementsGroupTimeMicros", "2000000")) {
            Inbox inbox = fixture.inbox(new ConsumerSpec(queue, AckMode.INDIVIDUAL, ReceiveMode.RECEIVE));
            Consumer consumer = inbox.consumer();
            TestClient.send(fixture.producer(queue), 0, 1);
            inbox.receive(1);
            Object delivery = consumer.delivery();
            long begunNs = System.nanoTime();
            consumer.acknowledge(delivery);
            assertThat(System.nanoTime() - begunNs).isLessThan(TimeUnit.SECONDS.toNanos(1));
            while (consumer.messagesLeft().orElseThrow().total() > 0) {
                // The broker is asked again.
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    @Test
    void anExclusiveQueueRefusesASecondConsumer() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture("pulsar.subscription-type", "Exclusive")) {
            fixture.inbox(queue);
            assertFails(
                    () -> fixture.inbox(queue),
                    "cannot create a consumer of " + queue + ": …Exclusive consumer is already connected…");
        }
    }

    @Test
    void theSecondConsumerOfAFailoverQueueContinuesWhereTheFirstEnded() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture("pulsar.subscription-type", "Failover")) {
            Inbox first = fixture.inbox(queue);
            Inbox second = fixture.inbox(queue);
            Producer producer = fixture.producer(queue);
            TestClient.send(producer, 0, 10);
            fixture.await("ten messages", () -> first.count() + second.count() == 10);
            assertThat(List.of(first.numbers(), second.numbers())).contains(TestClient.numbers(0, 10), List.of());
            Inbox active = first.numbers().isEmpty() ? second : first;
            Inbox waiting = active == first ? second : first;
            active.close();
            TestClient.send(producer, 10, 20);
            assertThat(waiting.await(10)).isEqualTo(TestClient.numbers(10, 20));
        }
    }

    @Test
    void messagesOfAGroupGoToOneConsumerInOrder() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture("pulsar.subscription-type", "Key_Shared")) {
            Inbox first = fixture.inbox(queue);
            Inbox second = fixture.inbox(queue);
            for (int group = 0; group < 20; group++) {
                TestClient.send(fixture.produce(inGroup(queue, "group-" + group)), group * 3, group * 3 + 3);
            }
            fixture.await("sixty messages", () -> first.count() + second.count() == 60);
            assertThat(first.numbers()).isNotEmpty();
            assertThat(second.numbers()).isNotEmpty();
            for (int number = 0; number < 60; number += 3) {
                List<Long> group = TestClient.numbers(number, number + 3);
                List<Long> one = first.numbers().contains(group.get(0)) ? first.numbers() : second.numbers();
                assertThat(one.stream().filter(group::contains)).isEqualTo(group);
            }
        }
    }

    /** Messages are kept only for existing subscriptions, and that of a queue is removed with its topic. */
    @Test
    void aQueueThatWasRemovedIsMadeAgainForTheNextProducer() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture("pulsar.subscription", "workers")) {
            fixture.producer(queue);
            ManagedPulsar.remove(queue);
            fixture.awaitFailure();
            TestClient.send(fixture.producer(queue), 0, 1);
            assertThat(ManagedPulsar.statistics(queue, "/stats")).contains("\"workers\":{");
        }
    }

    @Test
    void theFailureNamesTheProducerOrConsumerWhoseTopicTheBrokerTookAway() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture()) {
            fixture.inbox(queue);
            fixture.producer(queue);
            ManagedPulsar.remove(queue);
            fixture.await("both failures", () -> fixture.failures().size() == 2);
            String cause = "connection failed: the broker closed the connection, or took away the topic, of the ";
            assertThat(fixture.failures())
                    .extracting(Throwable::getMessage)
                    .containsExactlyInAnyOrder(cause + "producer of " + queue, cause + "consumer of " + queue);
        }
    }

    @Test
    void aFullBatchGoesAtOnceAndABlockingSendDoesNotWaitForOne() throws Exception {
        try (TestClient fixture =
                ManagedPulsar.fixture("batchingMaxMessages", "5", "batchingMaxPublishDelayMicros", AN_HOUR_IN_US)) {
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            for (int i = 0; i < 7; i++) {
                assertThat(producer.trySend(TestClient.body(i), i)).isTrue();
            }
            fixture.await("a batch", () -> outcomes.byToken().size() >= 5);
            assertThat(outcomes.byToken()).containsOnlyKeys(0L, 1L, 2L, 3L, 4L);
            assertThat(outcomes.byToken().values()).containsOnly(Outcomes.ACKNOWLEDGED);
            TestClient.send(fixture.producer(queue), 10, 11);
        }
    }

    @Test
    void aProducerWithAllItsMessagesPendingTakesNoMore() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture(
                "maxPendingMessages", "3",
                "batchingMaxMessages", "3",
                "batchingMaxPublishDelayMicros", AN_HOUR_IN_US)) {
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            assertThat(producer.trySend(TestClient.body(0), 0)).isTrue();
            assertThat(producer.trySend(TestClient.body(1), 1)).isTrue();
            assertThat(producer.trySend(TestClient.body(2), 2)).isTrue();
            fixture.await("the batch of three", () -> outcomes.byToken().size() == 3);
            assertThat(producer.trySend(TestClient.body(3), 0)).isTrue();
            assertThat(outcomes.byToken()).containsOnlyKeys(0L, 1L, 2L);
        }
        try (TestClient fixture = ManagedPulsar.fixture(
                "maxPendingMessages", "3",
                "batchingMaxMessages", "9",
                "batchingMaxPublishDelayMicros", AN_HOUR_IN_US)) {
            Outcomes none = new Outcomes();
            Producer producer = fixture.producer(queue, SendMode.ASYNC, none);
            for (int i = 0; i < 3; i++) {
                assertThat(producer.trySend(TestClient.body(i), i)).isTrue();
            }
            assertThat(producer.trySend(TestClient.body(3), 3)).isFalse();
            assertThat(producer.trySend(TestClient.body(3), 3)).isFalse();
            assertThat(none.byToken()).isEmpty();
        }
    }

    @Test
    void ofABatchOnlyWhatWasNotAcknowledgedComesAgain() throws Exception {
        try (TestClient fixture =
                ManagedPulsar.fixture("batchingMaxMessages", "10", "batchingMaxPublishDelayMicros", AN_HOUR_IN_US)) {
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            for (int i = 0; i < 10; i++) {
                assertThat(producer.trySend(TestClient.body(i), i)).isTrue();
            }
            fixture.await("the batch", () -> outcomes.byToken().size() == 10);
            Inbox inbox = fixture.inbox(new ConsumerSpec(queue, AckMode.INDIVIDUAL, ReceiveMode.RECEIVE));
            for (int i = 0; i < 10; i++) {
                inbox.receive(1);
                if (i % 2 == 0) {
                    inbox.consumer().acknowledge();
                }
            }
            assertThat(inbox.numbers()).isEqualTo(TestClient.numbers(0, 10));
            inbox.close();
            Inbox next = fixture.inbox(queue);
            assertThat(next.await(5)).containsExactly(1L, 3L, 5L, 7L, 9L);
        }
    }

    @Test
    void theSemanticsCardSaysWhatAnAcknowledgementCosts() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture("compressionType", "LZ4", "batchingMaxMessages", "7")) {
            fixture.producer(queue);
            Semantics card = fixture.client().semantics(TestClient.sends(queue, SendMode.ASYNC));
            assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
            assertFacts(
                    card.facts(),
                    "client=pulsar-client 4.2.4; broker=Pulsar 4.2.4; protocol=Pulsar; send mode=async;"
                            + " partitions=none; batching=up to 7 messages, 131072 bytes, 1000 us; compression=lz4;"
                            + " queue subscription=Shared; receiver queue=1000; batch index acknowledgements=yes;"
                            + " copies=written to 1 of 1 bookies, acknowledged by 1; stored=yes");
        }
    }

    @Test
    void aBodyOfAnySizePassesANonPersistentTopicThatIsNotBusy() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture("pulsar.non-persistent", "true")) {
            List<ByteBuffer> received = bodiesOf(queue, fixture);
            ProducerSpec spec = ProducerSpecs.plain(queue, SendMode.SYNC, 0, false);
            Producer producer = fixture.produce(spec);
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
        byte[] common = new byte[300];
        new Random(7).nextBytes(common);
        try (TestClient fixture = ManagedPulsar.fixture()) {
            List<ByteBuffer> received = bodiesOf(queue, fixture);
            Semaphore free = new Semaphore(1);
            Producer producer = fixture.produce(withHead(queue, mode, Long.BYTES), (token, failure) -> free.release());
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
    private static List<ByteBuffer> bodiesOf(Destination queue, TestClient fixture) throws DriverException {
        List<ByteBuffer> received = new CopyOnWriteArrayList<>();
        fixture.connection()
                .createConsumer(
                        TestClient.receives(queue, AckMode.AUTO),
                        body -> received.add(
                                ByteBuffer.allocate(body.remaining()).put(body).flip()));
        fixture.connection().start();
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
