package dev.dyno.engine.drivers;

import dev.dyno.driver.AckWindow;
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
import java.util.List;
import java.util.Optional;

/**
 * Client whose calls have the driver's class loader as the thread's: client libraries look up transports, login modules, JNDI
 * factories and logging settings by it, and the threads they start inherit it. Producers and consumers are not wrapped, so
 * messages cost no more.
 */
record OwnLoaderClient(Client client, ClassLoader loader) implements Client {

    /** A call into a driver. */
    @FunctionalInterface
    interface Call<T, E extends Exception> {
        T run() throws E;
    }

    static <T, E extends Exception> T with(ClassLoader loader, Call<T, E> call) throws E {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return call.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public Capabilities capabilities() {
        return client.capabilities();
    }

    @Override
    public ClientConnection connect(ConnectionSpec spec) throws DriverException {
        return new Connection(with(loader, () -> client.connect(spec)), loader);
    }

    @Override
    public void checkNames(List<Destination> destinations) throws DriverException {
        client.checkNames(destinations);
    }

    @Override
    public void prepare(List<Destination> destinations) throws DriverException {
        with(loader, () -> {
            client.prepare(destinations);
            return true;
        });
    }

    @Override
    public Optional<AckWindow> ackWindow(ConsumerSpec spec) {
        return client.ackWindow(spec);
    }

    @Override
    public boolean listenersRefuse() {
        return client.listenersRefuse();
    }

    @Override
    public boolean queuesEndWithConsumers() {
        return client.queuesEndWithConsumers();
    }

    @Override
    public Optional<String> lacksReject() {
        return client.lacksReject();
    }

    @Override
    public Optional<String> lacksDelivery() {
        return client.lacksDelivery();
    }

    @Override
    public Semantics semantics(ProducerSpec spec) {
        return with(loader, () -> client.semantics(spec));
    }

    @Override
    public void close() {
        client.close();
    }

    private record Connection(ClientConnection connection, ClassLoader loader) implements ClientConnection {

        @Override
        public Producer createProducer(ProducerSpec spec, SendListener listener) throws DriverException {
            return with(loader, () -> connection.createProducer(spec, listener));
        }

        @Override
        public Consumer createConsumer(ConsumerSpec spec, DeliveryListener listener) throws DriverException {
            return with(loader, () -> connection.createConsumer(spec, listener));
        }

        @Override
        public void start() throws DriverException {
            with(loader, () -> {
                connection.start();
                return true;
            });
        }

        @Override
        public void stop() throws DriverException {
            with(loader, () -> {
                connection.stop();
                return true;
            });
        }

        @Override
        public void unsubscribe(Destination topic, ConsumerSpec.Subscription subscription) throws DriverException {
            with(loader, () -> {
                connection.unsubscribe(topic, subscription);
                return true;
            });
        }

        @Override
        public Optional<String> clusterId() {
            return connection.clusterId();
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
