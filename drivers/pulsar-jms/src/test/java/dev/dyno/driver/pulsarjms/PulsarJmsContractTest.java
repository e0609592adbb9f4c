package dev.dyno.driver.pulsarjms;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.tck.DriverContract;
import dev.dyno.tck.DriverFolder;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The contract of all drivers, on Starlight for JMS. */
class PulsarJmsContractTest extends DriverContract {

    @Override
    public Driver driver() {
        return new JmsDriver();
    }

    @Override
    public ClientSpec spec() {
        return DriverFolder.ofThisModule()
                .spec("pulsar://127.0.0.1:16650", Optional.empty(), Map.of("webServiceUrl", "http://127.0.0.1:18080"));
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.of(DriverFolder.ofThisModule().spec("pulsar://127.0.0.1:1"));
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(
                EnumSet.of(Capability.TRANSACTIONS, Capability.SELECTORS, Capability.PRIORITIES, Capability.GROUPS));
    }
}
