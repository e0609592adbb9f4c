package dev.dyno.driver.nats;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBrokerContract;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.TestClient;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Core NATS. */
class CoreContractTest extends RealBrokerContract {

    CoreContractTest() {
        super(BrokerSpec.of("nats"));
    }

    Map<String, String> properties() {
        return Map.of();
    }

    @Override
    public ClientSpec spec() {
        return TestClient.spec(url("nats"), properties());
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.ASYNC_SEND,
                Capability.QUEUES,
                Capability.TOPICS,
                Capability.SHARED_SUBSCRIPTIONS,
                Capability.LISTENER,
                Capability.RECEIVE,
                Capability.PROPERTIES);
    }

    @Override
    public boolean keepsMessages() {
        return false;
    }

    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.values());
    }
}
