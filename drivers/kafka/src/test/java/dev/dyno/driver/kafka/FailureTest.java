package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.TestClient;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
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

    @AutoClose
    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static RealBroker broker;

    private final Destination queue = TestClient.queue();

    @BeforeAll
    static void startBroker() {
        broker = OnKafka.start();
    }

    @Test
    @Order(2)
    void aBrokerThatIsKilledIsReportedOnceAndEverythingUnderWayFails() throws Exception {
        try (TestClient link = OnKafka.open(broker, Map.of())) {
            assertThat(KilledBroker.isReportedOnceAndEverySendCompletes(link, broker::pause, broker::kill))
                    .hasMessageStartingWith(
                            "connection failed: Connection refused, for 2000 ms at " + broker.url("kafka"));
            assertThat(link.failedSends()).isNotEmpty();
        }
    }

    /** The check that notices the loss of all brokers is made by the same thread. */
    @Test
    @Order(1)
    void aSilentBrokerDoesNotHoldUpTheCheckOfTheTopics() throws Exception {
        KafkaSettings settings = KafkaSettings.of(TestClient.spec(broker.url("kafka"), Map.of()));
        JdkTime time = new JdkTime();
        try (Cluster cluster = new Cluster(settings, time)) {
            Topics topics = new Topics(cluster, settings, time);
            topics.ensure(Set.of(queue.name()));
            broker.pause();
            try {
                assertThat(CompletableFuture.runAsync(() -> {
                            try {
                                topics.removed();
                            } catch (ExecutionException e) {
                                throw new CompletionException(e);
                            }
                        }))
                        .failsWithin(5, TimeUnit.SECONDS)
                        .withThrowableOfType(ExecutionException.class);
            } finally {
                broker.resume();
            }
        }
    }

    /** A broker that is stopped for a while looks like one in a long pause: its connections are sound when it continues. */
    @Test
    @Order(1)
    void aBrokerThatIsSilentIsWaitedForWithoutBlockingAndClosingIsNotHeldUpByIt() throws Exception {
        Acks acks = new Acks(10);
        try (TestClient link = OnKafka.open(broker, Map.of("kafka.broken-after", "500ms"));
                TestClient small = OnKafka.open(broker, Map.of("buffer.memory", "49152", "batch.size", "16384"));
                TestClient closing = OnKafka.open(broker, Map.of())) {
            Acks few = new Acks(10);
            Producer filling = small.produce(OnKafka.sends(queue, SendMode.ASYNC), few);
            Producer producer = link.produce(OnKafka.sends(queue, SendMode.ASYNC), acks);
            Acks closed = new Acks(10);
            Producer stuck = closing.produce(OnKafka.sends(queue, SendMode.ASYNC), closed);
            closing.consume(TestClient.receives(queue, AckMode.AUTO));
            closing.connection().start();
            assertThat(producer.trySend(TestClient.body(0), acks.take())).isTrue();
            acks.awaitCompleted(1);
            broker.pause();
            assertThat(producer.trySend(TestClient.body(1), acks.take())).isTrue();
            assertThat(stuck.trySend(TestClient.body(2), closed.take())).isTrue();
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
}
