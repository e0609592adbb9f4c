package dev.dyno.broker.process;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3Client;
import com.hivemq.client.mqtt.mqtt3.Mqtt3ClientBuilder;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A client of MQTT 3.1.1, let in by the broker. */
final class MqttOnBroker implements AutoCloseable {

    private final Mqtt3BlockingClient client;

    private MqttOnBroker(Mqtt3BlockingClient client) {
        this.client = client;
        client.connect();
    }

    static MqttOnBroker open(String url) {
        return new MqttOnBroker(at(url).buildBlocking());
    }

    static MqttOnBroker open(String url, Tls tls) throws DriverException {
        return new MqttOnBroker(at(url, tls).buildBlocking());
    }

    static MqttOnBroker open(String url, Tls tls, String user, String password) throws DriverException {
        return new MqttOnBroker(at(url, tls)
                .simpleAuth()
                .username(user)
                .password(password.getBytes(StandardCharsets.UTF_8))
                .applySimpleAuth()
                .buildBlocking());
    }

    private static Mqtt3ClientBuilder at(String url) {
        URI address = URI.create(url);
        return Mqtt3Client.builder()
                .identifier("recipe")
                .serverAddress(new InetSocketAddress(address.getHost(), address.getPort()));
    }

    private static Mqtt3ClientBuilder at(String url, Tls tls) throws DriverException {
        return at(url).sslConfig().trustManagerFactory(tls.trustManagers()).applySslConfig();
    }

    /** Subscribes, publishes, and returns what comes back. */
    String echo(String topic, String words) throws InterruptedException {
        try (Mqtt3BlockingClient.Mqtt3Publishes received = client.publishes(MqttGlobalPublishFilter.ALL)) {
            client.subscribeWith().topicFilter(topic).send();
            client.publishWith()
                    .topic(topic)
                    .payload(words.getBytes(StandardCharsets.UTF_8))
                    .send();
            return received.receive(5, TimeUnit.SECONDS)
                    .map(message -> new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8))
                    .orElse("");
        }
    }

    @Override
    public void close() {
        client.disconnect();
    }
}
