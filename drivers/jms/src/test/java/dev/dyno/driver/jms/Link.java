package dev.dyno.driver.jms;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.DriverException;
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

    private Link(Client client, Optional<String> clientId) throws DriverException {
        this.client = client;
        this.connection = client.connect(new ConnectionSpec(clientId, this::onFailure));
    }

    static Link open(Provider provider, TestBroker broker) throws DriverException {
        return open(provider, broker, Optional.empty());
    }

    static Link open(Provider provider, TestBroker broker, Optional<String> clientId) throws DriverException {
        return open(provider, provider.url(broker.port()), clientId, Map.of());
    }

    static Link open(Provider provider, String url, Optional<String> clientId, Map<String, String> overlay)
            throws DriverException {
        return new Link(new JmsDriver().open(provider.spec(url, Optional.empty(), overlay)), clientId);
    }

    Client client() {
        return client;
    }

    ClientConnection connection() {
        return connection;
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
