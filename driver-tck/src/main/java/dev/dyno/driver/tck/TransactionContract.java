package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import org.junit.jupiter.api.Test;

/** Contract for transactions: messages arrive after the commit, and not before. */
public interface TransactionContract extends ContractSubject {

    @Test
    default void messagesOfATransactionComeAfterItsCommit() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.TRANSACTIONS)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(queue);
            final TestSender transacted = rig.produce(Specs.producer(queue, SendMode.TRANSACTED));
            transacted.sendRange(0, 10);
            final TestSender plain = rig.produce(queue);
            plain.sendAcknowledged(100, 101);
            if (!openTransactionsHoldBackOthers()) {
                getter.awaitIndex(100);
            }
            assertThat(getter.indexes()).as("messages before the commit").isSubsetOf(100L);
            transacted.producer().commit();
            getter.awaitCount(11);
            assertThat(getter.indexes()).contains(100L);
            getter.assertReceived(transactionsKeepOrder(), index -> index != 100, TestRig.range(0, 10));
        }
    }

    @Test
    default void transactionsFollowEachOther() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.TRANSACTIONS)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(queue);
            final TestSender transacted = rig.produce(Specs.producer(queue, SendMode.TRANSACTED));
            for (int commit = 0; commit < 20; commit++) {
                transacted.sendRange(commit * 5L, commit * 5L + 5);
                transacted.producer().commit();
            }
            getter.awaitCount(100);
            getter.assertReceived(transactionsKeepOrder(), TestRig.range(0, 100));
        }
    }

    @Test
    default void aTransactionThatIsNotCommittedIsGoneWithItsProducer() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, Capability.TRANSACTIONS)) {
            final Destination queue = freshQueue();
            final ClientConnection producing = rig.connect();
            final TestSender transacted = rig.sender(producing, Specs.producer(queue, SendMode.TRANSACTED));
            transacted.sendRange(0, 5);
            transacted.producer().commit();
            transacted.sendRange(5, 10);
            transacted.producer().close();
            producing.close();
            final TestSender plain = rig.produce(queue);
            plain.sendAcknowledged(100, 101);
            final Getter getter = rig.consume(queue);
            getter.awaitIndex(100);
            getter.assertReceived(transactionsKeepOrder(), 0L, 1L, 2L, 3L, 4L, 100L);
        }
    }
}
