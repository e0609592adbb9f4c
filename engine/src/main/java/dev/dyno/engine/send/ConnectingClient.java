package dev.dyno.engine.send;

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
import dev.dyno.driver.Semantics;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Client for loads that only open connections: its producers open a connection of the wrapped client instead of sending a
 * message, and keep it until they are closed. A connection that breaks earlier is reported as a failure of the connection on
 * which the producer was made.
 *
 * <p>Assumptions and guarantees: those of {@link Client}. Producers open connections on threads of their own, several at once,
 * and any thread closes them. One that is still being opened then is closed as soon as it is open.
 *
 * @param client wrapped client, closed by the caller
 */
record ConnectingClient(Client client) implements Client {

    @Override
    public Capabilities capabilities() {
        return client.capabilities();
    }

    @Override
    public ClientConnection connect(ConnectionSpec spec) {
        return new Connections(spec);
    }

    @Override
    public Semantics semantics(ProducerSpec spec) {
        return client.semantics(spec);
    }

    @Override
    public void close() {}

    private final class Connections implements ClientConnection {

        private final ConnectionSpec spec;
        private final Queue<ClientConnection> open = new ConcurrentLinkedQueue<>();
        private final AtomicInteger opened = new AtomicInteger();
        private volatile boolean closed;

        private Connections(ConnectionSpec spec) {
            this.spec = spec;
        }

        @Override
        public Producer createProducer(ProducerSpec unused, SendListener listener) {
            return new Producer() {
                @Override
                public void send(ByteBuffer body) throws DriverException {
                    openOne();
                }

                @Override
                public void close() {
                    closeAll();
                }
            };
        }

        private void openOne() throws DriverException {
            int number = opened.getAndIncrement();
            open.add(
                    client.connect(new ConnectionSpec(spec.clientId().map(id -> id + "-" + number), spec.onFailure())));
            if (closed) {
                closeAll();
            }
        }

        private void closeAll() {
            closed = true;
            for (ClientConnection one = open.poll(); one != null; one = open.poll()) {
                one.close();
            }
        }

        @Override
        public Consumer createConsumer(ConsumerSpec unused, DeliveryListener listener) {
            throw new UnsupportedOperationException("these connections are for nothing else");
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public void unsubscribe(Destination topic, ConsumerSpec.Subscription subscription) {}

        @Override
        public void close() {
            closeAll();
        }
    }
}
