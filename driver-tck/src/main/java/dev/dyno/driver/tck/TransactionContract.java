package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is sent in a transaction is there after its commit, and not before. */
interface TransactionContract extends ContractSubject {

    @Test
    default void messagesOfATransactionComeAfterItsCommit() throws DriverException {
        try (Rig rig = new Rig(this, Capability.QUEUES, Capability.TRANSACTIONS)) {
            final Destination queue = freshQueue();
            final ClientConnection consuming = rig.connect();
            final Getter getter = rig.getter(consuming, Specs.consumer(queue, AckMode.AUTO, rig.receiveMode()));
            consuming.start();
            final Sender transacted = rig.sender(rig.connect(), Specs.producer(queue, SendMode.TRANSACTED));
            transacted.sendRange(0, 10);
            final Sender plain = rig.sender(rig.connect(), Specs.producer(queue, rig.sendMode()));
            plain.send(100, Bodies.SMALLEST);
            plain.awaitAcknowledged();
            if (!openTransactionsHoldBackOthers()) {
                getter.awaitIndex(100);
            }
            assertThat(getter.indexes()).as("messages before the commit").isSubsetOf(100L);
            transacted.producer().commit();
            getter.awaitCount(11);
            final List<Long> ofTheTransaction = new ArrayList<>(getter.indexes());
            ofTheTransaction.remove(100L);
            assertReceived(ofTheTransaction, Rig.range(0, 10));
        }
    }

    @Test
    default void transactionsFollowEachOther() throws DriverException {
        try (Rig rig = new Rig(this, Capability.QUEUES, Capability.TRANSACTIONS)) {
            final Destination queue = freshQueue();
            final ClientConnection consuming = rig.connect();
            final Getter getter = rig.getter(consuming, Specs.consumer(queue, AckMode.AUTO, rig.receiveMode()));
            consuming.start();
            final Sender transacted = rig.sender(rig.connect(), Specs.producer(queue, SendMode.TRANSACTED));
            for (int commit = 0; commit < 20; commit++) {
                transacted.sendRange(commit * 5, commit * 5 + 5);
                transacted.producer().commit();
            }
            getter.awaitCount(100);
            assertReceived(getter.indexes(), Rig.range(0, 100));
        }
    }

    @Test
    default void aTransactionThatIsNotCommittedIsGoneWithItsProducer() throws DriverException {
        try (Rig rig = new Rig(this, Capability.QUEUES, Capability.TRANSACTIONS)) {
            final Destination queue = freshQueue();
            final ClientConnection producing = rig.connect();
            final Sender transacted = rig.sender(producing, Specs.producer(queue, SendMode.TRANSACTED));
            transacted.sendRange(0, 5);
            transacted.producer().commit();
            transacted.sendRange(5, 10);
            transacted.producer().close();
            producing.close();
            final Sender plain = rig.sender(rig.connect(), Specs.producer(queue, rig.sendMode()));
            plain.send(100, Bodies.SMALLEST);
            plain.awaitAcknowledged();
            final ClientConnection consuming = rig.connect();
            final Getter getter = rig.getter(consuming, Specs.consumer(queue, AckMode.AUTO, rig.receiveMode()));
            consuming.start();
            getter.awaitIndex(100);
            assertReceived(getter.indexes(), 0L, 1L, 2L, 3L, 4L, 100L);
        }
    }

    private void assertReceived(List<Long> indexes, Long... expected) {
        if (transactionsKeepOrder()) {
            assertThat(indexes).containsExactly(expected);
        } else {
            assertThat(indexes).containsExactlyInAnyOrder(expected);
        }
    }
}
