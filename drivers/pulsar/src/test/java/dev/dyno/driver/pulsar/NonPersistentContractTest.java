package dev.dyno.driver.pulsar;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.tck.DriverContract;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of all drivers, on non-persistent topics, where a message is for those who are there. */
@ExtendWith(ManagedPulsar.class)
class NonPersistentContractTest extends DriverContract {

    @Override
    public Driver driver() {
        return new PulsarDriver();
    }

    @Override
    public ClientSpec spec() {
        return ManagedPulsar.spec(Map.of("pulsar.non-persistent", "true", "batchingEnabled", "false"));
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.empty();
    }

    @Override
    public boolean keepsMessages() {
        return false;
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
}
