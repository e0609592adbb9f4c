package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.AckWindow;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Acknowledged messages do not come again; others do. */
public interface AcknowledgementContract extends ContractSubject {

    /** Number of the message that is sent last: once it has come, all others have. */
    long MARKER = 1_000;

    /** More than a library fetches at a time. */
    int UNLIMITED = 1_500;

    @TestFactory
    default Stream<DynamicTest> automaticallyAcknowledgedMessagesDoNotComeAgain() {
        return inEveryMode("AUTO", mode -> again(mode, AckMode.AUTO, (consumer, index) -> {}, new Long[] {MARKER}));
    }

    @TestFactory
    default Stream<DynamicTest> lazilyAcknowledgedMessagesDoNotComeAgainAfterAnOrderlyClose() {
        return inEveryMode(
                "DUPS_OK", mode -> again(mode, AckMode.DUPS_OK, (consumer, index) -> {}, new Long[] {MARKER}));
    }

    @TestFactory
    default Stream<DynamicTest> clientAcknowledgementCoversAllReceivedSoFar() {
        return inEveryMode(
                "CLIENT",
                mode -> again(
                        mode,
                        AckMode.CLIENT,
                        (consumer, index) -> {
                            if (index == 4) {
                                consumer.acknowledge();
                            }
                        },
                        new Long[] {5L, 6L, 7L, 8L, 9L, MARKER},
                        Capability.CLIENT_ACK));
    }

    @TestFactory
    default Stream<DynamicTest> individualAcknowledgementCoversOneMessage() {
        return inEveryMode(
                "INDIVIDUAL",
                mode -> again(
                        mode,
                        AckMode.INDIVIDUAL,
                        (consumer, index) -> {
                            if (index % 2 == 0) {
                                consumer.acknowledge();
                            }
                        },
                        new Long[] {1L, 3L, 5L, 7L, 9L, MARKER},
                        Capability.INDIVIDUAL_ACK));
    }

    @TestFactory
    default Stream<DynamicTest> aRejectedMessageDoesNotComeAgain() {
        return inEveryMode("INDIVIDUAL", mode -> {
            assumeThat(lacking(Client::lacksReject)).isEmpty();
            again(
                    mode,
                    AckMode.INDIVIDUAL,
                    (consumer, index) -> {
                        if (index % 2 == 0) {
                            consumer.reject();
                        }
                    },
                    new Long[] {1L, 3L, 5L, 7L, 9L, MARKER},
                    Capability.INDIVIDUAL_ACK);
        });
    }

    /** Acknowledges the ninth of ten messages, then the third; all others come again. */
    @TestFactory
    default Stream<DynamicTest> messagesAreAcknowledgedLaterInAnyOrder() {
        return inEveryMode("INDIVIDUAL", mode -> {
            assumeThat(lacking(Client::lacksDelivery)).isEmpty();
            final List<Object> deliveries = new ArrayList<>();
            again(
                    mode,
                    AckMode.INDIVIDUAL,
                    (consumer, index) -> {
                        deliveries.add(consumer.delivery());
                        if (index == 9) {
                            consumer.acknowledge(deliveries.get(8));
                            consumer.acknowledge(deliveries.get(2));
                        }
                    },
                    new Long[] {0L, 1L, 3L, 4L, 5L, 6L, 7L, 9L, MARKER},
                    Capability.INDIVIDUAL_ACK);
        });
    }

    private Optional<String> lacking(Function<Client, Optional<String>> ability) throws DriverException {
        try (TestRig rig = new TestRig(this)) {
            rig.client().prepare(List.of());
            return ability.apply(rig.client());
        }
    }

    @TestFactory
    default Stream<DynamicTest> aConsumersCommitCoversAllReceivedSinceTheLast() {
        return inEveryMode(
                "TRANSACTED",
                mode -> again(
                        mode,
                        AckMode.TRANSACTED,
                        (consumer, index) -> {
                            if (index == 2 || index == 6) {
                                consumer.commit();
                            }
                        },
                        new Long[] {7L, 8L, 9L, MARKER},
                        Capability.TRANSACTIONS));
    }

    @TestFactory
    default Stream<DynamicTest> acknowledgingAfterTheStopIsGoodToo() {
        return Stream.concat(
                inEveryMode("CLIENT", mode -> afterStop(mode, AckMode.CLIENT, Capability.CLIENT_ACK)),
                inEveryMode("TRANSACTED", mode -> afterStop(mode, AckMode.TRANSACTED, Capability.TRANSACTIONS)));
    }

