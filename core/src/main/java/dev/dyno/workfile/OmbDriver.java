package dev.dyno.workfile;

import dev.dyno.config.Values;
import dev.dyno.yaml.YamlFile;
import dev.dyno.yaml.YamlMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads a driver file of the OpenMessaging Benchmark; what it cannot mean here is a note. */
final class OmbDriver {

    /** By the last word of {@code driverClass}. */
    private static final Map<String, Consumer<OmbDriver>> READERS = readers();

    private static final String SERVERS = "bootstrap.servers";

    /** What the Kafka driver sets itself. */
    private static final Set<String> OF_KAFKA = Set.of(
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "transactional.id",
            "group.id",
            "enable.auto.commit");

    private final YamlFile file;
    private final YamlMap root;
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private String driver = "";
    private Optional<String> url = Optional.empty();
    private DriverTraffic traffic = DriverTraffic.AS_IT_IS;

    OmbDriver(YamlFile file) {
        this.file = file;
        root = file.root();
    }

    private static Map<String, Consumer<OmbDriver>> readers() {
        Map<String, Consumer<OmbDriver>> readers = new LinkedHashMap<>();
        readers.put("KafkaBenchmarkDriver", OmbDriver::kafka);
        readers.put("PulsarBenchmarkDriver", OmbDriver::pulsar);
        readers.put("RabbitMqBenchmarkDriver", OmbDriver::rabbit);
        readers.put("ArtemisBenchmarkDriver", OmbDriver::artemis);
        readers.put("NatsBenchmarkDriver", OmbDriver::nats);
        readers.put("JMSBenchmarkDriver", OmbDriver::jms);
        return readers;
    }

