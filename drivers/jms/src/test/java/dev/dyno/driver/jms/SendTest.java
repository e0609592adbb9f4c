package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
@Tag("broker")
class SendTest extends OnArtemis {

    /** Artemis sends bodies above 100 KiB in pieces. */
    @ParameterizedTest
    @CsvSource({"CORE, BYTES", "CORE, TEXT", "AMQP, BYTES", "AMQP, TEXT"})
    void largeSmallAndEmptyBodiesArriveInTurn(Provider provider, BodyType type) throws Exception {
        String queue = "large-" + provider + "-" + type;
        List<Integer> lengths = new ArrayList<>();
        Acks acks = new Acks(1);
        try (TestClient link = provider.open(broker)) {
            Producer producer = link.produce(Specs.producer(queue, SendMode.ASYNC, false, type, 1), acks);
            Consumer consumer = link.connection()
                    .createConsumer(
                            Specs.consumer(queue, AckMode.AUTO, ReceiveMode.RECEIVE),
                            body -> lengths.add(body.remaining()));
            link.connection().start();
            for (int length : new int[] {300_000, 10, 0, 500_000}) {
                producer.trySend(ByteBuffer.allocate(length), acks.take());
                assertThat(consumer.receive(10_000_000_000L)).isTrue();
            }
            assertThat(lengths).containsExactly(300_000, 10, 0, 500_000);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aPlainJmsClientSeesTimeToLiveAndWhetherThereAreIdAndTimestamp(Provider provider) throws Exception {
        for (boolean marked : List.of(true, false)) {
            String queue = "marks-" + provider + "-" + marked;
            ProducerSpec spec = ProducerSpecs.of(Destination.parse(queue), SendMode.SYNC, parts -> {
                parts.maxInFlight = 1;
                parts.persistent = marked;
                parts.timeToLive = marked ? Duration.ofMinutes(1) : Duration.ZERO;
                parts.messageId = marked;
                parts.timestamp = marked;
            });
            try (TestClient link = provider.open(broker);
                    RawClient raw = new RawClient(provider, broker)) {
                link.produce(spec).send(TestClient.body(1));
                Message message = raw.receive(queue);
                assertThat(message.getJMSExpiration() > 0).isEqualTo(marked);
                assertThat(message.getJMSTimestamp() > 0).isEqualTo(marked);
                assertThat(message.getJMSMessageID() != null).isEqualTo(marked);
                assertThat(message.getJMSDeliveryMode())
                        .isEqualTo(marked ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
                assertThat(message.getJMSPriority()).isEqualTo(Message.DEFAULT_PRIORITY);
                assertThat(message.getStringProperty("JMSXGroupID")).isNull();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aCompletionComesAfterTheBrokerHasTheMessage(Provider provider) throws Exception {
        String queue = "completed-" + provider;
        AtomicLong early = new AtomicLong();
        AtomicLong completed = new AtomicLong();
        Acks acks = new Acks(10);
        try (TestClient link = provider.open(broker)) {
            Producer producer =
                    link.produce(Specs.producer(queue, SendMode.ASYNC, false, BodyType.BYTES, 10), (token, failure) -> {
                        if (broker.messagesRouted(queue) < completed.incrementAndGet()) {
                            early.incrementAndGet();
                        }
                        acks.onSendCompleted(token, failure);
                    });
            for (int i = 0; i < 5_000; i++) {
                producer.trySend(TestClient.body(i), acks.take());
            }
            assertThat(acks.awaitCompleted(5_000)).isEqualTo(5_000);
            assertThat(early).hasValue(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"CORE, true", "CORE, false", "AMQP, true", "AMQP, false"})
    void aSynchronousSendReturnsAfterTheBrokerHasTheMessage(Provider provider, boolean persistent) throws Exception {
        String queue = "sync-" + provider + "-" + persistent;
        try (TestClient link = provider.open(broker)) {
            Producer producer = link.produce(Specs.producer(queue, SendMode.SYNC, persistent));
            for (int i = 0; i < 500; i++) {
                producer.send(TestClient.body(i));
                assertThat(broker.messagesRouted(queue)).isEqualTo(i + 1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"CORE, ASYNC", "CORE, SYNC", "AMQP, ASYNC", "AMQP, SYNC"})
    void aMessageThatTheBrokerRefusesFailsWithItsWords(Provider provider, SendMode mode) throws Exception {
        String queue = TestBroker.REFUSING + provider + mode;
        Acks acks = new Acks(1);
        try (TestClient link = provider.open(broker)) {
            Producer producer = link.produce(Specs.producer(queue, mode, false, BodyType.BYTES, 1), acks);
            assertFails(
                    () -> {
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
                    },
                    "cannot send to queue://" + queue + ": …is full…");
        }
    }

    /** Selectors see the message as the broker does, without a raw client of the provider. */
    @ParameterizedTest
    @CsvSource({"CORE, ASYNC", "CORE, SYNC", "CORE, TRANSACTED", "AMQP, ASYNC", "AMQP, SYNC", "AMQP, TRANSACTED"})
    void propertiesGroupPriorityAndDeliveryModeAreOnEveryMessage(Provider provider, SendMode mode) throws Exception {
        String queue = "properties-" + provider + "-" + mode;
        ProducerSpec spec = ProducerSpecs.of(Destination.parse(queue), mode, parts -> {
            parts.maxInFlight = 4;
            parts.persistent = true;
            parts.body = BodyType.TEXT;
            parts.priority = Optional.of(7);
            parts.timeToLive = Duration.ofMinutes(1);
            parts.group = Optional.of("blue");
            parts.properties = Map.of("colour", "red", "count", 5L, "ratio", 0.5, "flag", true);
            parts.messageId = true;
            parts.timestamp = true;
        });
        Acks acks = new Acks(4);
        try (TestClient link = provider.open(broker)) {
            Producer producer = link.produce(spec, acks);
            for (int i = 0; i < 100; i++) {
                send(producer, mode, i, acks);
            }
            if (mode == SendMode.ASYNC) {
                assertThat(acks.awaitCompleted(100)).isEqualTo(100);
            } else if (mode == SendMode.TRANSACTED) {
                producer.commit();
            }
            assertThat(broker.messagesRouted(queue)).isEqualTo(100);
            Inbox inbox = link.consume(Specs.selecting(
                    queue,
                    "colour = 'red' AND count = 5 AND ratio = 0.5 AND flag = TRUE AND JMSXGroupID ="
                            + " 'blue' AND JMSPriority = 7 AND JMSDeliveryMode = 'PERSISTENT'"));
            link.connection().start();
            assertThat(inbox.receive(100)).isEqualTo(TestClient.numbers(0, 100));
        }
    }

    @ParameterizedTest
    @CsvSource({"CORE, ASYNC", "CORE, SYNC", "CORE, TRANSACTED", "AMQP, ASYNC", "AMQP, SYNC", "AMQP, TRANSACTED"})
    void theKeySaidBeforeAMessageIsItsGroup(Provider provider, SendMode mode) throws Exception {
        String queue = "keys-" + provider + "-" + mode;
        Acks acks = new Acks(4);
        try (TestClient link = provider.open(broker);
                RawClient raw = new RawClient(provider, broker)) {
            Producer producer = link.produce(Specs.producer(queue, mode, false, BodyType.BYTES, 4), acks);
            for (int i = 0; i < 30; i++) {
                producer.useKey(new MessageKey("key-" + i % 3));
                send(producer, mode, i, acks);
            }
            if (mode == SendMode.TRANSACTED) {
                producer.commit();
            }
            for (Message message : raw.receive(queue, 30)) {
                byte[] body = message.getBody(byte[].class);
                assertThat(message.getStringProperty("JMSXGroupID"))
                        .isEqualTo("key-" + ByteBuffer.wrap(body).getLong(0) % 3);
            }
        }
    }

    private static void send(Producer producer, SendMode mode, int number, Acks acks)
            throws DriverException, InterruptedException {
        if (mode == SendMode.ASYNC) {
            producer.trySend(TestClient.body(number), acks.take());
        } else {
            producer.send(TestClient.body(number));
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void tokensMayGrowWhereNothingLimitsWhatIsInFlight(Provider provider) throws Exception {
        String queue = "unlimited-" + provider;
        Acks acks = new Acks(5_000);
        try (TestClient link = provider.open(broker)) {
            Producer producer = link.produce(Specs.producer(queue, SendMode.ASYNC, false, BodyType.BYTES, 0), acks);
            for (int i = 0; i < 5_000; i++) {
                producer.trySend(TestClient.body(i), acks.take());
            }
            assertThat(acks.awaitCompleted(5_000)).isEqualTo(5_000);
            assertThat(acks.faults()).isEmpty();
            assertThat(broker.messagesRouted(queue)).isEqualTo(5_000);
        }
    }
}
