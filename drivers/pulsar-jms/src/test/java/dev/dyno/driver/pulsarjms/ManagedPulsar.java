package dev.dyno.driver.pulsarjms;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.tck.TestClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
        return broker.url("pulsar-jms");
    }

    /** Subscriptions of a topic, in the JSON of the broker. */
    static String subscriptions(String topic) throws IOException, InterruptedException {
        String web = url().substring(url().indexOf('=') + 1);
        URI list = URI.create(web + "/admin/v2/persistent/public/default/" + topic + "/subscriptions");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    static ClientSpec spec(Map<String, String> properties) {
        return TestClient.spec(url(), properties);
    }
}
