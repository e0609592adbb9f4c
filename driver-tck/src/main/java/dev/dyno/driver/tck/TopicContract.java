package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Contract for topics: each subscription gets the messages of its topic, and its consumers share them. */
public interface TopicContract extends ContractSubject {

    @Test
    default void everySubscriberGetsEveryMessage() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.TOPICS)) {
            final Destination topic = freshTopic();
            final List<Getter> getters = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                getters.add(rig.consume(topic));
            }
            final TestSender sender = rig.produce(topic);
            sender.sendAcknowledged(0, 100);
            for (final Getter getter : getters) {
                getter.awaitCount(100);
                assertThat(getter.indexes()).containsExactly(TestRig.range(0, 100));
            }
        }
    }

    @Test
    default void aSubscriptionThatIsNotDurableMissesWhatIsSentWhileItIsAway() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.TOPICS)) {
            final Destination topic = freshTopic();
            final TestSender sender = rig.produce(topic);
            sender.sendAcknowledged(0, 5);
            final Getter getter = rig.consume(topic);
            sender.sendRange(5, 10);
            getter.awaitIndex(9);
            assertThat(getter.indexes()).containsExactly(TestRig.range(5, 10));
        }
    }

    @Test
    default void aSubscriptionFromTheEarliestGetsWhatWasSentBeforeIt() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.TOPICS, Capability.FROM_EARLIEST)) {
            final Destination topic = freshTopic();
            // Some brokers keep a topic's messages from its first subscription on.
            rig.getter(rig.connect(), new ConsumerSpec(topic, AckMode.AUTO, rig.receiveMode()));
            final TestSender sender = rig.produce(topic);
            sender.sendAcknowledged(0, 5);
            final Getter getter = rig.consume(Specs.fromEarliest(topic, rig.receiveMode()));
            sender.sendRange(5, 10);
            getter.awaitIndex(9);
            assertThat(getter.indexes()).containsExactlyInAnyOrder(TestRig.range(0, 10));
        }
    }

    @Test
    default void aDurableSubscriptionKeepsMessagesUntilItIsRemoved() throws DriverException {
        keepsUntilRemoved(new Subscription("durable", false, true));
    }

    @Test
    default void aSharedDurableSubscriptionKeepsMessagesUntilItIsRemoved() throws DriverException {
        keepsUntilRemoved(new Subscription("shared-durable", true, true));
    }

    private void keepsUntilRemoved(Subscription subscription) throws DriverException {
        final Optional<String> clientId =
                subscription.shared() ? Optional.empty() : Optional.of("contract-" + UUID.randomUUID());
        final Destination topic = freshTopic();
        final ConsumerSpec spec = Specs.subscriber(topic, subscription, TestRig.receiveMode(this));
        try (TestRig rig = new TestRig(this, spec)) {
            final Getter here = rig.consume(clientId, spec);
            final TestSender sender = rig.produce(topic);
            sender.sendAcknowledged(0, 5);
            here.awaitCount(5);
            here.close();
            sender.sendAcknowledged(5, 10);

            final Getter back = rig.consume(clientId, spec);
            back.awaitCount(5);
            assertThat(back.indexes()).containsExactly(TestRig.range(5, 10));
            back.unsubscribe(topic, subscription);
            back.close();
            sender.sendAcknowledged(10, 15);

            final Getter anew = rig.consume(clientId, spec);
            sender.send(15, Bodies.SMALLEST);
            anew.awaitIndex(15);
            assertThat(anew.indexes()).as("messages after unsubscribe").containsExactly(15L);
            anew.unsubscribe(topic, subscription);
        }
    }

    @Test
    default void aSubscriptionInUseIsNotRemoved() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.DURABLE_SUBSCRIPTIONS)) {
            final Destination topic = freshTopic();
            final Subscription subscription = new Subscription("in-use", false, true);
            final ClientConnection connection = rig.connect(Optional.of("contract-" + UUID.randomUUID()));
            final Getter getter = rig.getter(connection, Specs.subscriber(topic, subscription, rig.receiveMode()));
            FailureSentences.assertFails(() -> connection.unsubscribe(topic, subscription), "…in-use…");
            getter.consumer().close();
            connection.unsubscribe(topic, subscription);
        }
    }

    @Test
    default void consumersOfASharedSubscriptionShareItsMessages() throws DriverException {
        share(new Subscription("shared", true, false));
    }

    @Test
    default void consumersOfASharedDurableSubscriptionShareItsMessages() throws DriverException {
        assumeTrue(sharesDurably());
        share(new Subscription("shared-in-time", true, true));
    }

    private void share(Subscription subscription) throws DriverException {
        final Destination topic = freshTopic();
        final ConsumerSpec spec = Specs.subscriber(topic, subscription, TestRig.receiveMode(this));
        try (TestRig rig = new TestRig(this, spec)) {
            final List<Getter> sharing = List.of(rig.consume(spec), rig.consume(spec));
            final Getter all = rig.consume(topic);
            final TestSender sender = rig.produce(topic);
            sender.sendAcknowledged(0, 100);
            all.awaitCount(100);
            assertThat(rig.together(sharing, 100)).containsExactlyInAnyOrder(TestRig.range(0, 100));
            assertThat(all.indexes()).containsExactly(TestRig.range(0, 100));
            sharing.get(0).close();
            sharing.get(1).unsubscribe(topic, subscription);
        }
    }
}
