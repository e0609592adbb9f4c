package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Contract for sends: each message arrives once, whole and in order. */
public interface SendContract extends ContractSubject {

    /** Sizes of bodies in bytes, around the limits at which client libraries change their way of sending. */
    List<Integer> SIZES =
            List.of(48, 49, 100, 127, 128, 1_023, 1_024, 4_096, 65_535, 65_536, 102_399, 102_400, 262_143, 262_144);

    /** Number of messages between two flushes. */
    int TOGETHER = 32;

    @TestFactory
    default Stream<DynamicTest> manyMessagesArriveOnceInOrderAndWhole() {
        return TestRig.receiveModes(this)
                .map(mode -> DynamicTest.dynamicTest(mode.name(), () -> manyMessages(mode, Specs::producer)));
    }

    @Test
    default void manyTextsArriveOnceInOrderAndWhole() throws DriverException {
        assumeTrue(capabilities().contains(Capability.TEXT_BODIES));
        manyMessages(TestRig.receiveMode(this), Specs::text);
    }

    private void manyMessages(ReceiveMode mode, BiFunction<Destination, SendMode, ProducerSpec> spec)
            throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(new ConsumerSpec(queue, AckMode.AUTO, mode));
            final TestSender sender = rig.produce(spec.apply(queue, rig.sendMode()));
            final int count = manyMessages();
            for (int index = 0; index < count; index++) {
                sender.gather(index, Bodies.SMALLEST + index % 1_500);
                if (index % TOGETHER == TOGETHER - 1) {
                    sender.flush();
                }
            }
            // Once one more message, the last, is acknowledged, nothing is in flight.
            sender.sendAcknowledged(count, count + 1);
            getter.awaitIndex(count);
            getter.assertSequence(count + 1);
            if (rig.sendMode() == SendMode.ASYNC) {
                assertThat(sender.completions().acknowledged()).isEqualTo(count + 1);
            }
        }
    }

    /** Checks that a listener may send after completions, on threads of the client library. */
    @Test
    default void whatIsSentAfterCompletionsArrivesOnceAndInOrder() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.ASYNC_SEND)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(queue);
            final TestSender sender = rig.produce(Specs.producer(queue, SendMode.ASYNC));
            assertThat(sender.producer().sendsAfterCompletions()).isEqualTo(sendsAfterCompletions());
            assumeTrue(sendsAfterCompletions(), "only what the sender's thread sends");
            final int count = Math.min(1_000, manyMessages());
            final SendAfterCompletions sends = new SendAfterCompletions(sender, count);
            sends.begin();
            rig.await("that all are sent", sends::isOver);
            assertThat(sends.failure()).isNull();
            sender.awaitAcknowledged();
            getter.awaitCount(count);
            getter.assertSequence(count);
            assertThat(sends.sentElsewhere()).isEqualTo(count - 1);
        }
    }

    @TestFactory
    default Stream<DynamicTest> bodiesOfEverySizeArriveWhole() {
        return everySize(Specs::producer);
    }

    @TestFactory
    default Stream<DynamicTest> textsOfEverySizeArriveWhole() {
        return capabilities().contains(Capability.TEXT_BODIES) ? everySize(Specs::text) : Stream.of();
    }

    @Test
    default void persistentMessagesArrive() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.PERSISTENCE)) {
            sizes(
                    rig.sendMode(),
                    rig.receiveMode(),
                    (queue, mode) -> Specs.producer(queue, mode, parts -> parts.persistent = true));
        }
    }

    private Stream<DynamicTest> everySize(BiFunction<Destination, SendMode, ProducerSpec> spec) {
        return TestRig.sendModes(this).flatMap(send -> TestRig.receiveModes(this)
                .map(receive -> DynamicTest.dynamicTest(send + " " + receive, () -> sizes(send, receive, spec))));
    }

    private void sizes(SendMode send, ReceiveMode receive, BiFunction<Destination, SendMode, ProducerSpec> spec)
            throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(new ConsumerSpec(queue, AckMode.AUTO, receive));
            final TestSender sender = rig.produce(spec.apply(queue, send));
            for (int i = 0; i < SIZES.size(); i++) {
                sender.send(i, SIZES.get(i));
            }
            sender.awaitAcknowledged();
            getter.awaitCount(SIZES.size());
            getter.assertReceived(
                    send != SendMode.TRANSACTED || transactionsKeepOrder(), TestRig.range(0, SIZES.size()));
        }
    }

    /**
     * Checks, with keys of equal and of different lengths and in each send mode, that no message is lost and that the messages of
     * one key stay in order.
     */
    @TestFactory
    default Stream<DynamicTest> messagesWithKeysArriveInTheOrderOfEachKey() {
        return TestRig.sendModes(this)
                .filter(mode -> capabilities().contains(Capability.KEYS))
                .map(mode -> DynamicTest.dynamicTest(mode.name(), () -> keys(mode)));
    }

    private void keys(SendMode mode) throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.KEYS)) {
            final List<MessageKey> keys =
                    Stream.of("k-1", "k-2", "longer").map(MessageKey::new).toList();
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(queue);
            final TestSender sender = rig.produce(Specs.producer(queue, mode));
            for (int index = 0; index < 300; index++) {
                sender.producer().useKey(keys.get(index % keys.size()));
                sender.send(index, Bodies.SMALLEST + index % 5);
            }
            sender.awaitAcknowledged();
            getter.awaitCount(300);
            for (int key = 0; key < keys.size(); key++) {
                getter.assertEvery(keys.size(), key, 100);
            }
        }
    }

    @Test
    default void everySendIsCompletedOnceWhenCloseReturns() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.ASYNC_SEND)) {
            final Destination queue = freshQueue();
            for (int round = 0; round < 20; round++) {
                final TestSender sender = rig.produce(Specs.producer(queue, SendMode.ASYNC));
                sender.sendRange(0, Specs.MAX_IN_FLIGHT);
                sender.producer().close();
                assertThat(sender.completions().inFlight())
                        .as("sends that are not completed")
                        .isZero();
                assertThat(sender.completions().faults()).isEmpty();
            }
        }
    }

    @Test
    default void aSynchronousSendHasReachedTheBrokerWhenItReturns() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(queue);
            final ClientConnection producing = rig.connect();
            final TestSender sender = rig.sender(producing, Specs.producer(queue, SendMode.SYNC));
            sender.sendRange(0, 100);
            producing.close();
            getter.awaitCount(100);
            assertThat(getter.indexes()).containsExactly(TestRig.range(0, 100));
        }
    }

    @Test
    default void producersOfOneConnectionDoNotMixUpTheirTokens() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.ASYNC_SEND)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(queue);
            final ClientConnection producing = rig.connect();
            final TestSender[] senders = new TestSender[4];
            for (int i = 0; i < senders.length; i++) {
                senders[i] = rig.sender(producing, Specs.producer(queue, SendMode.ASYNC));
            }
            final int each = Math.min(1_000, manyMessages()) / senders.length;
            for (int index = 0; index < each * senders.length; index++) {
                senders[index % senders.length].send(index, Bodies.SMALLEST);
            }
            for (final TestSender sender : senders) {
                sender.awaitAcknowledged();
                assertThat(sender.completions().acknowledged()).isEqualTo(each);
            }
            getter.awaitCount(each * senders.length);
            for (int producer = 0; producer < senders.length; producer++) {
                getter.assertEvery(senders.length, producer, each);
            }
        }
    }

    @Test
    default void expiredMessagesAreNotDelivered() throws DriverException {
        assumeThat(keepsMessages()).isTrue();
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.TIME_TO_LIVE)) {
            final Destination queue = freshQueue();
            final TestSender shortLived = rig.produce(Specs.timeToLive(queue, rig.sendMode(), Duration.ofMillis(50)));
            shortLived.sendAcknowledged(0, 5);
            rig.letPass(Duration.ofMillis(200));
            final TestSender longLived = rig.produce(Specs.timeToLive(queue, rig.sendMode(), Duration.ofHours(1)));
            longLived.sendAcknowledged(5, 10);
            final Getter getter = rig.consume(queue);
            getter.awaitIndex(9);
            assertThat(getter.indexes()).containsExactly(TestRig.range(5, 10));
        }
    }
}