    DriverFile read() {
        String name = root.text("name").orElse(WorkloadFile.nameOf(file));
        String given = root.required("driverClass");
        String word = given.substring(given.lastIndexOf('.') + 1);
        Optional<Consumer<OmbDriver>> reader = READERS.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(word))
                .map(Map.Entry::getValue)
                .findFirst();
        if (reader.isPresent()) {
            reader.get().accept(this);
            noteOthers(root, "");
        } else if (!given.isEmpty()) {
            root.problem(
                    "driverClass",
                    given + "; must end with one of " + String.join(", ", READERS.keySet())
                            + ". For others give the name of a driver.");
        }
        return new DriverFile(name, driver, url, properties, traffic, notes, file.problems());
    }

    private void kafka() {
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
        noteIf(root, "", "reset", "no topics are deleted");
    }

    /** Properties as lines of a text. */
    private void block(String key, String prefix) {
        for (String line : root.text(key).orElse("").lines().map(String::strip).toList()) {
            int equals = line.indexOf('=');
            String name = line.substring(0, Math.max(0, equals)).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (name.isEmpty()) {
                root.problem(key, line + "; must be lines like name=value.");
            } else if (OF_KAFKA.contains(name)) {
                notes.add(key + ": " + name + " is set by the driver itself and left out");
            } else {
                properties.put(prefix + name, line.substring(equals + 1).strip());
            }
        }
    }

    private void pulsar() {
        driver = "pulsar";
        YamlMap client = root.mapOrEmpty("client");
        url = client.text("serviceUrl");
        text(client, "httpUrl", "pulsar.web-url");
        number(client, "ioThreads", "numIoThreads");
        number(client, "connectionsPerBroker", "connectionsPerBroker");
        text(client, "tlsTrustCertsFilePath", "tls.trust");
        flag(client, "tlsEnableHostnameVerification", "tls.verify-host");
        client.parse("topicType", text -> oneOf(text, "persistent", "non-persistent"))
                .ifPresent(type -> properties.put("pulsar.non-persistent", Boolean.toString(type.startsWith("non"))));
        authentication(client);
        noteIf(client, "client.", "namespacePrefix", "no namespaces are made; name one with pulsar.namespace");
        noteIf(client, "client.", "clusterName", "no namespaces are made");
        noteIf(client, "client.", "persistence", "the number of copies is a setting of the namespace or the broker");
        noteIf(client, "client.", "tlsAllowInsecureConnection", "a broker is trusted by tls.trust, or by the JDK");
        noteOthers(client, "client.");
        YamlMap producer = root.mapOrEmpty("producer");
        flag(producer, "batchingEnabled", "producer.batchingEnabled");
        if (producer.has("batchingMaxPublishDelayMs")) {
            long ms = producer.number("batchingMaxPublishDelayMs", 0, Integer.MAX_VALUE, 1);
            properties.put("producer.batchingMaxPublishDelayMicros", Long.toString(ms * 1_000));
        }
        number(producer, "batchingMaxBytes", "producer.batchingMaxBytes");
        number(producer, "pendingQueueSize", "producer.maxPendingMessages");
        noteIf(producer, "producer.", "blockIfQueueFull", "a full queue is told by the report instead of waited for");
        noteOthers(producer, "producer.");
        YamlMap consumer = root.mapOrEmpty("consumer");
        number(consumer, "receiverQueueSize", "consumer.receiverQueueSize");
        consumer.parse("subscriptionType", text -> oneOf(text, "Shared", "Key_Shared", "Failover", "Exclusive"))
                .ifPresent(type -> properties.put("pulsar.subscription-type", type));
        noteOthers(consumer, "consumer.");
    }

    private void authentication(YamlMap client) {
        YamlMap authentication = client.mapOrEmpty("authentication");
        String plugin = authentication.text("plugin").orElse("");
        String data = authentication.text("data").orElse("");
        if (plugin.endsWith("AuthenticationToken")) {
            properties.put("pulsar.token", data.replaceFirst("^token:", "").replaceFirst("^file://", "file:"));
        } else if (!plugin.isEmpty()) {
            authentication.problem(
                    "plugin", plugin + "; must be AuthenticationToken. For a user and a password give --user.");
        }
        noteOthers(authentication, "client.authentication.");
    }

    private void rabbit() {
        driver = "rabbitmq";
        List<String> uris = root.texts("amqpUris");
        url = uris.stream().findFirst();
        if (uris.size() > 1) {
            notes.add("amqpUris: the first of " + uris.size() + " is taken");
        }
        if (root.has("messagePersistence")) {
            Optional<Boolean> persistent = Optional.of(root.flag("messagePersistence", true));
            traffic = new DriverTraffic(persistent, Map.of(), false, Optional.empty());
        }
        root.parse("queueType", text -> oneOf(text, "CLASSIC", "QUORUM", "STREAM"))
                .ifPresent(type -> properties.put("rabbitmq.queue.type", type.toLowerCase(Locale.ROOT)));
    }

    private void artemis() {
        driver = "artemis";
        url = root.text("brokerAddress");
    }

    private void nats() {
        driver = "jetstream";
        url = root.text("natsHostUrl").map(host -> host.contains("://") ? host : "nats://" + host);
        number(root, "replicationFactor", "nats.stream.replicas");
        root.parse("storageType", text -> oneOf(text, "file", "memory"))
                .ifPresent(type -> properties.put("nats.stream.storage", type));
        noteIf(root, "", "maxBytes", "a stream is bounded by nats.stream.max-messages");
    }

    private void jms() {
        // That tool knows javax.jms only.
        driver = "jms-javax";
        properties.put("jms.connectionFactory", root.required("connectionFactoryClassName"));
        url = root.text("connectionFactoryConfigurationParam");
        Map<String, String> sent = new LinkedHashMap<>();
        for (YamlMap property : root.maps("properties")) {
            sent.put(property.required("name"), property.required("value"));
            property.refuseOthers();
        }
        traffic = new DriverTraffic(
                Optional.empty(),
                Values.properties(sent),
                root.flag("sendWithTransactions", false),
                root.text("messageSelector").filter(selector -> !selector.isBlank()));
        noteIf(root, "", "topicNamePrefix", "topics are named as the workload says");
        noteIf(root, "", "use20api", "the driver sees what the provider has");
        notes.add("the provider's jars are given by --jars");
    }

    private static String oneOf(String given, String... allowed) {
        return Stream.of(allowed)
                .filter(word -> word.equalsIgnoreCase(given))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(given + "; must be one of " + String.join(", ", allowed) + "."));
    }

    private void text(YamlMap map, String key, String property) {
        map.text(key).filter(text -> !text.isBlank()).ifPresent(text -> properties.put(property, text));
    }

    private void number(YamlMap map, String key, String property) {
        if (map.has(key)) {
            properties.put(property, Long.toString(map.number(key, 0, Integer.MAX_VALUE, 1)));
        }
    }

    private void flag(YamlMap map, String key, String property) {
        if (map.has(key)) {
            properties.put(property, Boolean.toString(map.flag(key, false)));
        }
    }

    private void noteIf(YamlMap map, String prefix, String key, String why) {
        if (map.has(key)) {
            notes.add(prefix + key + " does not apply: " + why);
        }
    }

    private void noteOthers(YamlMap map, String prefix) {
        map.others().forEach(key -> notes.add(prefix + key + " is not known here and left out"));
    }
}
