package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Contract for queues: distribution of the messages to consumers, receives with a timeout, and selectors. */
public interface DeliveryContract extends ContractSubject {

    @TestFactory
    default Stream<DynamicTest> consumersOfAQueueShareItsMessages() {
        return TestRig.receiveModes(this).map(mode -> DynamicTest.dynamicTest(mode.name(), () -> competing(mode)));
    }

    private void competing(ReceiveMode mode) throws DriverException {
        final ConsumerSpec spec = new ConsumerSpec(freshQueueForTwo(), AckMode.AUTO, mode);
        try (TestRig rig = new TestRig(this, spec)) {
            final List<Getter> getters = List.of(rig.consume(spec), rig.consume(spec));
            final TestSender sender = rig.produce(spec.destination());
            final long giveUpNs = rig.giveUpNs();
            List<Long> all;
            int sent = 0;
            do {
                final int portion = sent == 0 ? 100 : 10;
                sender.sendAcknowledged(sent, sent + portion);
                sent += portion;
                all = rig.together(getters, sent);
            } while (opensConsumersLate()
                    && getters.stream().anyMatch(getter -> getter.count() == 0)
                    && giveUpNs - rig.time().nanoTime() > 0);
            assertThat(all).containsExactlyInAnyOrder(TestRig.range(0, sent));
            for (final Getter getter : getters) {
                assertThat(getter.indexes())
                        .as("the share of one consumer")
                        .isNotEmpty()
                        .isSorted();
            }
        }
    }

    @Test
    default void aReceiveOnAnEmptyQueueTakesItsTimeout() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.RECEIVE)) {
            final Getter getter = rig.consume(new ConsumerSpec(freshQueue(), AckMode.AUTO, ReceiveMode.RECEIVE));
            final long beforeNs = rig.time().nanoTime();
            assertThat(getter.consumer().receive(200_000_000L)).isFalse();
            assertThat(rig.time().nanoTime() - beforeNs)
                    .as("ns of a receive with a timeout of 200 ms")
                    .isBetween(195_000_000L, 5_000_000_000L);
            final long againNs = rig.time().nanoTime();
            assertThat(getter.consumer().receive(0)).isFalse();
            assertThat(rig.time().nanoTime() - againNs)
                    .as("ns of a receive that only looks")
                    .isLessThan(5_000_000_000L);
        }
    }

    @Test
    default void aReceiveThatOnlyLooksFindsAMessageInTheEnd() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.RECEIVE)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(new ConsumerSpec(queue, AckMode.AUTO, ReceiveMode.RECEIVE));
            final TestSender sender = rig.produce(queue);
            sender.sendRange(0, 1);
            rig.await("receive(0) returns true", () -> {
                try {
                    return getter.consumer().receive(0);
                } catch (DriverException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(getter.indexes()).containsExactly(0L);
        }
    }

    @Test
    default void aReceiveFindsNothingWhileDeliveriesAreStopped() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.RECEIVE)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(new ConsumerSpec(queue, AckMode.AUTO, ReceiveMode.RECEIVE));
            final TestSender sender = rig.produce(queue);
            getter.connection().stop();
            sender.sendAcknowledged(0, 10);
            assertThat(getter.consumer().receive(200_000_000L)).isFalse();
            getter.connection().start();
            getter.awaitCount(10);
        }
    }

    @Test
    default void messagesSentBeforeTheConsumerExistsAreKept() throws DriverException {
        assumeTrue(keepsMessages());
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            final TestSender sender = rig.produce(queue);
            sender.sendAcknowledged(0, 100);
            final Getter getter = rig.consume(queue);
            getter.awaitCount(100);
            assertThat(getter.indexes()).containsExactly(TestRig.range(0, 100));
        }
    }

    @TestFactory
    default Stream<DynamicTest> aSelectorLetsTheRightMessagesThrough() {
        return Stream.of("colour = 'red'", "weight = 5")
                .map(selector -> DynamicTest.dynamicTest(selector, () -> selects(selector)));
    }

    private void selects(String selector) throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.SELECTORS, Capability.PROPERTIES)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(Specs.selecting(queue, rig.receiveMode(), selector));
            final ClientConnection producing = rig.connect();
            final TestSender red = rig.sender(
                    producing, Specs.properties(queue, rig.sendMode(), Map.of("colour", "red", "weight", 5L)));
            final TestSender blue = rig.sender(
                    producing, Specs.properties(queue, rig.sendMode(), Map.of("colour", "blue", "weight", 6L)));
            final TestSender plain = rig.sender(producing, Specs.producer(queue, rig.sendMode()));
            for (int index = 0; index < 30; index += 3) {
                blue.send(index, Bodies.SMALLEST);
                plain.send(index + 1, Bodies.SMALLEST);
                plain.awaitAcknowledged();
                blue.awaitAcknowledged();
                red.send(index + 2, Bodies.SMALLEST);
                red.awaitAcknowledged();
            }
            getter.awaitIndex(29);
            assertThat(getter.indexes()).containsExactly(2L, 5L, 8L, 11L, 14L, 17L, 20L, 23L, 26L, 29L);
        }
    }
}
