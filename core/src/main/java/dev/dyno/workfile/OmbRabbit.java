package dev.dyno.workfile;

import dev.dyno.yaml.YamlMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** RabbitMQ. */
final class OmbRabbit extends OmbBroker {

    OmbRabbit(YamlMap root) {
        super(root);
    }

    @Override
    void read() {
        driver = "rabbitmq";
        List<String> uris = root.texts("amqpUris");
        url = uris.stream().findFirst();
        if (uris.size() > 1) {
            notes.add("amqpUris: the first of " + uris.size() + " is taken");
        }
        boolean persistent = root.flag("messagePersistence", false);
        Optional<String> type = root.parse("queueType", text -> oneOf(text, "CLASSIC", "QUORUM", "STREAM"));
        // A classic queue is declared without a type there, too.
        type.filter(word -> !word.equals("CLASSIC"))
                .ifPresent(word -> properties.put("rabbitmq.queue.type", word.toLowerCase(Locale.ROOT)));
        if (type.filter("STREAM"::equals).isPresent()) {
            notes.add(
                    "queueType STREAM: a topic is a stream that each consumer reads, and acknowledges; there the broker"
                            + " refuses the consumers, because they do not acknowledge");
        } else {
            properties.put("rabbitmq.auto-ack", "true");
        }
        traffic = ofOneConnection(parts -> {
            parts.persistent = Optional.of(persistent);
            parts.timestamps = true;
            parts.keys = false;
            parts.topicPrefix = Optional.of("test-exchange");
        });
        List<String> delays = Stream.of("producerCreation", "consumerCreation")
                .flatMap(key -> Stream.of(key + "Delay", key + "BatchSize"))
                .filter(root::has)
                .toList();
        if (!delays.isEmpty()) {
            notes.add(String.join(", ", delays)
                    + ": producers and consumers are made one after the other, before the load");
        }
    }
}
