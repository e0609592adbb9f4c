package dev.dyno.driver.sim;

import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class NullClient implements Client {

    static final Capabilities CAPABILITIES = Capabilities.all()
            .without(
                    "in the null driver",
                    Capability.TRANSACTIONS,
                    Capability.DURABLE_SUBSCRIPTIONS,
                    Capability.SHARED_SUBSCRIPTIONS,
                    Capability.RECEIVE,
                    Capability.CLIENT_ACK,
                    Capability.INDIVIDUAL_ACK,
                    Capability.SELECTORS,
                    Capability.FROM_EARLIEST,
                    Capability.PROPERTIES,
                    Capability.PRIORITIES,
                    Capability.GROUPS,
                    Capability.TIME_TO_LIVE);

    private final NullBroker broker;
    private final TimeSource time;
    private final List<NullConnection> connections = new ArrayList<>();
    private boolean closed;

    NullClient(NullBroker broker, TimeSource time) {
        this.broker = broker;
        this.time = time;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public ClientConnection connect(ConnectionSpec spec) {
        final NullConnection connection = new NullConnection(broker, spec, time);
        connections.add(connection);
        return connection;
    }

    @Override
    public Semantics semantics(ProducerSpec spec) {
        return new Semantics(Semantics.AcknowledgedBy.CLIENT, Map.of("broker", "none"));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connections.forEach(NullConnection::close);
            broker.leave();
        }
    }
}
