package dev.dyno.workfile;

import dev.dyno.yaml.YamlMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** RabbitMQ. */
final class OmbRabbit extends OmbBroker {

    OmbRabbit(YamlMap root) {
        super(root);
    }

    /** With its port, if the URI has one. */
    private static String host(String uri) {
        return uri.replaceFirst("^[a-z]+://([^/@]*@)?([^/?]*).*$", "$2");
    }

    @Override
    void read() {
        driver = "rabbitmq";
        List<String> uris = root.texts("amqpUris");
        url = uris.stream().findFirst();
        if (uris.size() > 1) {
            properties.put(
                    "rabbitmq.more-hosts",
                    uris.stream().skip(1).map(OmbRabbit::host).collect(Collectors.joining(",")));
            notes.add("amqpUris: one connection to each of the " + uris.size()
                    + " hosts, which producers and consumers take in turn; there all of a topic take the same");
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
            decide("rabbitmq.auto-ack", "true");
        }
        sayOrDecide(root, "messagePersistence", parts -> parts.persistent = Optional.of(persistent));
        decideConnections(Math.max(1, uris.size()));
        decide(parts -> {
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
