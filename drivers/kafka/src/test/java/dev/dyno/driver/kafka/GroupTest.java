package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.TestClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(90)
@Tag("broker")
class GroupTest {

    private static final Map<String, String> SPREAD = Map.of("kafka.partitions", "8", "kafka.key", "sequence");

    private final Destination queue = TestClient.queue();

    private static List<Long> await(TestClient client, List<Inbox> inboxes, int count) {
        client.await(
                count + " messages",
                () -> inboxes.stream().mapToInt(Inbox::count).sum() >= count);
        return inboxes.stream().flatMap(inbox -> inbox.numbers().stream()).toList();
    }

    /** Members come and go while messages flow: none is missed, and none comes twice as long as nobody crashes. */
    @Test
    void nothingIsLostOrDoubledWhenMembersComeAndGo() throws Exception {
        letMembersComeAndGo("classic");
    }

    @Test
    @Tag("nightly")
    void nothingIsLostOrDoubledWhenMembersOfTheNewerProtocolComeAndGo() throws Exception {
        letMembersComeAndGo("consumer");
    }

    private void letMembersComeAndGo(String protocol) throws Exception {
        Map<String, String> properties =
                Map.of("kafka.partitions", "8", "kafka.key", "sequence", "group.protocol", protocol);
        try (TestClient producing = OnKafka.open(properties);
                TestClient first = OnKafka.open(properties);
                TestClient second = OnKafka.open(properties);
                TestClient third = OnKafka.open(properties)) {
            producing.client().prepare(List.of(queue));
            Inbox leaving = first.consume(TestClient.receives(queue, AckMode.AUTO));
            first.connection().start();
            Acks acks = new Acks(1_000);
            Producer producer = producing.produce(OnKafka.sends(queue, SendMode.ASYNC), acks);
            send(producer, acks, 0, 1_000);
            leaving.await(1);
            Inbox staying = second.consume(TestClient.receives(queue, AckMode.AUTO));
            Inbox late = third.consume(TestClient.receives(queue, AckMode.AUTO));
            send(producer, acks, 1_000, 2_000);
            second.connection().start();
            send(producer, acks, 2_000, 3_000);
            third.connection().start();
            send(producer, acks, 3_000, 4_000);
            late.await(1);
            first.connection().stop();
            leaving.consumer().close();
            send(producer, acks, 4_000, 5_000);
            List<Inbox> inboxes = List.of(leaving, staying, late);
            assertThat(await(producing, inboxes, 5_000))
                    .containsExactlyInAnyOrderElementsOf(TestClient.numbers(0, 5_000));
            assertThat(inboxes).allSatisfy(inbox -> assertThat(inbox.numbers()).isNotEmpty());
            assertThat(first.failures()).isEmpty();
        }
    }

