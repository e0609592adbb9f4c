package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who gets a message of a topic. */
interface TopicContract extends ContractSubject {

    @Test
    default void everySubscriberGetsEveryMessage() throws DriverException {
        try (Rig rig = new Rig(this, Capability.TOPICS)) {
            final Destination topic = freshTopic();
            final List<Getter> getters = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                final ClientConnection consuming = rig.connect();
                getters.add(rig.getter(consuming, Specs.consumer(topic, AckMode.AUTO, rig.receiveMode())));
                consuming.start();
            }
            final Sender sender = rig.sender(rig.connect(), Specs.producer(topic, rig.sendMode()));
            sender.sendRange(0, 100);
            sender.awaitAcknowledged();
            for (final Getter getter : getters) {
                getter.awaitCount(100);
                assertThat(getter.indexes()).containsExactly(Rig.range(0, 100));
            }
        }
    }

    @Test
    default void aSubscriptionThatIsNotDurableMissesWhatIsSentWhileItIsAway() throws DriverException {
        try (Rig rig = new Rig(this, Capability.TOPICS)) {
            final Destination topic = freshTopic();
            final Sender sender = rig.sender(rig.connect(), Specs.producer(topic, rig.sendMode()));
            sender.sendRange(0, 5);
            sender.awaitAcknowledged();
            final ClientConnection consuming = rig.connect();
            final Getter getter = rig.getter(consuming, Specs.consumer(topic, AckMode.AUTO, rig.receiveMode()));
            consuming.start();
            sender.sendRange(5, 10);
            getter.awaitIndex(9);
            assertThat(getter.indexes()).containsExactly(Rig.range(5, 10));
        }
    }

    @Test
    default void aSubscriptionFromTheEarliestGetsWhatWasSentBeforeIt() throws DriverException {
        try (Rig rig = new Rig(this, Capability.TOPICS, Capability.FROM_EARLIEST)) {
            final Destination topic = freshTopic();
            // Some brokers keep a topic's messages from its first subscription on.
            rig.getter(rig.connect(), Specs.consumer(topic, AckMode.AUTO, rig.receiveMode()));
            final Sender sender = rig.sender(rig.connect(), Specs.producer(topic, rig.sendMode()));
            sender.sendRange(0, 5);
            sender.awaitAcknowledged();
            final ClientConnection consuming = rig.connect();
            final Getter getter = rig.getter(consuming, Specs.fromEarliest(topic, rig.receiveMode()));
            consuming.start();
            sender.sendRange(5, 10);
            getter.awaitIndex(9);
            assertThat(getter.indexes()).containsExactlyInAnyOrder(Rig.range(0, 10));
        }
    }

    @Test
    default void aDurableSubscriptionKeepsMessagesUntilItIsRemoved() throws DriverException {
        keepsUntilRemoved(new Subscription("durable", false, true), Capability.DURABLE_SUBSCRIPTIONS);
    }

    @Test
    default void aSharedDurableSubscriptionKeepsMessagesUntilItIsRemoved() throws DriverException {
        keepsUntilRemoved(
                new Subscription("shared-durable", true, true),
                Capability.DURABLE_SUBSCRIPTIONS,
                Capability.SHARED_SUBSCRIPTIONS);
    }

    private void keepsUntilRemoved(Subscription subscription, Capability... needed) throws DriverException {
        final Optional<String> clientId =
                subscription.shared() ? Optional.empty() : Optional.of("contract-" + UUID.randomUUID());
        try (Rig rig = new Rig(this, needed)) {
            final Destination topic = freshTopic();
            final ClientConnection first = rig.connect(clientId);
            final Getter here = rig.getter(first, Specs.subscriber(topic, subscription, rig.receiveMode()));
            first.start();
            final Sender sender = rig.sender(rig.connect(), Specs.producer(topic, rig.sendMode()));
            sender.sendRange(0, 5);
            sender.awaitAcknowledged();
            here.awaitCount(5);
            first.stop();
            here.consumer().close();
            first.close();
            sender.sendRange(5, 10);
            sender.awaitAcknowledged();

            final ClientConnection second = rig.connect(clientId);
            final Getter back = rig.getter(second, Specs.subscriber(topic, subscription, rig.receiveMode()));
            second.start();
            back.awaitCount(5);
            assertThat(back.indexes()).containsExactly(Rig.range(5, 10));
            second.stop();
            back.consumer().close();
            second.unsubscribe(topic, subscription);
            second.close();
            sender.sendRange(10, 15);
            sender.awaitAcknowledged();

            final ClientConnection third = rig.connect(clientId);
            final Getter anew = rig.getter(third, Specs.subscriber(topic, subscription, rig.receiveMode()));
            third.start();
            sender.send(15, Bodies.SMALLEST);
            anew.awaitIndex(15);
            assertThat(anew.indexes()).as("messages after unsubscribe").containsExactly(15L);
            third.stop();
            anew.consumer().close();
            third.unsubscribe(topic, subscription);
        }
    }

    @Test
    default void aSubscriptionInUseIsNotRemoved() throws DriverException {
        try (Rig rig = new Rig(this, Capability.DURABLE_SUBSCRIPTIONS)) {
            final Destination topic = freshTopic();
            final Subscription subscription = new Subscription("in-use", false, true);
            final ClientConnection connection = rig.connect(Optional.of("contract-" + UUID.randomUUID()));
            final Getter getter = rig.getter(connection, Specs.subscriber(topic, subscription, rig.receiveMode()));
            final Throwable refusal = catchThrowable(() -> connection.unsubscribe(topic, subscription));
            assertThat(refusal).isInstanceOf(DriverException.class);
            getter.consumer().close();
            connection.unsubscribe(topic, subscription);
        }
    }

    @Test
    default void consumersOfASharedSubscriptionShareItsMessages() throws DriverException {
        try (Rig rig = new Rig(this, Capability.SHARED_SUBSCRIPTIONS)) {
            final Destination topic = freshTopic();
            final Subscription subscription = new Subscription("shared", true, false);
            final List<Getter> sharing = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                final ClientConnection connection = rig.connect();
                sharing.add(rig.getter(connection, Specs.subscriber(topic, subscription, rig.receiveMode())));
                connection.start();
            }
            final ClientConnection alone = rig.connect();
            final Getter all = rig.getter(alone, Specs.consumer(topic, AckMode.AUTO, rig.receiveMode()));
            alone.start();
            final Sender sender = rig.sender(rig.connect(), Specs.producer(topic, rig.sendMode()));
            sender.sendRange(0, 100);
            sender.awaitAcknowledged();
            all.awaitCount(100);
            final long giveUpNs = rig.giveUpNs();
            while (sharing.get(0).count() + sharing.get(1).count() < 100
                    && giveUpNs - rig.time().nanoTime() > 0) {
                sharing.forEach(Getter::step);
            }
            final List<Long> together = new ArrayList<>(sharing.get(0).indexes());
            together.addAll(sharing.get(1).indexes());
            assertThat(together).containsExactlyInAnyOrder(Rig.range(0, 100));
            assertThat(all.indexes()).containsExactly(Rig.range(0, 100));
        }
    }
}
