package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.FreePort;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.Trial;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** On one broker, which its last test kills: starting one is what takes the time. */
@SuppressWarnings("try") // The closing itself is under test.
@Timeout(90)
@TestMethodOrder(OrderAnnotation.class)
@Tag("broker")
class FailureTest {

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestBroker broker;

    private final Destination queue = Specs.fresh();

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    @Order(2)
    void aBrokerThatIsKilledIsReportedOnceAndEverythingUnderWayFails() throws Exception {
        Acks acks = new Acks(1_000);
        Inbox inbox = new Inbox();
        try (Trial link = Link.open(broker, Map.of());
                Trial other = Link.open(broker, Map.of())) {
            Producer producer = link.connection().createProducer(Specs.producer(queue, SendMode.ASYNC), acks);
            Producer blocking =
                    link.connection().createProducer(Specs.producer(queue, SendMode.SYNC), (token, failure) -> {});
            Producer transacted = other.connection()
                    .createProducer(Specs.producer(queue, SendMode.TRANSACTED), (token, failure) -> {});
            Consumer consumer = other.connection()
                    .createConsumer(Specs.consumer(queue, AckMode.CLIENT, ReceiveMode.RECEIVE), inbox);
            link.connection().createConsumer(Specs.listener(queue), new Inbox());
            link.connection().start();
            other.connection().start();
            transacted.send(Specs.body(0));
            transacted.commit();
            Thread killer = new Thread(() -> {
                try {
                    acks.awaitCompleted(500);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                broker.kill();
            });
            killer.start();
            long accepted = sendUntilItFails(producer, acks);
            killer.join();
            assertThat(link.awaitFailure())
                    .singleElement()
                    .isInstanceOf(DriverException.class)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .startsWith("connection failed: Connection refused, for 2000 ms at " + broker.address());
            assertThat(other.awaitFailure()).hasSize(1);
            assertThat(acks.awaitCompleted(accepted)).isEqualTo(accepted);
            assertThat(acks.inFlight()).isZero();
            assertThat(acks.unexpected()).isZero();
            assertThat(acks.failures()).isNotEmpty();
            assertThatThrownBy(() -> blocking.send(Specs.body(0)))
                    .isSameAs(link.failures().get(0));
            assertThatThrownBy(() -> {
                        transacted.send(Specs.body(0));
                        transacted.commit();
                    })
                    .isInstanceOf(DriverException.class);
            assertThatThrownBy(() -> {
                        while (consumer.receive(1)) {
                            // What had been fetched before is still delivered.
                        }
                    })
                    .isInstanceOf(DriverException.class);
            long beganNs = System.nanoTime();
            link.connection().stop();
            other.connection().stop();
            producer.close();
            transacted.close();
            consumer.close();
            link.close();
            other.close();
            assertThat(System.nanoTime() - beganNs).as("ns to close").isLessThan(TimeUnit.SECONDS.toNanos(5));
            assertThat(link.failures()).hasSize(1);
            assertThat(other.failures()).hasSize(1);
        }
    }

    /** Returns how many sends were accepted. */
    private static long sendUntilItFails(Producer producer, Acks acks) throws InterruptedException {
        long accepted = 0;
        while (true) {
            int token = acks.take();
            try {
                while (!producer.trySend(Specs.body(accepted), token)) {
                    Thread.onSpinWait();
                }
                accepted++;
            } catch (DriverException e) {
                acks.giveBack(token);
                return accepted;
            }
        }
    }

    /** A broker that is stopped for a while looks like one in a long pause: its connections are good when it goes on. */
    @Test
    @Order(1)
    void aBrokerThatIsSilentIsWaitedForWithoutBlockingAndClosingIsNotHeldUpByIt() throws Exception {
        Acks acks = new Acks(10);
        try (Trial link = Link.open(broker, Map.of("kafka.broken-after", "500ms"));
                Trial small = Link.open(broker, Map.of("buffer.memory", "49152", "batch.size", "16384"));
                Trial closing = Link.open(broker, Map.of())) {
            Acks few = new Acks(10);
            Producer filling = small.connection().createProducer(Specs.producer(queue, SendMode.ASYNC), few);
            Producer producer = link.connection().createProducer(Specs.producer(queue, SendMode.ASYNC), acks);
            Acks closed = new Acks(10);
            Producer stuck = closing.connection().createProducer(Specs.producer(queue, SendMode.ASYNC), closed);
            closing.connection().createConsumer(Specs.listener(queue), new Inbox());
            closing.connection().start();
            assertThat(producer.trySend(Specs.body(0), acks.take())).isTrue();
            acks.awaitCompleted(1);
            broker.pause();
            assertThat(producer.trySend(Specs.body(1), acks.take())).isTrue();
            assertThat(stuck.trySend(Specs.body(2), closed.take())).isTrue();
            // Each of them fills a batch, and the buffer holds three.
            for (int i = 0; i < 3; i++) {
                assertThat(filling.trySend(ByteBuffer.allocate(16_000), few.take()))
                        .isTrue();
            }
            assertThat(filling.trySend(ByteBuffer.allocate(16_000), few.take())).isFalse();
            long beganNs = System.nanoTime();
            stuck.close();
            assertThat(closed.inFlight()).isZero();
            assertThat(closed.failures()).hasSize(1);
            closing.close();
            assertThat(System.nanoTime() - beganNs).as("ns to close").isLessThan(TimeUnit.SECONDS.toNanos(12));
            broker.resume();
            assertThat(few.awaitCompleted(3)).isEqualTo(3);
            assertThat(few.failures()).isEmpty();
            assertThat(acks.awaitCompleted(2)).isEqualTo(2);
            assertThat(acks.failures()).isEmpty();
            assertThat(link.failures()).isEmpty();
        }
    }

    @Test
    void anAbsentBrokerIsOneClearSentence() throws Exception {
        String url = "kafka://127.0.0.1:" + FreePort.find();
        try (Client client = new KafkaDriver().open(Trial.spec(url, Map.of()))) {
            assertThatThrownBy(() -> client.connect(new ConnectionSpec(Optional.empty(), failure -> {})))
                    .isInstanceOf(DriverException.class)
                    .hasMessage("cannot connect to " + url
                            + ": Connection refused; check that the broker runs and listens at this address");
        }
    }
}
