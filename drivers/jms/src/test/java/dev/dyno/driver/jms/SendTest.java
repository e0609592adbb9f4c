package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class SendTest {

    private static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @ParameterizedTest
    @CsvSource({"CORE, BYTES", "CORE, TEXT", "AMQP, BYTES", "AMQP, TEXT"})
    void aHundredThousandBodiesOfVaryingLengthArriveIntactWithAHundredInFlight(Provider provider, BodyType type)
            throws Exception {
        final int count = 100_000;
        final int maxInFlight = 100;
        String queue = "intact-" + provider + "-" + type;
        Checked received = new Checked();
        Acks acks = new Acks(maxInFlight);
        try (Link link = Link.open(provider, broker)) {
            link.connection()
                    .createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.LISTENER), received::onMessage);
            link.connection().start();
            Producer producer = link.connection()
                    .createProducer(Specs.producer(queue, SendMode.ASYNC, false, type, maxInFlight), acks);
            ByteBuffer body = ByteBuffer.allocate(2048);
            for (int i = 0; i < count; i++) {
                int token = acks.take();
                assertThat(producer.trySend(Checked.fill(body, i), token)).isTrue();
            }
            assertThat(acks.awaitCompleted(count)).isEqualTo(count);
            assertThat(received.await(count)).isEqualTo(count);
            assertThat(received.corrupt()).isZero();
            assertThat(received.reordered()).isZero();
            assertThat(acks.unexpected()).isZero();
            assertThat(acks.failures()).isEmpty();
            assertThat(link.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aCompletionComesAfterTheBrokerHasTheMessage(Provider provider) throws Exception {
        String queue = "completed-" + provider;
        AtomicLong early = new AtomicLong();
        AtomicLong completed = new AtomicLong();
        Acks acks = new Acks(10);
        try (Link link = Link.open(provider, broker)) {
            Producer producer = link.connection()
                    .createProducer(
                            Specs.producer(queue, SendMode.ASYNC, false, BodyType.BYTES, 10), (token, failure) -> {
                                if (broker.messagesRouted(queue) < completed.incrementAndGet()) {
                                    early.incrementAndGet();
                                }
                                acks.onSendCompleted(token, failure);
                            });
            for (int i = 0; i < 5_000; i++) {
                producer.trySend(Specs.body(i), acks.take());
            }
            assertThat(acks.awaitCompleted(5_000)).isEqualTo(5_000);
            assertThat(early).hasValue(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"CORE, true", "CORE, false", "AMQP, true", "AMQP, false"})
    void aSynchronousSendReturnsAfterTheBrokerHasTheMessage(Provider provider, boolean persistent) throws Exception {
        String queue = "sync-" + provider + "-" + persistent;
        try (Link link = Link.open(provider, broker)) {
            Producer producer =
                    link.connection().createProducer(Specs.producer(queue, SendMode.SYNC, persistent), new Acks(1));
            for (int i = 0; i < 500; i++) {
                producer.send(Specs.body(i));
                assertThat(broker.messagesRouted(queue)).isEqualTo(i + 1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"CORE, ASYNC", "CORE, SYNC", "AMQP, ASYNC", "AMQP, SYNC"})
    void aMessageThatTheBrokerRefusesFailsWithItsWords(Provider provider, SendMode mode) throws Exception {
        String queue = TestBroker.REFUSING + provider + mode;
        Acks acks = new Acks(1);
        try (Link link = Link.open(provider, broker)) {
            Producer producer =
                    link.connection().createProducer(Specs.producer(queue, mode, false, BodyType.BYTES, 1), acks);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000 && acks.failures().isEmpty(); i++) {
                            ByteBuffer body = ByteBuffer.allocate(1024);
                            if (mode == SendMode.SYNC) {
                                producer.send(body);
                            } else {
                                producer.trySend(body, acks.take());
                                acks.awaitCompleted(i + 1);
                            }
                        }
                        for (Throwable failure : acks.failures()) {
                            throw failure;
                        }
                    })
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot send to queue://" + queue + ": ")
                    .hasMessageContaining("is full")
                    .hasMessageNotContaining("\n");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void nothingOfATransactionIsThereBeforeItsCommit(Provider provider) throws Exception {
        String queue = "transacted-" + provider;
        try (Link link = Link.open(provider, broker)) {
            Producer producer =
                    link.connection().createProducer(Specs.producer(queue, SendMode.TRANSACTED, true), new Acks(1));
            Inbox inbox = new Inbox();
            link.connection().createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.LISTENER), inbox);
            link.connection().start();
            for (int i = 0; i < 10; i++) {
                producer.send(Specs.body(i));
            }
            assertThat(broker.messageCount(queue)).isZero();
            producer.commit();
            assertThat(inbox.await(10))
                    .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
            producer.send(Specs.body(10));
            producer.close();
            assertThat(broker.messageCount(queue)).isZero();
        }
    }

    /** Selectors see the message as the broker does, without a raw client of the provider. */
    @ParameterizedTest
    @CsvSource({"CORE, ASYNC", "CORE, SYNC", "CORE, TRANSACTED", "AMQP, ASYNC", "AMQP, SYNC", "AMQP, TRANSACTED"})
    void propertiesGroupPriorityAndDeliveryModeAreOnEveryMessage(Provider provider, SendMode mode) throws Exception {
        String queue = "properties-" + provider + "-" + mode;
        ProducerSpec spec = new ProducerSpec(
                Destination.parse(queue),
                mode,
                4,
                true,
                BodyType.TEXT,
                Optional.of(7),
                Duration.ofMinutes(1),
                Optional.of("blue"),
                Map.of("colour", "red", "count", 5L, "ratio", 0.5, "flag", true),
                true,
                true);
        Acks acks = new Acks(4);
        try (Link link = Link.open(provider, broker)) {
            Producer producer = link.connection().createProducer(spec, acks);
            for (int i = 0; i < 100; i++) {
                if (mode == SendMode.ASYNC) {
                    producer.trySend(Specs.body(i), acks.take());
                } else {
                    producer.send(Specs.body(i));
                }
            }
            if (mode == SendMode.ASYNC) {
                assertThat(acks.awaitCompleted(100)).isEqualTo(100);
            } else if (mode == SendMode.TRANSACTED) {
                producer.commit();
            }
            assertThat(broker.messagesRouted(queue)).isEqualTo(100);
            Inbox inbox = new Inbox();
            Consumer consumer = link.connection()
                    .createConsumer(
                            Specs.selecting(
                                    queue,
                                    "colour = 'red' AND count = 5 AND ratio = 0.5 AND flag = TRUE AND JMSXGroupID = 'blue'"
                                            + " AND JMSPriority = 7 AND JMSDeliveryMode = 'PERSISTENT'"),
                            inbox);
            link.connection().start();
            for (int i = 0; i < 100; i++) {
                assertThat(consumer.receive(10_000_000_000L)).isTrue();
            }
            assertThat(inbox.numbers())
                    .containsExactlyElementsOf(LongStream.range(0, 100).boxed().toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void tokensMayGrowWhereNothingLimitsWhatIsInFlight(Provider provider) throws Exception {
        String queue = "unlimited-" + provider;
        Acks acks = new Acks(5_000);
        try (Link link = Link.open(provider, broker)) {
            Producer producer = link.connection()
                    .createProducer(Specs.producer(queue, SendMode.ASYNC, false, BodyType.BYTES, 0), acks);
            for (int i = 0; i < 5_000; i++) {
                producer.trySend(Specs.body(i), acks.take());
            }
            assertThat(acks.awaitCompleted(5_000)).isEqualTo(5_000);
            assertThat(acks.unexpected()).isZero();
            assertThat(broker.messagesRouted(queue)).isEqualTo(5_000);
        }
    }

    /** Bodies that carry their number and a checksum over themselves. */
    private static final class Checked {

        private static final int HEAD = 16;

        private final Inbox numbers = new Inbox();
        private long corrupt;
        private long reordered;
        private long next;

        static ByteBuffer fill(ByteBuffer body, int number) {
            int length = HEAD + number * 31 % (body.capacity() - HEAD);
            body.clear();
            Arrays.fill(body.array(), body.arrayOffset() + HEAD, body.arrayOffset() + length, (byte) (number * 7));
            body.putLong(8, number).limit(length);
            body.putLong(0, checksum(body));
            return body;
        }

        private static long checksum(ByteBuffer body) {
            CRC32 crc = new CRC32();
            crc.update(body.array(), body.arrayOffset() + body.position() + 8, body.remaining() - 8);
            return crc.getValue();
        }

        void onMessage(ByteBuffer body) {
            if (body.remaining() < HEAD || body.getLong(body.position()) != checksum(body)) {
                corrupt++;
            } else if (body.getLong(body.position() + 8) != next++) {
                reordered++;
            }
            numbers.onMessage(ByteBuffer.allocate(0));
        }

        long await(int count) throws InterruptedException {
            return numbers.await(count).size();
        }

        long corrupt() {
            return corrupt;
        }

        long reordered() {
            return reordered;
        }
    }
}