    private static void send(Producer producer, Acks acks, long from, long to) throws Exception {
        for (long number = from; number < to; number++) {
            int token = acks.take();
            while (!producer.trySend(TestClient.body(number), token)) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void startReturnsWhenTheMembersHaveDividedThePartitions() throws Exception {
        List<Inbox> inboxes = new ArrayList<>();
        try (TestClient link = OnKafka.open(SPREAD)) {
            link.client().prepare(List.of(queue));
            for (int i = 0; i < 4; i++) {
                inboxes.add(link.consume(TestClient.receives(queue, AckMode.AUTO)));
            }
            link.connection().start();
            OnKafka.send(link, queue, 0, 100);
            assertThat(await(link, inboxes, 100)).containsExactlyInAnyOrderElementsOf(TestClient.numbers(0, 100));
            // Two partitions each, and all eight have got something.
            assertThat(inboxes).allSatisfy(inbox -> assertThat(inbox.numbers()).isNotEmpty());
        }
    }

    /** The first member has to give partitions away although nobody receives from it. */
    @ParameterizedTest
    @EnumSource(ReceiveMode.class)
    void aMemberThatDoesNotDeliverHoldsUpNobody(ReceiveMode mode) throws Exception {
        try (TestClient idle = OnKafka.open(SPREAD);
                TestClient busy = OnKafka.open(SPREAD)) {
            idle.client().prepare(List.of(queue));
            Inbox waiting = idle.consume(new ConsumerSpec(queue, AckMode.AUTO, mode));
            Inbox inbox = busy.consume(TestClient.receives(queue, AckMode.AUTO));
            busy.connection().start();
            OnKafka.send(busy, queue, 0, 50);
            int share = inbox.await(10).size();
            assertThat(share).isBetween(10, 49);
            waiting.consumer().close();
            assertThat(inbox.await(50)).containsExactlyInAnyOrderElementsOf(TestClient.numbers(0, 50));
        }
    }

    /** A member that does not poll for this time leaves its group: one that was paused for longer continues where it was. */
    @ParameterizedTest
    @EnumSource(ReceiveMode.class)
    @Tag("nightly")
    void aMemberThatIsPausedForLongStaysInItsGroup(ReceiveMode mode) throws Exception {
        long intervalNs = TimeUnit.SECONDS.toNanos(1);
        Map<String, String> properties = new HashMap<>(SPREAD);
        properties.put("consumer.max.poll.interval.ms", "1000");
        try (TestClient link = OnKafka.open(properties);
                Admin admin = Admin.create(
                        Map.of("bootstrap.servers", OnKafka.shared().url("kafka")))) {
            link.client().prepare(List.of(queue));
            Inbox inbox = link.consume(new ConsumerSpec(queue, AckMode.AUTO, mode));
            link.connection().start();
            String group = "dyno." + queue.name();
            List<String> members = OnKafka.members(admin, group);
            assertThat(members).hasSize(1);
            link.connection().stop();
            OnKafka.send(link, queue, 0, 50);
            long untilNs = System.nanoTime() + 3 * intervalNs;
            while (System.nanoTime() - untilNs < 0) {
                assertThat(OnKafka.members(admin, group)).isEqualTo(members);
            }
            link.connection().start();
            if (mode == ReceiveMode.RECEIVE) {
                inbox.receive(50);
            }
            assertThat(inbox.await(50)).containsExactlyInAnyOrderElementsOf(TestClient.numbers(0, 50));
            assertThat(link.failures()).isEmpty();
        }
    }

    /** Nobody has joined when the first message is sent: where the group begins was said before. */
    @Test
    void aSubscriptionExistsWhenItsConsumerHasBeenCreated() throws Exception {
        Destination topic = new Destination(Destination.Kind.TOPIC, queue.name());
        Optional<Subscription> shared = Optional.of(new Subscription("shared-" + queue.name(), true, false));
        ConsumerSpec spec = new ConsumerSpec(topic, shared, AckMode.AUTO, ReceiveMode.LISTENER, Optional.empty());
        List<Inbox> inboxes = new ArrayList<>();
        try (TestClient link = OnKafka.open(SPREAD)) {
            link.client().prepare(List.of(topic));
            inboxes.add(link.consume(spec));
            OnKafka.send(link, topic, 0, 20);
            inboxes.add(link.consume(spec));
            OnKafka.send(link, topic, 20, 40);
            link.connection().start();
            assertThat(await(link, inboxes, 40)).containsExactlyInAnyOrderElementsOf(TestClient.numbers(0, 40));
        }
    }

    @Test
    void theRestOfABatchIsDeliveredAfterTheNextStart() throws Exception {
        try (TestClient link = OnKafka.open(Map.of())) {
            Inbox inbox = link.consume(new ConsumerSpec(queue, AckMode.AUTO, ReceiveMode.RECEIVE));
            OnKafka.send(link, queue, 0, 10);
            link.connection().start();
            inbox.receive(5);
            link.connection().stop();
            assertThat(inbox.consumer().receive(0)).isFalse();
            assertThat(inbox.numbers()).containsExactly(0L, 1L, 2L, 3L, 4L);
            link.connection().start();
            inbox.receive(5);
            assertThat(inbox.numbers()).isEqualTo(TestClient.numbers(0, 10));
        }
    }
}
