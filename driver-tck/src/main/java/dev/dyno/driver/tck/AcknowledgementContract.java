package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.AckWindow;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
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

/** Contract for acknowledgements: messages that were acknowledged are not delivered again, and all others are. */
public interface AcknowledgementContract extends ContractSubject {

    /** Number of the message that is sent last: the test waits for it, and then checks which others have come. */
    long MARKER = 1_000;

    /** Number of messages for a consumer without a limit of unacknowledged ones: more than any library fetches at a time. */
    int UNLIMITED = 1_500;

    @TestFactory
    default Stream<DynamicTest> automaticallyAcknowledgedMessagesDoNotComeAgain() {
        return again(AckMode.AUTO, new Long[] {MARKER}, (consumer, index) -> {});
    }

    @TestFactory
    default Stream<DynamicTest> lazilyAcknowledgedMessagesDoNotComeAgainAfterAnOrderlyClose() {
        return again(AckMode.DUPS_OK, new Long[] {MARKER}, (consumer, index) -> {});
    }

    @TestFactory
    default Stream<DynamicTest> clientAcknowledgementCoversAllReceivedSoFar() {
        return again(AckMode.CLIENT, new Long[] {5L, 6L, 7L, 8L, 9L, MARKER}, (consumer, index) -> {
            if (index == 4) {
                consumer.acknowledge();
            }
        });
    }

    @TestFactory
    default Stream<DynamicTest> individualAcknowledgementCoversOneMessage() {
        return again(AckMode.INDIVIDUAL, new Long[] {1L, 3L, 5L, 7L, 9L, MARKER}, (consumer, index) -> {
            if (index % 2 == 0) {
                consumer.acknowledge();
            }
        });
    }

    @TestFactory
    default Stream<DynamicTest> aRejectedMessageDoesNotComeAgain() {
        return inEveryMode(AckMode.INDIVIDUAL, spec -> {
            assumeThat(lacking(Client::lacksReject)).isEmpty();
            again(spec, new Long[] {1L, 3L, 5L, 7L, 9L, MARKER}, (consumer, index) -> {
                if (index % 2 == 0) {
                    consumer.reject();
                }
            });
        });
    }

