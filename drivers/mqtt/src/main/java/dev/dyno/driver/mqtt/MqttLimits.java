package dev.dyno.driver.mqtt;

import static dev.dyno.driver.mqtt.MqttSettings.QOS;
import static dev.dyno.driver.mqtt.MqttSettings.SHARE_GROUP;
import static dev.dyno.driver.mqtt.MqttSettings.VERSION;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttSharedTopicFilter;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.Optional;

/** Capabilities of MQTT, and refusals of everything else. */
final class MqttLimits {

    private static final long MAX_EXPIRY_SECONDS = 0xFFFF_FFFFL;

    private MqttLimits() {}

    static Capabilities capabilities(SettingValues settings) {
        return Capabilities.all()
                .without(
                        "in MQTT",
                        Capability.TRANSACTIONS,
                        Capability.TEXT_BODIES,
                        Capability.PRIORITIES,
                        Capability.GROUPS,
                        Capability.KEYS,
                        Capability.SELECTORS)
                .without("in MQTT: what is kept belongs to a durable subscription", Capability.PERSISTENCE)
                .without(
                        "in MQTT: a topic delivers what is sent from now on, and one retained message",
                        Capability.FROM_EARLIEST)
                .without(
                        "in MQTT: what is not acknowledged comes again only to a session that returns, and in order;"
                                + " use AUTO or DUPS_OK",
                        Capability.CLIENT_ACK,
                        Capability.INDIVIDUAL_ACK)
                .withoutIf(
                        settings.get(VERSION) != 5,
                        "in MQTT 3.1.1; use mqtt.version=5",
                        Capability.PROPERTIES,
                        Capability.TIME_TO_LIVE)
                .withoutIf(
                        settings.get(QOS) == MqttQos.AT_MOST_ONCE,
                        "with mqtt.qos=0, which stores no message for a disconnected subscriber; must be 1 or 2",
                        Capability.DURABLE_SUBSCRIPTIONS);
    }

    static void check(ProducerSpec spec, SettingValues settings) throws DriverException {
        capabilities(settings).check(spec);
        Duration timeToLive = spec.timeToLive();
        if (!timeToLive.equals(Duration.ofSeconds(timeToLive.toSeconds()))
                || timeToLive.toSeconds() > MAX_EXPIRY_SECONDS) {
            throw new DriverException("time to live: " + Units.formatDuration(timeToLive.toNanos())
                    + "; must be whole seconds, " + MAX_EXPIRY_SECONDS + " at the most, in which MQTT 5 counts it");
        }
    }

    static void check(ConsumerSpec spec, SettingValues settings, Optional<String> clientId) throws DriverException {
        capabilities(settings).check(spec);
        Optional<Subscription> durable = spec.subscription().filter(Subscription::durable);
        if (durable.filter(Subscription::shared).isPresent()) {
            throw new DriverException(
                    "MQTT has no subscription that is both durable and shared: each of its sessions keeps"
                            + " its share of the messages, and no other session gets them");
        }
        if (durable.isPresent() && clientId.isEmpty()) {
            throw new DriverException("a durable subscription of MQTT is a session of a client id; set a client id");
        }
    }

    /** The topic of a queue or a topic, which is its name. */
    static String topic(Destination destination) throws DriverException {
        try {
            return MqttTopic.of(destination.name()).toString();
        } catch (IllegalArgumentException e) {
            throw Failures.of(destination + ": not a topic of MQTT", e);
        }
    }

    /** Topic filter of a consumer. The consumers of a queue share a subscription. */
    static String filter(ConsumerSpec spec, SettingValues settings) throws DriverException {
        String topic = topic(spec.destination());
        if (!spec.destination().isTopic()) {
            return shared(settings.get(SHARE_GROUP), topic);
        }
        Optional<Subscription> sharing = spec.subscription().filter(Subscription::shared);
        // The subscription's name may contain the name of its topic, with separators of levels.
        return sharing.isPresent() ? shared(sharing.get().name().replaceAll("[/+#]", "_"), topic) : topic;
    }

    private static String shared(String group, String topic) throws DriverException {
        try {
            return MqttSharedTopicFilter.of(group, topic).toString();
        } catch (IllegalArgumentException e) {
            throw Failures.of(group + ": not a name for a shared subscription of MQTT", e);
        }
    }
}
