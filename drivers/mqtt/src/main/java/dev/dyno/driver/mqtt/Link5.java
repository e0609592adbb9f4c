package dev.dyno.driver.mqtt;

import static dev.dyno.driver.mqtt.MqttSettings.CONTENT_TYPE;
import static dev.dyno.driver.mqtt.MqttSettings.KEEP_ALIVE;
import static dev.dyno.driver.mqtt.MqttSettings.RECEIVE_MAXIMUM;
import static dev.dyno.driver.mqtt.MqttSettings.RETAIN;
import static dev.dyno.driver.mqtt.MqttSettings.SESSION_EXPIRY;

import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientConnectionConfig;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5RetainHandling;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscribe;
import com.hivemq.client.mqtt.mqtt5.message.unsubscribe.Mqtt5Unsubscribe;
import dev.dyno.driver.Bounded;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.SettingValues;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Link of MQTT 5. */
final class Link5 extends MqttLink {

    private final Mqtt5AsyncClient client;
    private final ArrivedMessages<Mqtt5Publish> inbox =
            new ArrivedMessages<>(Mqtt5Publish::getPayload, Mqtt5Publish::isRetain, Mqtt5Publish::acknowledge);
    private int sendMaximum;

    Link5(MqttClientBuilder builder, SettingValues settings, Address address, Optional<Credentials> credentials) {
        super(settings, address, credentials);
        this.client = builder.useMqttVersion5().buildAsync();
    }

    @Override
    void connect(LinkSpec spec) throws DriverException {
        // The inbox subscribes before connecting, because messages of a kept session follow the broker's answer at
        // once.
        client.toRx().publishes(MqttGlobalPublishFilter.ALL, true).subscribe(inbox);
        await(client.connect(words(spec)), "cannot connect to " + address);
        Mqtt5ClientConnectionConfig.RestrictionsForClient limits = restrictions();
        sendMaximum = Math.min(MqttSettings.sendMaximum(settings), limits.getSendMaximum());
        if (limits.getMaximumQos().getCode() < qos.getCode()) {
            disconnect();
            throw new RefusedException("mqtt.qos: " + qos.getCode() + "; the broker allows "
                    + limits.getMaximumQos().getCode() + " at the most");
        }
    }

    private Mqtt5Connect words(LinkSpec spec) {
        return Mqtt5Connect.builder()
                .cleanStart(spec.clean())
                .sessionExpiryInterval(spec.kept() ? settings.get(SESSION_EXPIRY) : 0)
                .keepAlive(settings.get(KEEP_ALIVE))
                .restrictions()
                .receiveMaximum(settings.get(RECEIVE_MAXIMUM))
                .sendMaximum(MqttSettings.sendMaximum(settings))
                .applyRestrictions()
                .simpleAuth(credentials.map(Link5::auth).orElse(null))
                .build();
    }

    private static Mqtt5SimpleAuth auth(Credentials credentials) {
        return Mqtt5SimpleAuth.builder()
                .username(credentials.user())
                .password(credentials.password().getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private Mqtt5ClientConnectionConfig.RestrictionsForClient restrictions() throws DriverException {
        return client.getConfig()
                .getConnectionConfig()
                .orElseThrow(
                        () -> new DriverException("cannot connect to " + address + ": the connection broke at once"))
                .getRestrictionsForClient();
    }

    @Override
    ArrivedMessages<?> inbox() {
        return inbox;
    }

    @Override
    int sendMaximum() {
        return sendMaximum;
    }

    @Override
    Publication publication(String topic, byte[] payload, ProducerSpec spec) {
        var message = Mqtt5Publish.builder()
                .topic(topic)
                .qos(qos)
                .retain(settings.get(RETAIN))
                .payload(payload)
                .userProperties(userProperties(spec.properties()))
                .contentType(settings.given(CONTENT_TYPE).orElse(null));
        Duration timeToLive = spec.timeToLive();
        Mqtt5Publish whole =
                (timeToLive.isZero() ? message : message.messageExpiryInterval(timeToLive.toSeconds())).build();
        return () -> client.publish(whole);
    }

    private static Mqtt5UserProperties userProperties(Map<String, Object> properties) {
        return Mqtt5UserProperties.builder()
                .addAll(properties.entrySet().stream()
                        .map(property -> Mqtt5UserProperty.of(property.getKey(), String.valueOf(property.getValue()))))
                .build();
    }

    @Override
    int grantedQos(String filter, String cannot) throws DriverException {
        if (filter.startsWith("$share/") && !restrictions().isSharedSubscriptionAvailable()) {
            throw new RefusedException(
                    cannot + ": the broker has no shared subscriptions, which make a queue of a topic;"
                            + " use a topic without them");
        }
        Mqtt5Subscribe subscribe = Mqtt5Subscribe.builder()
                .topicFilter(filter)
                .qos(qos)
                .retainHandling(Mqtt5RetainHandling.DO_NOT_SEND)
                .build();
        return await(client.subscribe(subscribe), cannot)
                .getReasonCodes()
                .get(0)
                .getCode();
    }

    @Override
    void unsubscribe(String filter) throws DriverException {
        await(
                client.unsubscribe(
                        Mqtt5Unsubscribe.builder().topicFilter(filter).build()),
                "cannot unsubscribe from " + filter);
    }

    @Override
    void disconnect() {
        if (client.getState().isConnected()) {
            Bounded.await(client.disconnect());
        }
    }
}
