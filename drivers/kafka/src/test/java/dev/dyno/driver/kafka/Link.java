package dev.dyno.driver.kafka;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A client with one connection, and what was told to its failure listener. */
final class Link implements AutoCloseable {

    private final Client client;
    private final ClientConnection connection;
    private final List<Throwable> failures = new ArrayList<>();

    private Link(Client client) throws DriverException {
        this.client = client;
        this.connection = client.connect(new ConnectionSpec(Optional.empty(), this::onFailure));
    }

    static Link open(TestBroker broker, Map<String, String> properties) throws DriverException {
        return open(broker.spec(properties));
    }

    static Link open(ClientSpec spec) throws DriverException {
        Client client = new KafkaDriver().open(spec);
        try {
            return new Link(client);
        } catch (DriverException e) {
            client.close();
            throw e;
        }
    }

    Client client() {
        return client;
    }

    ClientConnection connection() {
        return connection;
    }

    /** Sends messages {@code from} to {@code to - 1}, each acknowledged before the next. */
    void send(Destination destination, long from, long to) throws DriverException {
        try (Producer producer =
                connection.createProducer(Specs.producer(destination, SendMode.SYNC), (token, failure) -> {})) {
            for (long number = from; number < to; number++) {
                producer.send(Specs.body(number));
            }
        }
    }

    private synchronized void onFailure(Throwable failure) {
        failures.add(failure);
        notifyAll();
    }

    synchronized List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /** Waits for the first failure, 30 s at the most. */
    synchronized List<Throwable> awaitFailure() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (failures.isEmpty() && System.nanoTime() - deadline < 0) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
        return List.copyOf(failures);
    }

    @Override
    public void close() {
        connection.close();
        client.close();
    }
}
