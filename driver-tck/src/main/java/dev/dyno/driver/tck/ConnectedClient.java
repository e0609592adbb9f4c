package dev.dyno.driver.tck;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** A client and its connections, closed in order at the end. All waits use the client's time source and have a limit. */
abstract class ConnectedClient implements AutoCloseable {

    private static final long PAUSE_NS = 1_000_000L;

    private final TimeSource time;
    private final Duration patience;
    private final Client client;
    private final List<ClientConnection> connections = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    /** Opens a client of the driver whose module's tests are running. */
    ConnectedClient(ClientSpec spec) throws DriverException {
        this(DriverFolder.ofThisModule().driver(), spec, Duration.ofSeconds(30));
    }

    ConnectedClient(Driver driver, ClientSpec spec, Duration patience) throws DriverException {
        this.time = spec.time();
        this.patience = patience;
        this.client = driver.open(spec);
    }

    public final Client client() {
        return client;
    }

    final TimeSource time() {
        return time;
    }

    final Duration patience() {
        return patience;
    }

    final long giveUpNs() {
        return time.nanoTime() + patience.toNanos();
    }

    /** Failures reported by the connections: a list that grows. */
    public final List<Throwable> failures() {
        return failures;
    }

    /** Opens one more connection. */
    public final ClientConnection connect() throws DriverException {
        return connect(Optional.empty());
    }

    final ClientConnection connect(Optional<String> clientId) throws DriverException {
        final ClientConnection connection = client.connect(new ConnectionSpec(clientId, failures::add));
        connections.add(connection);
        return connection;
    }

    /** Waits 1 ms. */
    final void pause() {
        time.parkUntil(time.nanoTime() + PAUSE_NS);
    }

    /** Waits until the condition holds, for {@link #patience} at most. */
    public final void await(String what, BooleanSupplier condition) {
        final long giveUpNs = giveUpNs();
        while (!condition.getAsBoolean()) {
            if (giveUpNs - time.nanoTime() < 0) {
                throw new AssertionError(what + ": did not happen within " + patience + "; failures: " + failures);
            }
            pause();
        }
    }

    @Override
    public void close() {
        connections.forEach(ClientConnection::close);
        client.close();
    }
}
