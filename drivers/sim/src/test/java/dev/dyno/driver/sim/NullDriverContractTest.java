package dev.dyno.driver.sim;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.driver.tck.DriverContract;
import dev.dyno.driver.tck.JdkTime;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The null driver, which has nowhere to keep a message. */
class NullDriverContractTest extends DriverContract {

    private final JdkTime time = new JdkTime();

    @Override
    public Driver driver() {
        return new NullDriver();
    }

    @Override
    public ClientSpec spec() {
        return new ClientSpec("null://contract", Optional.empty(), Map.of(), time);
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.empty();
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(
                Capability.ASYNC_SEND,
                Capability.QUEUES,
                Capability.TOPICS,
                Capability.LISTENER,
                Capability.KEYS,
                Capability.TEXT_BODIES,
                Capability.PERSISTENCE);
    }

    @Override
    public boolean keepsMessages() {
        return false;
    }

    @Override
    public boolean deliversWhatCameBeforeTheStart() {
        return false;
    }

    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.values());
    }
}
