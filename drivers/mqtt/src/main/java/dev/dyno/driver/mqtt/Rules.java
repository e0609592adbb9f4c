package dev.dyno.driver.mqtt;

import static dev.dyno.driver.mqtt.MqttSettings.QOS;
import static dev.dyno.driver.mqtt.MqttSettings.SHARE_GROUP;
import static dev.dyno.driver.mqtt.MqttSettings.VERSION;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttSharedTopicFilter;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.Optional;

/** Capabilities of MQTT, and refusals of everything else. */
final class Rules {

    private static final long MAX_EXPIRY_SECONDS = 0xFFFF_FFFFL;

    private Rules() {}

    static void check(ProducerSpec spec, SettingValues settings) throws DriverException {
        refuse(spec.mode() == SendMode.TRANSACTED, "transactions");
        refuse(spec.body() == BodyType.TEXT, "text messages");
        refuse(spec.priority().isPresent(), "priorities");
        refuse(spec.group().isPresent(), "message groups");
        refuse(spec.persistent(), "persistent messages: what is kept belongs to a durable subscription");
        if (!spec.timeToLive().isZero()) {
            checkTimeToLive(spec.timeToLive(), settings);
        }
        if (!spec.properties().isEmpty() && settings.get(VERSION) != 5) {
            throw new DriverException("MQTT 3.1.1 has no message properties; use mqtt.version=5");
        }
    }

    private static void checkTimeToLive(Duration timeToLive, SettingValues settings) throws DriverException {
        if (settings.get(VERSION) != 5) {
            throw new DriverException("MQTT 3.1.1 has no time to live; use mqtt.version=5");
        }
        if (!timeToLive.equals(Duration.ofSeconds(timeToLive.toSeconds()))
                || timeToLive.toSeconds() > MAX_EXPIRY_SECONDS) {
            throw new DriverException("time to live: " + Units.formatDuration(timeToLive.toNanos())
                    + "; must be whole seconds, " + MAX_EXPIRY_SECONDS + " at the most, in which MQTT 5 counts it");
        }
    }

    static void check(ConsumerSpec spec, SettingValues settings, Optional<String> clientId) throws DriverException {
        refuse(spec.selector().isPresent(), "selectors");
        refuse(
                spec.fromEarliest() && spec.destination().isTopic(),
                "history: a topic delivers what is sent from now on, and one retained message");
        refuse(spec.ackMode() == AckMode.TRANSACTED, "transactions");
        if (spec.ackMode() == AckMode.CLIENT || spec.ackMode() == AckMode.INDIVIDUAL) {
            throw new DriverException(
                    "MQTT has no acknowledgements of a consumer's choice: what is not acknowledged comes"
                            + " again only to a session that returns, and in order; use AUTO or DUPS_OK");
        }
        if (spec.subscription().filter(Subscription::durable).isPresent()) {
            checkDurable(spec.subscription().get(), settings, clientId);
        }
    }

    private static void checkDurable(Subscription subscription, SettingValues settings, Optional<String> clientId)
            throws DriverException {
        if (subscription.shared()) {
            throw new DriverException(
                    "MQTT has no subscription that is both durable and shared: every session that shares"
                            + " it keeps its part of the messages for itself");
        }
        if (settings.get(QOS) == MqttQos.AT_MOST_ONCE) {
            throw new DriverException(
                    "mqtt.qos: 0 keeps no message for a subscription that is away; must be 1 or 2 for a durable one");
        }
        if (clientId.isEmpty()) {
            throw new DriverException("a durable subscription of MQTT is a session of a client id; set a client id");
        }
    }

    private static void refuse(boolean wanted, String words) throws DriverException {
        if (wanted) {
            throw new DriverException("MQTT has no " + words);
        }
    }

    /** MQTT topic of a queue or topic, which is its name. */
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
        // A name may be made from that of its topic, which has levels.
        return sharing.isPresent() ? shared(sharing.get().name().replaceAll("[/+#]", "_"), topic) : topic;
    }

    private static String shared(String group, String topic) throws DriverException {
        try {
            return MqttSharedTopicFilter.of(group, topic).toString();
        } catch (IllegalArgumentException e) {
            throw Failures.of(group + ": not a name for a shared subscription of MQTT", e);
        }
    }

    /** Checks the granted QoS: a lower one than requested would change the measurement. */
    static void checkGranted(MqttQos wanted, int granted, String cannot) throws DriverException {
        if (granted < wanted.getCode()) {
            throw new DriverException(cannot + ": the broker grants QoS " + granted + " only; set mqtt.qos=" + granted
                    + " or change the broker");
        }
    }
}
