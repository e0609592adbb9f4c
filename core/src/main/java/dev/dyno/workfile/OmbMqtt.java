package dev.dyno.workfile;

import dev.dyno.yaml.YamlMap;
import java.util.Optional;

/** MQTT 5. */
final class OmbMqtt extends OmbBroker {

    OmbMqtt(YamlMap root) {
        super(root);
    }

    @Override
    void read() {
        driver = "mqtt";
        YamlMap client = root.mapOrEmpty("client");
        url = Optional.of(client.text("serverUri").orElse("tcp://localhost:1883"));
        number(client, "qos", "mqtt.qos", 1);
        noteIf(client, "client.", "username", "give --user");
        noteIf(client, "client.", "password", "give --password");
        String prefix = client.text("topicPrefix").orElse("benchmark") + "/test";
        noteOthers(client, "client.");
        YamlMap consumer = root.mapOrEmpty("consumer");
        boolean clean = consumer.flag("cleanSession", true);
        String expiry = number(consumer, "sessionExpiryInterval", 3 * 24 * 60 * 60);
        if (!clean) {
            properties.put("mqtt.session-expiry-seconds", expiry);
        }
        number(consumer, "receiveMaximum", "mqtt.receive-maximum", 256);
        noteOthers(consumer, "consumer.");
        sayOrDecide(consumer, "cleanSession", parts -> parts.durable = !clean);
        decide(parts -> {
            parts.persistent = Optional.of(false);
            parts.keys = false;
            parts.topicPrefix = Optional.of(prefix);
        });
        notes.add("the time of sending is in the body, and not in a property of the message as there");
    }
}
