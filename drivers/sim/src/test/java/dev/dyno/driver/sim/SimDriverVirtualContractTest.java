package dev.dyno.driver.sim;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.driver.tck.DriverContract;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The simulated broker on the virtual clock, with a queue in front of it and not room for all. */
class SimDriverVirtualContractTest extends DriverContract {

    private final VirtualTime time = new VirtualTime(Long.MAX_VALUE - 1_000_000);

    @Override
    public Driver driver() {
        return new SimDriver();
    }

    @Override
    public ClientSpec spec() {
        return new ClientSpec(
                "sim://virtual-contract",
                Optional.empty(),
                Map.of("service", "exponential(200us)", "delivery", "1ms", "capacity", "20", "stall", "5ms every 50ms"),
                time);
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.of(new ClientSpec("sim://virtual-absent?die=0s", Optional.empty(), Map.of(), time));
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.PRIORITIES, Capability.GROUPS, Capability.FROM_EARLIEST));
    }

    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return EnumSet.allOf(Destination.Kind.class);
    }
}
