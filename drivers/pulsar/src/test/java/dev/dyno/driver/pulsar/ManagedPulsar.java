package dev.dyno.driver.pulsar;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One Pulsar for all tests of the module: starting it costs seconds and a gigabyte. It ends with the last of them. */
final class ManagedPulsar implements BeforeAllCallback {

    @SuppressWarnings("NullAway.Init") // Before all tests of the first class.
    private static volatile RealBroker broker;

    @Override
    public void beforeAll(ExtensionContext context) {
        broker = RealBroker.shared(context, broker());
    }

    /** With its own settings that make tests exact. */
    static BrokerSpec broker() {
        return RealBroker.quick(BrokerSpec.of("pulsar"))
                .withHeap("512m")
                .withKnob("acknowledgment-at-batch-index", "true");
    }

    static String url() {
        return broker.url("pulsar");
    }

    static ClientSpec spec(Map<String, String> properties) {
        return TestClient.spec(url(), properties);
    }

    /** @param settings names and values in turn */
    static TestClient fixture(String... settings) throws DriverException {
        return TestClient.open(url(), settings);
    }

    private static WebApi web() throws DriverException {
        return new WebApi(PulsarSettings.of(spec(Map.of())));
    }

    /** Answer of the broker itself, in JSON without spaces. */
    static String ask(String path) throws DriverException {
        return web().ask("/admin/v2/" + path)
                .orElseThrow(() -> new AssertionError("nothing at " + path))
                .replace(" ", "");
    }

    static void remove(Destination queue) throws DriverException {
        String path = "/admin/v2/persistent/public/default/" + queue.name() + "?force=true";
        web().change("DELETE", path, "", "cannot remove", "it is");
    }

    /** Statistics of a topic by the broker itself. */
    static String statistics(Destination destination, String what) throws DriverException {
        return ask("persistent/public/default/" + destination.name() + what);
    }
}
