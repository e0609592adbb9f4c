package dev.dyno.driver.jms;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.DriverContract;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract of all drivers, on a real Artemis. */
@Tag("broker")
abstract class JmsContract extends DriverContract {

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestBroker broker;

    private final Provider provider;

    JmsContract(Provider provider) {
        this.provider = provider;
    }

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @Override
    public ClientSpec spec() {
        return provider.spec(provider.url(broker.port()), Optional.empty(), Map.of());
    }

    @Override
    public boolean remove(Destination queue) throws Exception {
        broker.destroy(queue.name());
        return true;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.FROM_EARLIEST));
    }
}
