package dev.dyno.driver.sim;

import dev.dyno.driver.ClientSpec;
import java.util.Map;
import java.util.Optional;

/** The simulated broker on the virtual clock, with a queue in front of it and not room for all. */
class SimDriverVirtualContractTest extends SimDriverContractTest {

    private final VirtualTime time = new VirtualTime(Long.MAX_VALUE - 1_000_000);

    @Override
    public ClientSpec spec() {
        return new ClientSpec(
                "sim://virtual-contract",
                Optional.empty(),
                Map.of("service", "exponential(200us)", "delivery", "1ms", "capacity", "20", "stall", "5ms every 50ms"),
                time);
    }

    @Override
    public boolean sendsAfterCompletions() {
        return false;
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.of(new ClientSpec("sim://virtual-absent?die=0s", Optional.empty(), Map.of(), time));
    }
}
