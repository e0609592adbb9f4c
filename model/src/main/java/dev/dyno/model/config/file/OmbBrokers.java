package dev.dyno.model.config.file;

import dev.dyno.driver.AckMode;
import dev.dyno.model.yaml.YamlMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads driver files of brokers that need few lines, one method for each. */
final class OmbBrokers {

    private static final String SERVERS = "bootstrap.servers";
    private static final String AUTO_COMMIT = "enable.auto.commit";

    /** Properties of Kafka that the driver itself sets. */
    private static final Set<String> SET_BY_DRIVER = Set.of(
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "transactional.id",
            "group.id");

    private OmbBrokers() {}

    /** Kafka, whose settings are lines of properties. */
    static void kafka(OmbBroker in) {
        in.driver = "kafka";
        in.number(in.root, "replicationFactor", "kafka.replication");
        block(in, "topicConfig", "kafka.topic.");
        block(in, "commonConfig", "");
        block(in, "producerConfig", "producer.");
        block(in, "consumerConfig", "consumer.");
        List<String> servers = Stream.of("", "producer.", "consumer.")
                .map(part -> Optional.ofNullable(in.properties.remove(part + SERVERS)))
                .flatMap(Optional::stream)
                .toList();
        in.url = servers.stream().findFirst().map(list -> "kafka://" + list.replace(" ", ""));
        boolean commitsNowAndThen = Stream.of("", "consumer.")
                .map(part -> Optional.ofNullable(in.properties.remove(part + AUTO_COMMIT)))
                .flatMap(Optional::stream)
                .reduce((common, consumers) -> consumers)
                .filter("true"::equalsIgnoreCase)
                .isPresent();
        if (commitsNowAndThen) {
            in.say(parts -> parts.ack = Optional.of(AckMode.DUPS_OK));
        }
        in.properties.remove("producer." + AUTO_COMMIT);
    }

    /** Reads properties from the lines of a text. */
    private static void block(OmbBroker in, String key, String prefix) {
        PropertyLines lines = PropertyLines.of(in.root.text(key).orElse(""));
        lines.wrong().forEach(line -> in.root.problem(key, line + "; must be lines like name=value."));
        lines.properties().forEach((name, value) -> {
            if (SET_BY_DRIVER.contains(name)) {
                in.notes.add(key + ": " + name + " is set by the driver itself and left out");
            } else {
                in.properties.put(prefix + name, value);
            }
        });
    }

    /** RabbitMQ. */
    static void rabbit(OmbBroker in) {
        in.driver = "rabbitmq";
        List<String> uris = in.root.texts("amqpUris");
        in.url = uris.stream().findFirst();
        if (uris.size() > 1) {
            in.properties.put(
                    "rabbitmq.more-hosts",
                    uris.stream().skip(1).map(OmbBrokers::host).collect(Collectors.joining(",")));
            in.notes.add("amqpUris: one connection to each of the " + uris.size()
                    + " hosts, which producers and consumers take in turn; there all of a topic take the same");
        }
        boolean persistent = in.root.flag("messagePersistence", false);
        Optional<String> type =
                in.root.parse("queueType", text -> OmbBroker.oneOf(text, "CLASSIC", "QUORUM", "STREAM"));
        // Without a type, that tool also declares a classic queue.
        type.filter(word -> !word.equals("CLASSIC"))
                .ifPresent(word -> in.properties.put("rabbitmq.queue.type", word.toLowerCase(Locale.ROOT)));
        if (type.filter("STREAM"::equals).isPresent()) {
            in.notes.add(
                    "queueType STREAM: a topic is a stream that each consumer reads, and acknowledges; there the broker"
                            + " refuses the consumers, because they do not acknowledge");
        } else {
            in.decide("rabbitmq.auto-ack", "true");
        }
        in.sayOrDecide(in.root, "messagePersistence", parts -> parts.persistent = Optional.of(persistent));
        in.decideConnections(Math.max(1, uris.size()));
        in.decide(parts -> {
            parts.timestamps = true;
            parts.keys = false;
            parts.topicPrefix = Optional.of("test-exchange");
        });
        List<String> delays = Stream.of("producerCreation", "consumerCreation")
                .flatMap(key -> Stream.of(key + "Delay", key + "BatchSize"))
                .filter(in.root::has)
                .toList();
        if (!delays.isEmpty()) {
            in.notes.add(String.join(", ", delays)
                    + ": producers and consumers are made one after the other, before the load");
        }
    }

