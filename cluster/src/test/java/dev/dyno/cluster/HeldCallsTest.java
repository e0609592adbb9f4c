package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.SendListener;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that stands still holds a send call of each of two workers beyond the drain, and has its message nevertheless. */
@Tag("slow")
class HeldCallsTest {

    private static final int ANSWERED = 50;

    /** Hands over {@value #ANSWERED} messages and another one, with which it does not return until it is closed. */
    private record Holding(Producer producer, AtomicInteger sent, CountDownLatch closed) implements Producer {

        @Override
        public boolean trySend(ByteBuffer body, long token) throws DriverException {
            boolean accepted = producer.trySend(body, token);
            if (sent.incrementAndGet() > ANSWERED) {
                try {
                    closed.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return accepted;
        }

        @Override
        public void close() {
            closed.countDown();
            producer.close();
        }
    }

    private record HoldingConnection(ClientConnection connection) implements ClientConnection {

        @Override
        public Producer createProducer(ProducerSpec spec, SendListener listener) throws DriverException {
            Producer made = connection.createProducer(spec, listener);
            return spec.mode() == SendMode.ASYNC ? new Holding(made, new AtomicInteger(), new CountDownLatch(1)) : made;
        }

        @Override
        public Consumer createConsumer(ConsumerSpec spec, DeliveryListener listener) throws DriverException {
            return connection.createConsumer(spec, listener);
        }

        @Override
        public void start() throws DriverException {
            connection.start();
        }

        @Override
        public void stop() throws DriverException {
            connection.stop();
        }

        @Override
        public void unsubscribe(Destination topic, ConsumerSpec.Subscription subscription) throws DriverException {
            connection.unsubscribe(topic, subscription);
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    private record HoldingClient(Client client) implements Client {

        @Override
        public Capabilities capabilities() {
            return client.capabilities();
        }

        @Override
        public ClientConnection connect(ConnectionSpec spec) throws DriverException {
            return new HoldingConnection(client.connect(spec));
        }

        @Override
        public Semantics semantics(ProducerSpec spec) {
            return client.semantics(spec);
        }

        @Override
        public void close() {
            client.close();
        }
    }

    @Test
    @Timeout(60)
    void messagesOfCallsThatAreGivenUpAreInDoubtAndNotOwed() throws Exception {
        try (Fellowship two = new Fellowship()) {
            Drivers plain = two.drivers;
            two.drivers = (target, clock) -> new HoldingClient(plain.open(target, clock));
            RunResult result = two.workers(2).run("""
                    producers: { to: queue://T, count: 2, rate: 100/s }
                    consumers: { from: queue://T, count: 2 }
                    phases: { measure: 2s, drain: 1s }
                    """);

            assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
            LedgerCounts ledger = result.ledger();
            assertThat(ledger.expected()).isEqualTo(2 * ANSWERED);
            assertThat(ledger.delivered()).isEqualTo(2 * ANSWERED);
            assertThat(ledger.undelivered()).isZero();
            assertThat(ledger.inDoubt()).isEqualTo(2);
            assertThat(ledger.inDoubtDelivered()).isEqualTo(2);
        }
    }
}
