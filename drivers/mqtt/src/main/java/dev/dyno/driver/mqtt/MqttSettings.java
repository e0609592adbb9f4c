package dev.dyno.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.Tls;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Setting.Decides;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.ValueType;
import java.util.List;
import java.util.Map;

/** The settings of the MQTT driver. The client library has no properties of its own, so every other property is refused. */
final class MqttSettings {

    /**
     * Maximum number of messages in flight: packet identifiers have 16 bits, and the client library keeps ten of them for
     * subscriptions.
     */
    private static final int MOST_UNDER_WAY = 65_525;

    /**
     * Default limit of QoS 2 messages in flight: a broker of MQTT 3.1.1 cannot tell how many it keeps between the steps of their
     * handshakes, and some, for example mosquitto, close the connection above their limit, which is 20 by default.
     */
    private static final int UNTOLD_SEND_MAXIMUM = 20;

    private static final SettingList.Builder OWN = new SettingList.Builder();

    static final Setting<Integer> VERSION = OWN.add(
            "mqtt.version",
            ValueType.choice(Map.entry("5", 5), Map.entry("3", 3)),
            "5",
            "of the protocol; 3 is MQTT 3.1.1, in which a broker may acknowledge messages that it refuses",
            Decides.ACKNOWLEDGEMENT);

    static final Setting<MqttQos> QOS = OWN.add(
            "mqtt.qos",
            ValueType.count(0, 2).map(List.of(MqttQos.values())::get),
            "1",
            "of every message and every subscription; at 0 nothing is acknowledged",
            Decides.ACKNOWLEDGEMENT,
            Decides.DELIVERY);

    static final Setting<Boolean> RETAIN = OWN.add(
            "mqtt.retain",
            ValueType.flag(),
            "false",
            "whether the broker keeps the last message of each topic for new subscribers");

    static final Setting<String> CONTENT_TYPE =
            OWN.optional("mqtt.content-type", ValueType.text(), "application/json", "of messages; MQTT 5 only");

    static final Setting<String> SHARE_GROUP = OWN.add(
            "mqtt.share-group",
            ValueType.text("a name without /, + and #", "[^/+#\\u0000]+"),
            "dyno",
            "the shared subscription that the consumers of a queue make together",
            Decides.DELIVERY);

    static final Setting<Long> SESSION_EXPIRY = OWN.add(Setting.of(
                    "mqtt.session-expiry-seconds",
                    ValueType.whole(1, 0xFFFF_FFFFL),
                    "after which the broker forgets a durable subscription that is away; MQTT 5 only")
            .in("s")
            .defaultText("86400"));

    static final Setting<Integer> RECEIVE_MAXIMUM = OWN.add(
            "mqtt.receive-maximum",
            ValueType.count(1, 65_535),
            "65535",
            "messages that the broker may send before it gets acknowledgements; MQTT 5 only");

    private static final Setting<Integer> SEND_MAXIMUM = OWN.optional(
            "mqtt.send-maximum",
            ValueType.count(1, MOST_UNDER_WAY),
            "100",
            "messages under way to the broker on one connection, which may ask for fewer; without it " + MOST_UNDER_WAY
                    + ", with MQTT 3.1.1 and QoS 2 " + UNTOLD_SEND_MAXIMUM);

    static final Setting<Integer> KEEP_ALIVE = OWN.add(Setting.of(
                    "mqtt.keep-alive-seconds",
                    ValueType.count(0, 65_535),
                    "of silence after which the client asks whether the broker is there; 0 = never")
            .in("s")
            .defaultText("60"));

    static final DriverSettings ALL =
            DriverSettings.of("the MQTT driver", "mqtt.", OWN.list().and(Tls.SETTINGS));

    private MqttSettings() {}

    static SettingValues read(Map<String, String> properties) throws DriverException {
        SettingValues values = ALL.read(properties);
        for (Setting<?> only5 : List.of(SESSION_EXPIRY, RECEIVE_MAXIMUM, CONTENT_TYPE)) {
            if (values.get(VERSION) == 3 && values.has(only5)) {
                throw new DriverException(
                        only5.name() + ": MQTT 3.1.1 has no such thing; leave it out or use mqtt.version=5");
            }
        }
        return values;
    }

    static int sendMaximum(SettingValues values) {
        boolean untold = values.get(VERSION) == 3 && values.get(QOS) == MqttQos.EXACTLY_ONCE;
        return values.given(SEND_MAXIMUM).orElse(untold ? UNTOLD_SEND_MAXIMUM : MOST_UNDER_WAY);
    }

    /** Name of the protocol in the notation of MQTT. */
    static String protocol(SettingValues values) {
        return values.get(VERSION) == 5 ? "MQTT 5" : "MQTT 3.1.1";
    }
}