    /** Acknowledges the ninth of ten messages, then the third; all others come again. */
    @TestFactory
    default Stream<DynamicTest> messagesAreAcknowledgedLaterInAnyOrder() {
        return inEveryMode(AckMode.INDIVIDUAL, spec -> {
            assumeThat(lacking(Client::lacksDelivery)).isEmpty();
            final List<Object> deliveries = new ArrayList<>();
            again(spec, new Long[] {0L, 1L, 3L, 4L, 5L, 6L, 7L, 9L, MARKER}, (consumer, index) -> {
                deliveries.add(consumer.delivery());
                if (index == 9) {
                    consumer.acknowledge(deliveries.get(8));
                    consumer.acknowledge(deliveries.get(2));
                }
            });
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
        return again(AckMode.TRANSACTED, new Long[] {7L, 8L, 9L, MARKER}, (consumer, index) -> {
            if (index == 2 || index == 6) {
                consumer.commit();
            }
        });
    }

    @TestFactory
    default Stream<DynamicTest> acknowledgingAfterTheStopIsGoodToo() {
        return Stream.of(AckMode.CLIENT, AckMode.TRANSACTED).flatMap(ack -> inEveryMode(ack, this::afterStop));
    }

    /**
     * Sends as many messages as {@link Client#ackWindow} allows, at most {@link #UNLIMITED}, and acknowledges none; with the
     * usual settings and with {@link #smallWindow}.
     */
    @TestFactory
    default Stream<DynamicTest> aConsumerThatAcknowledgesNothingGetsAsManyMessagesAsTheDriverSays() {
        final ClientSpec usual = spec();
        final Map<String, String> small = new HashMap<>(usual.properties());
        small.putAll(smallWindow());
        return Stream.of(usual, new ClientSpec(usual.url(), usual.credentials(), small, usual.time()))
                .distinct()
                .flatMap(with -> Stream.of(AckMode.CLIENT, AckMode.TRANSACTED)
                        .flatMap(ack -> inEveryMode(ack, spec -> silent(spec, with))));
    }

    @TestFactory
    default Stream<DynamicTest> whatAConsumerHasNotTakenGoesBack() {
        return Stream.of(AckMode.AUTO, AckMode.DUPS_OK).flatMap(ack -> inEveryMode(ack, this::partly));
    }

    /** Sends twelve messages one by one, lets a consumer take five, and expects the others from a second consumer. */
    private void partly(ConsumerSpec spec) throws DriverException {
        assumeThat(keepsMessages()).isTrue();
        try (TestRig rig = new TestRig(this, spec)) {
            assumeThat(spec.mode() == ReceiveMode.RECEIVE || rig.client().listenersRefuse())
                    .isTrue();
            final TestSender sender = rig.produce(spec.destination());
            final ClientConnection first = rig.connect();
            final Getter getter = rig.getter(first, spec);
            getter.takeNoMoreThan(5);
            first.start();
            for (int index = 0; index < 12; index++) {
                sender.sendAcknowledged(index, index + 1);
            }
            getter.awaitCount(5);
            getter.close();
            expectNext(rig, sender, spec, new Long[] {5L, 6L, 7L, 8L, 9L, 10L, 11L, MARKER});
        }
    }

    private void silent(ConsumerSpec spec, ClientSpec with) throws DriverException {
        try (TestRig rig = new TestRig(this, with, TestRig.needs(spec))) {
            final int count = (int) Math.min(
                    UNLIMITED,
                    rig.client().ackWindow(spec).map(AckWindow::messages).orElse((long) UNLIMITED));
            final TestSender sender = rig.produce(spec.destination());
            final Getter getter = rig.consume(spec);
            sender.sendAcknowledged(0, count);
            getter.awaitCount(count);
            getter.connection().stop();
        }
    }

    private void afterStop(ConsumerSpec spec) throws DriverException {
        try (TestRig rig = new TestRig(this, spec)) {
            final TestSender sender = rig.produce(spec.destination());
            sender.sendAcknowledged(0, 10);
            final Getter getter = rig.consume(spec);
            getter.awaitCount(10);
            getter.connection().stop();
            if (spec.ackMode() == AckMode.TRANSACTED) {
                getter.consumer().commit();
            } else {
                getter.consumer().acknowledge();
            }
            getter.close();
            expectNext(rig, sender, spec, new Long[] {MARKER});
        }
    }

    private Stream<DynamicTest> inEveryMode(AckMode ack, SpecTest test) {
        return TestRig.receiveModes(this)
                .map(mode -> DynamicTest.dynamicTest(
                        ack + " " + mode, () -> test.run(new ConsumerSpec(freshQueue(), ack, mode))));
    }

    /** A test with a consumer of a queue of its own. */
    @FunctionalInterface
    interface SpecTest {
        void run(ConsumerSpec spec) throws DriverException;
    }

    private Stream<DynamicTest> again(AckMode ack, Long[] expected, Getter.AfterEach acknowledging) {
        return inEveryMode(ack, spec -> again(spec, expected, acknowledging));
    }

    /** Receives messages 0 to 9 with a call after each, closes the consumer, and expects the given ones from a second one. */
    private void again(ConsumerSpec spec, Long[] expected, Getter.AfterEach acknowledging) throws DriverException {
        try (TestRig rig = new TestRig(this, spec)) {
            final TestSender sender = rig.produce(spec.destination());
            final ClientConnection first = rig.connect();
            final Getter getter = rig.getter(first, spec, acknowledging);
            first.start();
            sender.sendAcknowledged(0, 10);
            getter.awaitCount(10);
            getter.close();
            expectNext(rig, sender, spec, expected);
        }
    }

    private static void expectNext(TestRig rig, TestSender sender, ConsumerSpec spec, Long[] expected)
            throws DriverException {
        final Getter getter = rig.consume(new ConsumerSpec(spec.destination(), AckMode.AUTO, spec.mode()));
        sender.sendAcknowledged(MARKER, MARKER + 1);
        getter.awaitIndex(MARKER);
        getter.awaitCount(expected.length);
        assertThat(getter.indexes()).containsExactlyInAnyOrder(expected);
    }
}
