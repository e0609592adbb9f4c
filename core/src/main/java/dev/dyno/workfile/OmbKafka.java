package dev.dyno.workfile;

import dev.dyno.driver.AckMode;
import dev.dyno.yaml.YamlMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Kafka: its settings are properties, as lines of texts. */
final class OmbKafka extends OmbBroker {

    private static final String SERVERS = "bootstrap.servers";
    private static final String AUTO_COMMIT = "enable.auto.commit";

    /** Set by the driver itself. */
    private static final Set<String> OF_THE_DRIVER = Set.of(
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "transactional.id",
            "group.id");

    OmbKafka(YamlMap root) {
        super(root);
    }

    @Override
    void read() {
        driver = "kafka";
        number(root, "replicationFactor", "kafka.replication");
        block("topicConfig", "kafka.topic.");
        block("commonConfig", "");
        block("producerConfig", "producer.");
        block("consumerConfig", "consumer.");
        List<String> servers = Stream.of("", "producer.", "consumer.")
                .map(part -> Optional.ofNullable(properties.remove(part + SERVERS)))
                .flatMap(Optional::stream)
                .toList();
        url = servers.stream().findFirst().map(list -> "kafka://" + list.replace(" ", ""));
        boolean commitsNowAndThen = Stream.of("", "consumer.")
                .map(part -> Optional.ofNullable(properties.remove(part + AUTO_COMMIT)))
                .flatMap(Optional::stream)
                .reduce((common, consumers) -> consumers)
                .filter("true"::equalsIgnoreCase)
                .isPresent();
        if (commitsNowAndThen) {
            say(parts -> parts.ack = Optional.of(AckMode.DUPS_OK));
        }
        properties.remove("producer." + AUTO_COMMIT);
    }

    /** Properties as lines of a text. */
    private void block(String key, String prefix) {
        PropertyLines lines = PropertyLines.of(root.text(key).orElse(""));
        lines.wrong().forEach(line -> root.problem(key, line + "; must be lines like name=value."));
        lines.properties().forEach((name, value) -> {
            if (OF_THE_DRIVER.contains(name)) {
                notes.add(key + ": " + name + " is set by the driver itself and left out");
            } else {
                properties.put(prefix + name, value);
            }
        });
    }
}
