package dev.dyno.driver.openwire;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.tck.DriverContract;
import dev.dyno.tck.DriverFolder;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract of all drivers, on OpenWire. */
class OpenWireContractTest extends DriverContract {

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    static Path folder;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new TestBroker(folder);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    public Driver driver() {
        return new JmsDriver();
    }

    @Override
    public ClientSpec spec() {
        return DriverFolder.ofThisModule().spec(broker.url());
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.of(DriverFolder.ofThisModule().spec("tcp://127.0.0.1:" + TestBroker.freePort()));
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.SHARED_SUBSCRIPTIONS));
    }
}
