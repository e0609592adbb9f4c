package dev.dyno.driver.mqtt;

import static dev.dyno.driver.mqtt.MqttSettings.KEEP_ALIVE;
import static dev.dyno.driver.mqtt.MqttSettings.RETAIN;

import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.auth.Mqtt3SimpleAuth;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.Mqtt3Subscribe;
import com.hivemq.client.mqtt.mqtt3.message.unsubscribe.Mqtt3Unsubscribe;
import dev.dyno.driver.Bounded;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SettingValues;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Link of MQTT 3.1.1. */
final class Link3 extends MqttLink {

    private final Mqtt3AsyncClient client;
    private final ArrivedMessages<Mqtt3Publish> inbox =
            new ArrivedMessages<>(Mqtt3Publish::getPayload, Mqtt3Publish::isRetain, Mqtt3Publish::acknowledge);

    Link3(MqttClientBuilder builder, SettingValues settings, Address address, Optional<Credentials> credentials) {
        super(settings, address, credentials);
        this.client = builder.useMqttVersion3().buildAsync();
    }

    @Override
    void connect(LinkSpec spec) throws DriverException {
        // The inbox subscribes before connecting, because messages of a kept session follow the broker's answer at
        // once.
        client.toRx().publishes(MqttGlobalPublishFilter.ALL, true).subscribe(inbox);
        await(client.connect(words(spec)), "cannot connect to " + address);
    }

    private Mqtt3Connect words(LinkSpec spec) {
        return Mqtt3Connect.builder()
                .cleanSession(!spec.kept())
                .keepAlive(settings.get(KEEP_ALIVE))
                .restrictions()
                .sendMaximum(MqttSettings.sendMaximum(settings))
                .applyRestrictions()
                .simpleAuth(credentials.map(Link3::auth).orElse(null))
                .build();
    }

    private static Mqtt3SimpleAuth auth(Credentials credentials) {
        return Mqtt3SimpleAuth.builder()
                .username(credentials.user())
                .password(credentials.password().getBytes(StandardCharsets.UTF_8))
                .build();
    }

    @Override
    ArrivedMessages<?> inbox() {
        return inbox;
    }

    @Override
    int sendMaximum() {
        return MqttSettings.sendMaximum(settings);
    }

    @Override
    Publication publication(String topic, byte[] payload, ProducerSpec spec) {
        Mqtt3Publish message = Mqtt3Publish.builder()
                .topic(topic)
                .qos(qos)
                .retain(settings.get(RETAIN))
                .payload(payload)
                .build();
        return () -> client.publish(message);
    }

    @Override
    int grantedQos(String filter, String cannot) throws DriverException {
        Mqtt3Subscribe subscribe =
                Mqtt3Subscribe.builder().topicFilter(filter).qos(qos).build();
        return await(client.subscribe(subscribe), cannot)
                .getReturnCodes()
                .get(0)
                .getCode();
    }

    @Override
    void unsubscribe(String filter) throws DriverException {
        await(
                client.unsubscribe(
                        Mqtt3Unsubscribe.builder().topicFilter(filter).build()),
                "cannot unsubscribe from " + filter);
    }

    @Override
    void disconnect() {
        if (client.getState().isConnected()) {
            Bounded.await(client.disconnect());
        }
    }
}
