package dev.dyno.driver.jms;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.DriverContract;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract of all drivers, on a real Artemis. */
@Tag("broker")
abstract class JmsContract extends DriverContract {

    @AutoClose
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

    @Override
    public ClientSpec spec() {
        return provider.spec(provider.url(broker.port()));
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
