package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Contract for connections: how they open, stop, fail and close. */
public interface ConnectionContract extends ContractSubject {

    /** Maximum number of pauses of 1 ms, in which a client notices that the broker has closed its consumer. */
    int PAUSES_TO_NOTICE = 200;

    @Test
    default void anAbsentBrokerIsReportedInOneLine() throws DriverException {
        assumeThat(unreachable()).isPresent();
        try (Client client = driver().open(unreachable().orElseThrow())) {
            final Throwable failure =
                    catchThrowable(() -> client.connect(new ConnectionSpec(Optional.empty(), ignored -> {})));
            FailureSentences.assertSentence(failure, "cannot connect to …" + adviceOfUnreachable());
            assertThat(failure).hasMessageMatching("(?i).*connection refused.*");
        }
    }

    @Test
    default void preparingTheSameDestinationsAgainChangesNothing() throws DriverException {
        try (TestRig rig = new TestRig(this)) {
            final List<Destination> destinations = new ArrayList<>();
            if (rig.has(Capability.QUEUES)) {
                destinations.add(freshQueue());
            }
            if (rig.has(Capability.TOPICS)) {
                destinations.add(freshTopic());
            }
            rig.client().prepare(destinations);
            rig.client().prepare(destinations);
            final Getter getter = rig.consume(destinations.get(0));
            rig.produce(destinations.get(0)).sendRange(0, 3);
            getter.awaitCount(3);
        }
    }

    @Test
    default void everythingMayBeClosedTwiceWithSendsUnderWay() throws DriverException {
        final List<Throwable> failures = new ArrayList<>();
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(queue);
            final ClientConnection producing = rig.connect();
            final TestSender sender = rig.sender(producing, Specs.producer(queue, rig.sendMode()));
            sender.sendRange(0, 50);
            final long beforeNs = rig.time().nanoTime();
            getter.connection().stop();
            getter.consumer().close();
            getter.consumer().close();
            getter.connection().close();
            getter.connection().close();
            sender.producer().close();
            sender.producer().close();
            producing.close();
            producing.close();
            rig.client().close();
            assertThat(rig.time().nanoTime() - beforeNs)
                    .as("ns to close")
                    .isLessThan(patience().toNanos());
            failures.addAll(rig.failures());
        }
        assertThat(failures).as("onFailure after an orderly close").isEmpty();
    }

    @TestFactory
    default Stream<DynamicTest> aConsumerThatTheBrokerClosesIsReportedOnce() {
        return TestRig.receiveModes(this).map(mode -> DynamicTest.dynamicTest(mode.name(), () -> closedByBroker(mode)));
    }

    private void closedByBroker(ReceiveMode mode) throws Exception {
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(new ConsumerSpec(queue, AckMode.AUTO, mode));
            final ClientConnection producing = rig.connect();
            final TestSender sender = rig.sender(producing, Specs.producer(queue, rig.sendMode()));
            sender.send(0, Bodies.SMALLEST);
            getter.awaitCount(1);
            sender.awaitAcknowledged();
            producing.close();
            assumeThat(remove(queue)).as("the broker removes queues").isTrue();
            // A receive that crosses the close of its consumer waits for seconds in Qpid JMS, so the test pauses before
            // it.
            for (int i = 0; i < PAUSES_TO_NOTICE && rig.failures().isEmpty(); i++) {
                rig.pause();
            }
            rig.await("the report", () -> getter.fails() || !rig.failures().isEmpty());
            getter.connection().close();
            assertThat(rig.failures()).hasSizeLessThan(2).allMatch(DriverException.class::isInstance);
            rig.failures().clear();
        }
    }

    /** Checks that a client makes a removed queue again, although it has made it before. */
    @Test
    default void aQueueThatIsRemovedIsMadeAgainOnTheNextConnection() throws Exception {
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            rig.client().prepare(List.of(queue));
            final Getter first = rig.consume(queue);
            assumeThat(remove(queue)).as("the broker removes queues").isTrue();
            rig.await("the report", () -> first.fails() || !rig.failures().isEmpty());
            first.connection().close();
            rig.failures().clear();
            final ClientConnection next = rig.connect();
            final TestSender sender = rig.sender(next, Specs.producer(queue, rig.sendMode()));
            final Getter getter = rig.getter(next, new ConsumerSpec(queue, AckMode.AUTO, rig.receiveMode()));
            next.start();
            sender.send(0, Bodies.SMALLEST);
            getter.awaitIndex(0);
        }
    }

    @Test
    default void nothingIsDeliveredBetweenStopAndStart() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            final Getter getter = rig.consume(queue);
            final TestSender sender = rig.produce(queue);
            sender.sendRange(0, 500);
            getter.connection().stop();
            final List<Long> whenStopped = getter.indexes();
            sender.sendAcknowledged(500, 600);
            assertThat(getter.indexes()).as("messages while stopped").isEqualTo(whenStopped);
            getter.connection().start();
            if (deliversWhatCameBeforeTheStart()) {
                getter.awaitCount(600);
                assertThat(getter.indexes()).containsExactly(TestRig.range(0, 600));
            } else {
                sender.send(600, Bodies.SMALLEST);
                getter.awaitIndex(600);
            }
        }
    }

    @Test
    default void nothingIsDeliveredBeforeTheStart() throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            final Destination queue = freshQueue();
            final ClientConnection consuming = rig.connect();
            final Getter getter = rig.getter(consuming, new ConsumerSpec(queue, AckMode.AUTO, rig.receiveMode()));
            final TestSender sender = rig.produce(queue);
            sender.sendAcknowledged(0, 20);
            assertThat(getter.indexes()).as("messages before the start").isEmpty();
            consuming.start();
            sender.send(20, Bodies.SMALLEST);
            getter.awaitIndex(20);
            assertThat(getter.indexes())
                    .containsExactly(deliversWhatCameBeforeTheStart() ? TestRig.range(0, 21) : TestRig.range(20, 21));
        }
    }
}
