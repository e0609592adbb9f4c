package dev.dyno.workfile;

import dev.dyno.yaml.YamlMap;
import java.util.Optional;

/** NATS, which is JetStream. */
final class OmbNats extends OmbBroker {

    OmbNats(YamlMap root) {
        super(root);
    }

    @Override
    void read() {
        driver = "jetstream";
        url = root.text("natsHostUrl").map(host -> host.contains("://") ? host : "nats://" + host);
        number(root, "replicationFactor", "nats.stream.replicas");
        Optional<String> storage = root.parse("storageType", text -> oneOf(text, "file", "memory"));
        storage.ifPresent(type -> properties.put("nats.stream.storage", type));
        decide("nats.stream.topic-retention", "limits");
        decide("nats.max-ack-pending", "1000");
        decide("nats.consumer", "push");
        if (root.has("maxBytes")) {
            properties.put("nats.stream.max-bytes", Long.toString(root.number("maxBytes", -1, Integer.MAX_VALUE, -1)));
            decide("nats.stream.discard", "old");
        }
        sayOrDecide(
                root, "storageType", parts -> parts.persistent = Optional.of(!storage.equals(Optional.of("memory"))));
        decideOneConnection();
        decide(parts -> {
            parts.keys = false;
            parts.topicPrefix = Optional.of("Nats-benchmark");
        });
    }
}