    /** Host of a URI, with its port if it has one. */
    private static String host(String uri) {
        return uri.replaceFirst("^[a-z]+://([^/@]*@)?([^/?]*).*$", "$2");
    }

    /** Artemis. Its acknowledgements are gathered up to a size, as JMS does it in mode DUPS_OK. */
    static void artemis(OmbBroker in) {
        in.driver = "artemis";
        in.url = in.root.text("brokerAddress");
        in.decide("confirmationWindowSize", "1048576");
        in.decideOneConnection();
        in.decide(parts -> {
            parts.timestamps = true;
            parts.keys = false;
            parts.ack = Optional.of(AckMode.DUPS_OK);
            parts.topicPrefix = Optional.of("test");
        });
    }

    /** NATS, which is JetStream. */
    static void nats(OmbBroker in) {
        in.driver = "jetstream";
        in.url = in.root.text("natsHostUrl").map(host -> host.contains("://") ? host : "nats://" + host);
        in.number(in.root, "replicationFactor", "nats.stream.replicas");
        Optional<String> storage = in.root.parse("storageType", text -> OmbBroker.oneOf(text, "file", "memory"));
        storage.ifPresent(type -> in.properties.put("nats.stream.storage", type));
        in.decide("nats.stream.topic-retention", "limits");
        in.decide("nats.max-ack-pending", "1000");
        in.decide("nats.consumer", "push");
        if (in.root.has("maxBytes")) {
            in.properties.put(
                    "nats.stream.max-bytes", Long.toString(in.root.number("maxBytes", -1, Integer.MAX_VALUE, -1)));
            in.decide("nats.stream.discard", "old");
        }
        in.sayOrDecide(
                in.root,
                "storageType",
                parts -> parts.persistent = Optional.of(!storage.equals(Optional.of("memory"))));
        in.decideOneConnection();
        in.decide(parts -> {
            parts.keys = false;
            parts.topicPrefix = Optional.of("Nats-benchmark");
        });
    }

    /** MQTT 5. */
    static void mqtt(OmbBroker in) {
        in.driver = "mqtt";
        YamlMap client = in.root.mapOrEmpty("client");
        in.url = Optional.of(client.text("serverUri").orElse("tcp://localhost:1883"));
        in.number(client, "qos", "mqtt.qos", 1);
        in.noteIf(client, "client.", "username", "give --user");
        in.noteIf(client, "client.", "password", "give --password");
        String prefix = client.text("topicPrefix").orElse("benchmark") + "/test";
        in.noteOthers(client, "client.");
        YamlMap consumer = in.root.mapOrEmpty("consumer");
        boolean clean = consumer.flag("cleanSession", true);
        String expiry = OmbBroker.number(consumer, "sessionExpiryInterval", 3 * 24 * 60 * 60);
        if (!clean) {
            in.properties.put("mqtt.session-expiry-seconds", expiry);
        }
        in.number(consumer, "receiveMaximum", "mqtt.receive-maximum", 256);
        in.noteOthers(consumer, "consumer.");
        in.sayOrDecide(consumer, "cleanSession", parts -> parts.durable = !clean);
        in.decide(parts -> {
            parts.persistent = Optional.of(false);
            parts.keys = false;
            parts.topicPrefix = Optional.of(prefix);
        });
        in.notes.add("the time of sending is in the body, and not in a property of the message as there");
    }
}
