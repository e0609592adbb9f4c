package dev.dyno.driver.sim;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.DriverContract;
import dev.dyno.driver.tck.JdkTime;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The simulated broker on its own thread. */
class SimDriverContractTest extends DriverContract {

    private final JdkTime time = new JdkTime();

    @Override
    public ClientSpec spec() {
        return new ClientSpec("sim://contract?service=1us&delivery=10us&lend=yes", Optional.empty(), Map.of(), time);
    }

    @Override
    public boolean sendsAfterCompletions() {
        return true;
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.of(new ClientSpec("sim://absent?die=0s", Optional.empty(), Map.of(), time));
    }

    @Override
    public String adviceOfUnreachable() {
        return ", the simulated broker has died, as its setting 'die' asks for";
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
