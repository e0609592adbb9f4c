package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination.Kind;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Contract for the messages left for a subscription, and for its consumers, as the broker counts them. */
public interface MessagesLeftContract extends ContractSubject {

    @TestFactory
    default Stream<DynamicTest> theBrokerSaysWhatIsLeftOfAQueue() {
        return TestRig.receiveModes(this)
                .map(mode -> DynamicTest.dynamicTest(
                        mode.name(), () -> leftOf(new ConsumerSpec(freshQueue(), AckMode.AUTO, mode))));
    }

    @TestFactory
    default Stream<DynamicTest> theBrokerSaysWhatIsLeftOfASubscription() {
        final ReceiveMode mode = TestRig.receiveMode(this);
        return Stream.of(
                DynamicTest.dynamicTest("anonymous", () -> leftOf(new ConsumerSpec(freshTopic(), AckMode.AUTO, mode))),
                DynamicTest.dynamicTest(
                        "durable",
                        () -> leftOf(Specs.subscriber(freshTopic(), new Subscription("left", false, true), mode))),
                DynamicTest.dynamicTest(
                        "shared",
                        () -> leftOf(Specs.subscriber(freshTopic(), new Subscription("left", true, false), mode))));
    }

    private void leftOf(ConsumerSpec spec) throws DriverException {
        try (TestRig rig = new TestRig(this, spec)) {
            leftOf(rig, spec);
        }
    }

    private void leftOf(TestRig rig, ConsumerSpec spec) throws DriverException {
        final ClientConnection consuming = rig.connect(spec.subscription()
                .filter(subscription -> !subscription.shared())
                .map(subscription -> "contract-" + UUID.randomUUID()));
        final Getter getter = rig.getter(consuming, spec);
        consuming.start();
        final ProducerSpec producer = Specs.producer(spec.destination(), rig.sendMode());
        final TestSender sender = rig.produce(producer);
        sender.sendAcknowledged(0, 3);
        getter.awaitCount(3);
        if (!knowsMessagesLeftOf().contains(spec.destination().kind())) {
            assertThat(getter.consumer().messagesLeft()).isEmpty();
            return;
        }
        awaitLeft(rig, getter.consumer(), 0);
        if (deliversWhatCameBeforeTheStart()) {
            consuming.stop();
            sender.sendAcknowledged(3, 10);
            if (rig.client().semantics(producer).acknowledgedBy() == AcknowledgedBy.CLIENT) {
                // The messages may still be on their way to the broker.
                rig.await(
                        "the broker to have them",
                        () -> askLeft(getter.consumer()).orElseThrow().total() >= 7);
            }
            awaitLeft(rig, getter.consumer(), 7);
            consuming.start();
            getter.awaitCount(10);
            awaitLeft(rig, getter.consumer(), 0);
        }
        consuming.stop();
        spec.subscription().filter(Subscription::durable).ifPresent(subscription -> {
            try {
                getter.consumer().close();
                consuming.unsubscribe(spec.destination(), subscription);
            } catch (DriverException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Asks until the broker reports the expected number. It may report more, for a while or for whole batches, never fewer. */
    private void awaitLeft(TestRig rig, Consumer consumer, long expected) {
        Optional<MessagesLeft> last;
        final long giveUpNs = rig.giveUpNs();
        do {
            final Optional<MessagesLeft> left = askLeft(consumer);
            last = left;
            assertThat(left).as("messages left").isPresent();
            final long messages = left.get().total();
            assertThat(messages).as("messages left").isGreaterThanOrEqualTo(expected);
            if (messages == expected || (expected > 0 && !countsMessagesLeftExactly())) {
                return;
            }
            rig.pause();
        } while (giveUpNs - rig.time().nanoTime() > 0);
        throw new AssertionError("messages left: " + last + ", not " + expected);
    }

    private static Optional<MessagesLeft> askLeft(Consumer consumer) {
        try {
            return consumer.messagesLeft();
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    default void messagesThatAnotherConsumerFetchedAreLeft() throws DriverException {
        assumeTrue(knowsMessagesLeftOf().contains(Kind.QUEUE));
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.RECEIVE)) {
            final ConsumerSpec spec = new ConsumerSpec(freshQueueForTwo(), AckMode.AUTO, ReceiveMode.RECEIVE);
            final Getter asks = rig.getter(rig.connect(), spec);
            final Getter fetches = rig.consume(spec);
            // The sends are synchronous, so the broker has all messages when the last send returns.
            rig.produce(Specs.producer(spec.destination(), SendMode.SYNC)).sendAcknowledged(0, 20);
            rig.await("a first message", () -> {
                fetches.step();
                return fetches.count() > 0;
            });
            awaitLeft(rig, asks.consumer(), 20 - fetches.count());
        }
    }

    @Test
    default void theBrokerCountsTheConsumersOfAQueueIfItCanSay() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final ConsumerSpec spec = new ConsumerSpec(freshQueueForTwo(), AckMode.AUTO, rig.receiveMode());
            final Consumer first = rig.getter(rig.connect(), spec).consumer();
            assertThat(first.consumersAtBroker().orElse(1)).isEqualTo(1);
            rig.getter(rig.connect(), spec);
            assertThat(first.consumersAtBroker().orElse(2)).isEqualTo(2);
        }
    }
}
