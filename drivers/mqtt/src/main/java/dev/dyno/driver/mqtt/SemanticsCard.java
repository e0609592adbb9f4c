package dev.dyno.driver.mqtt;

import static dev.dyno.driver.mqtt.MqttSettings.QOS;
import static dev.dyno.driver.mqtt.MqttSettings.RECEIVE_MAXIMUM;
import static dev.dyno.driver.mqtt.MqttSettings.RETAIN;
import static dev.dyno.driver.mqtt.MqttSettings.VERSION;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.ValueType;
import java.util.Map;
import java.util.TreeMap;

/** Writes the driver's part of the semantics card. MQTT does not report the broker's name and version. */
final class SemanticsCard {

    private SemanticsCard() {}

    static Semantics of(ProducerSpec producer, SettingValues settings, boolean secure) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("client", "hivemq-mqtt-client " + Semantics.libraryVersion(SemanticsCard.class, "client.properties"));
        facts.put("protocol", MqttSettings.protocol(settings));
        facts.put("qos", String.valueOf(settings.get(QOS).getCode()));
        facts.put("send mode", ValueType.word(producer.mode()));
        facts.put("send maximum", String.valueOf(MqttSettings.sendMaximum(settings)));
        if (settings.get(RETAIN)) {
            facts.put("retain", "yes");
        }
        facts.put("tls", secure ? "yes" : "no");
        facts.put(
                "acknowledgement",
                switch (settings.get(QOS)) {
                    case AT_MOST_ONCE -> "none";
                    case AT_LEAST_ONCE -> "PUBACK";
                    case EXACTLY_ONCE -> "PUBCOMP";
                });
        if (settings.get(VERSION) == 5) {
            facts.put("receive maximum", String.valueOf(settings.get(RECEIVE_MAXIMUM)));
        }
        boolean answered = settings.get(QOS) != MqttQos.AT_MOST_ONCE;
        return new Semantics(answered ? AcknowledgedBy.BROKER : AcknowledgedBy.CLIENT, facts);
    }
}
