package dev.dyno.driver.sim;

import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

final class SimClient implements Client {

    static final Capabilities CAPABILITIES = Capabilities.all()
            .without("in the simulator", Capability.PRIORITIES, Capability.GROUPS, Capability.FROM_EARLIEST);

    private final SimBroker broker;
    private final List<SimConnection> connections = new CopyOnWriteArrayList<>();
    private boolean closed;

    SimClient(SimBroker broker) {
        this.broker = broker;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public ClientConnection connect(ConnectionSpec spec) throws DriverException {
        if (closed) {
            throw new DriverException("The client of " + broker.url() + " is closed.");
        }
        final long openNs = broker.time().nanoTime() + broker.script().get(ScriptReader.CONNECT);
        while (broker.time().nanoTime() < openNs && !Thread.currentThread().isInterrupted()) {
            broker.time().parkUntil(openNs);
        }
        final SimConnection connection = new SimConnection(this, broker, spec);
        broker.connected(connection);
        connections.add(connection);
        return connection;
    }

    @Override
    public boolean listenersRefuse() {
        return true;
    }

    @Override
    public Semantics semantics(ProducerSpec spec) {
        return new Semantics(Semantics.AcknowledgedBy.BROKER, Map.of("broker", "simulated", "script", broker.words()));
    }

    void closed(SimConnection connection) {
        connections.remove(connection);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connections.forEach(SimConnection::close);
            broker.leave();
        }
    }
}
