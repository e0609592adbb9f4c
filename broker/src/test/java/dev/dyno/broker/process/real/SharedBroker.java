package dev.dyno.broker.process.real;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker for all test classes of a module that register it: the first one starts it, and it ends after the last. */
public final class SharedBroker implements BeforeAllCallback {

    private final BrokerSpec spec;
    private final String driver;
    private @Nullable RealBroker broker;

    /** @param driver name of its URL in the recipe */
    public SharedBroker(BrokerSpec spec, String driver) {
        this.spec = spec;
        this.driver = driver;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        broker = RealBroker.shared(context, spec);
    }

    public RealBroker get() {
        return Objects.requireNonNull(broker);
    }

    public String url() {
        return get().url(driver);
    }

    public ClientSpec spec(Map<String, String> properties) {
        return TestClient.spec(url(), properties);
    }

    public TestClient open(Map<String, String> properties) throws DriverException {
        return new TestClient(spec(properties));
    }
}
