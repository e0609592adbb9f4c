package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;

/** Ways to open a client with one connection. */
final class Link {

    private Link() {}

    static TestClient open(Provider provider, TestBroker broker) throws DriverException {
        return open(provider, broker, Optional.empty());
    }

    static TestClient open(Provider provider, TestBroker broker, Optional<String> clientId) throws DriverException {
        return open(provider, provider.url(broker.port()), clientId, Map.of());
    }

    static TestClient open(Provider provider, String url, Optional<String> clientId, Map<String, String> overlay)
            throws DriverException {
        return new TestClient(new JmsDriver(), provider.spec(url, Optional.empty(), overlay), clientId);
    }
}