    /** With the limit that its settings give, and where there is none, far above what libraries fetch at a time. */
    @TestFactory
    default Stream<DynamicTest> aConsumerThatAcknowledgesNothingGetsAsManyMessagesAsTheDriverSays() {
        final ClientSpec usual = spec();
        final Map<String, String> small = new HashMap<>(usual.properties());
        small.putAll(smallWindow());
        return Stream.of(usual, new ClientSpec(usual.url(), usual.credentials(), small, usual.time()))
                .distinct()
                .flatMap(with -> Stream.concat(
                        inEveryMode("CLIENT", mode -> silent(mode, AckMode.CLIENT, with, Capability.CLIENT_ACK)),
                        inEveryMode(
                                "TRANSACTED",
                                mode -> silent(mode, AckMode.TRANSACTED, with, Capability.TRANSACTIONS))));
    }

    @TestFactory
    default Stream<DynamicTest> whatAConsumerHasNotTakenGoesBack() {
        return Stream.of(AckMode.AUTO, AckMode.DUPS_OK)
                .flatMap(ack -> inEveryMode(ack.name(), mode -> partly(mode, ack)));
    }

    /** Sends twelve messages one by one, lets a consumer take five, and expects the others from the next one. */
    private void partly(ReceiveMode mode, AckMode ack) throws DriverException {
        assumeThat(keepsMessages()).isTrue();
        try (TestRig rig = new TestRig(this, Capability.QUEUES)) {
            assumeThat(mode == ReceiveMode.RECEIVE || rig.client().listenersRefuse())
                    .isTrue();
            final Destination queue = freshQueue();
            final TestSender sender = rig.produce(queue);
            final ClientConnection first = rig.connect();
            final Getter getter = rig.getter(first, new ConsumerSpec(queue, ack, mode));
            getter.takeNoMoreThan(5);
            first.start();
            for (int index = 0; index < 12; index++) {
                sender.sendAcknowledged(index, index + 1);
            }
            getter.awaitCount(5);
            getter.close();
            expectNext(rig, sender, queue, mode, new Long[] {5L, 6L, 7L, 8L, 9L, 10L, 11L, MARKER});
        }
    }

    private void silent(ReceiveMode mode, AckMode ack, ClientSpec with, Capability needed) throws DriverException {
        try (TestRig rig = new TestRig(this, with, Capability.QUEUES, needed)) {
            final Destination queue = freshQueue();
            final ConsumerSpec spec = new ConsumerSpec(queue, ack, mode);
            final int count = (int) Math.min(
                    UNLIMITED,
                    rig.client().ackWindow(spec).map(AckWindow::messages).orElse((long) UNLIMITED));
            final TestSender sender = rig.produce(queue);
            final Getter getter = rig.consume(spec);
            sender.sendAcknowledged(0, count);
            getter.awaitCount(count);
            getter.connection().stop();
        }
    }

    private void afterStop(ReceiveMode mode, AckMode ack, Capability needed) throws DriverException {
        try (TestRig rig = new TestRig(this, Capability.QUEUES, needed)) {
            final Destination queue = freshQueue();
            final TestSender sender = rig.produce(queue);
            sender.sendAcknowledged(0, 10);
            final Getter getter = rig.consume(new ConsumerSpec(queue, ack, mode));
            getter.awaitCount(10);
            getter.connection().stop();
            if (ack == AckMode.TRANSACTED) {
                getter.consumer().commit();
            } else {
                getter.consumer().acknowledge();
            }
            getter.close();
            expectNext(rig, sender, queue, mode, new Long[] {MARKER});
        }
    }

    private Stream<DynamicTest> inEveryMode(String ackMode, ModeTest test) {
        return TestRig.receiveModes(this)
                .map(mode -> DynamicTest.dynamicTest(ackMode + " " + mode, () -> test.run(mode)));
    }

    /** A test of one receive mode. */
    @FunctionalInterface
    interface ModeTest {
        void run(ReceiveMode mode) throws DriverException;
    }

    /** Receives messages 0 to 9, closes, and expects those messages from a second consumer. */
    private void again(
            ReceiveMode mode, AckMode ackMode, Getter.AfterEach acknowledging, Long[] expected, Capability... needed)
            throws DriverException {
        try (TestRig rig = new TestRig(this, needed)) {
            final Destination queue = freshQueue();
            final TestSender sender = rig.produce(queue);
            final ClientConnection first = rig.connect();
            final Getter getter = rig.getter(first, new ConsumerSpec(queue, ackMode, mode), acknowledging);
            first.start();
            sender.sendAcknowledged(0, 10);
            getter.awaitCount(10);
            getter.close();
            expectNext(rig, sender, queue, mode, expected);
        }
    }

    private void expectNext(TestRig rig, TestSender sender, Destination queue, ReceiveMode mode, Long[] expected)
            throws DriverException {
        final Getter getter = rig.consume(new ConsumerSpec(queue, AckMode.AUTO, mode));
        sender.sendAcknowledged(MARKER, MARKER + 1);
        getter.awaitIndex(MARKER);
        getter.awaitCount(expected.length);
        assertThat(getter.indexes()).containsExactlyInAnyOrder(expected);
    }
}
