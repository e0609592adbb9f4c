package dev.dyno.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttSharedTopicFilter;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The driver's settings; {@code docs/guide/drivers.md} has them in a table. The client library has no properties of its own, so
 * that every other one is refused.
 *
 * @param version 3 (which is 3.1.1) or 5
 * @param qos of every message and every subscription
 * @param shareGroup the shared subscription that the consumers of a queue make together
 * @param sessionExpirySeconds after which the broker forgets a durable subscription that is away; MQTT 5 only
 * @param receiveMaximum messages that the broker may send before it gets acknowledgements; MQTT 5 only
 * @param sendMaximum messages under way to the broker on one connection; it may ask for fewer
 * @param keepAliveSeconds of silence after which the broker is asked whether it is there; 0 = never
 */
record Settings(
        int version,
        MqttQos qos,
        String shareGroup,
        long sessionExpirySeconds,
        int receiveMaximum,
        int sendMaximum,
        int keepAliveSeconds,
        Tls tls,
        boolean usesTls) {

    private static final Set<String> KEYS = new TreeSet<>(Set.of(
            "mqtt.version",
            "mqtt.qos",
            "mqtt.share-group",
            "mqtt.session-expiry-seconds",
            "mqtt.receive-maximum",
            "mqtt.send-maximum",
            "mqtt.keep-alive-seconds"));

    /** Keys of driver.properties that are meant for the tool. */
    private static final Set<String> OF_THE_TOOL = Set.of("class", "description", "defaultUrl", "schemes");

    /** Packet identifiers have 16 bits, and the client library keeps ten of them for subscriptions. */
    private static final int SEND_MAXIMUM = 65_525;

    /**
     * A broker of MQTT 3.1.1 cannot say how many messages of QoS 2 it keeps between the steps of their handshakes, and some,
     * mosquitto among them, close the connection above their limit, which is 20 where nobody has set it.
     */
    private static final int UNTOLD_SEND_MAXIMUM = 20;

    private static final long FOR_EVER = 0xFFFF_FFFFL;

    static Settings of(Map<String, String> properties) throws DriverException {
        for (String name : properties.keySet()) {
            if (!KEYS.contains(name) && !OF_THE_TOOL.contains(name) && !name.startsWith("tls.")) {
                throw new DriverException(name + ": unknown setting of the MQTT driver; must be one of "
                        + String.join(", ", KEYS) + ", or a setting of TLS");
            }
        }
        Reader read = new Reader(properties);
        int version = read.version();
        read.refuseUnless(version == 5, "mqtt.session-expiry-seconds");
        read.refuseUnless(version == 5, "mqtt.receive-maximum");
        MqttQos qos = List.of(MqttQos.AT_MOST_ONCE, MqttQos.AT_LEAST_ONCE, MqttQos.EXACTLY_ONCE)
                .get((int) read.number("mqtt.qos", 1, 0, 2));
        boolean untold = version == 3 && qos == MqttQos.EXACTLY_ONCE;
        return new Settings(
                version,
                qos,
                read.shareGroup(),
                read.number("mqtt.session-expiry-seconds", 86_400, 1, FOR_EVER),
                (int) read.number("mqtt.receive-maximum", 65_535, 1, 65_535),
                (int) read.number("mqtt.send-maximum", untold ? UNTOLD_SEND_MAXIMUM : SEND_MAXIMUM, 1, SEND_MAXIMUM),
                (int) read.number("mqtt.keep-alive-seconds", 60, 0, 65_535),
                Tls.of(properties),
                properties.keySet().stream().anyMatch(Tls.SETTINGS::contains));
    }

    /** As MQTT writes it. */
    String protocol() {
        return version == 5 ? "MQTT 5" : "MQTT 3.1.1";
    }

    private record Reader(Map<String, String> properties) {

        int version() throws DriverException {
            String value = properties.getOrDefault("mqtt.version", "5").strip();
            if (!value.equals("3") && !value.equals("5")) {
                throw new DriverException("mqtt.version: " + value + "; must be 5, or 3 for MQTT 3.1.1");
            }
            return Integer.parseInt(value);
        }

        void refuseUnless(boolean allowed, String key) throws DriverException {
            if (!allowed && properties.containsKey(key)) {
                throw new DriverException(key + ": MQTT 3.1.1 has no such thing; leave it out or use mqtt.version=5");
            }
        }

        String shareGroup() throws DriverException {
            String group = properties.getOrDefault("mqtt.share-group", "dyno");
            try {
                return MqttSharedTopicFilter.of(group, "any").getShareName();
            } catch (IllegalArgumentException e) {
                throw new DriverException("mqtt.share-group: '" + group + "'; must be a name without /, + and #", e);
            }
        }

        long number(String key, long otherwise, long least, long most) throws DriverException {
            String value = properties.get(key);
            if (value == null) {
                return otherwise;
            }
            try {
                long number = Long.parseLong(value.strip());
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Said below in the same words.
            }
            throw new DriverException(key + ": " + value + "; must be a whole number from " + least + " to " + most);
        }
    }
}
