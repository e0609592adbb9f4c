package dev.dyno.driver.jms;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.TestClient;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The client libraries that the suite runs on, each with the preset that is shipped. */
enum Provider {
    CORE("artemis", "tcp"),
    AMQP("amqp", "amqp");

    private final String folder;
    private final String scheme;

    Provider(String folder, String scheme) {
        this.folder = folder;
        this.scheme = scheme;
    }

    String url(int port) {
        return scheme + "://127.0.0.1:" + port;
    }

    ClientSpec spec(String url, Optional<Credentials> credentials, Map<String, String> overlay) {
        return DriverFolder.of(Path.of("..", folder)).spec(url, credentials, overlay);
    }

    ClientSpec spec(String url, Map<String, String> overlay) {
        return spec(url, Optional.empty(), overlay);
    }

    ClientSpec spec(String url) {
        return spec(url, Map.of());
    }

    TestClient open(TestBroker broker) throws DriverException {
        return new TestClient(spec(url(broker.port())));
    }
}
