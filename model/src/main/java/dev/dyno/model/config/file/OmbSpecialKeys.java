package dev.dyno.model.config.file;

import dev.dyno.driver.Secrets;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the keys of driver files of the OpenMessaging Benchmark whose values have a form of their own, or depend on each other. */
final class OmbSpecialKeys {

    /** Properties of Kafka that are set by the driver itself. */
    private static final Set<String> SET_BY_DRIVER = Set.of(
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "transactional.id",
            "group.id");

    /** Properties of Starlight for JMS, each with the capability that its driver here lacks unless the property is true. */
    private static final Map<String, String> STARLIGHT_PROVIDES = Map.of(
            "enableTransaction", "TRANSACTIONS",
            "jms.enableClientSideEmulation", "SELECTORS",
            "jms.enableJMSPriority", "PRIORITIES");

    private static final String NO_PROPERTY = "; must be lines like name=value.";

    private OmbSpecialKeys() {}

    /** @param kind name of the driver in the table */
    static void read(String kind, OmbDriver in) {
        switch (kind) {
            case "KafkaBenchmarkDriver" -> kafka(in);
            case "PulsarBenchmarkDriver" -> pulsar(in);
            case "RabbitMqBenchmarkDriver" -> rabbit(in);
            case "NatsBenchmarkDriver" ->
                in.root
                        .text("natsHostUrl")
                        .ifPresent(host -> in.say(OmbDriver.URL, host.contains("://") ? host : "nats://" + host));
            case "JMSBenchmarkDriver" -> jms(in);
            default -> {}
        }
    }

    /** Reads the settings of Kafka, which are texts with lines of properties. */
    private static void kafka(OmbDriver in) {
        block(in, "topicConfig", "kafka.topic.");
        block(in, "commonConfig", "");
        block(in, "producerConfig", "producer.");
        block(in, "consumerConfig", "consumer.");
        take(in, "bootstrap.servers", "", "producer.", "consumer.").stream()
                .findFirst()
                .ifPresent(list -> in.say(OmbDriver.URL, "kafka://" + list.replace(" ", "")));
        if (take(in, "enable.auto.commit", "consumer.", "").stream()
                .findFirst()
                .filter("true"::equalsIgnoreCase)
                .isPresent()) {
            in.say("load.ack", "DUPS_OK");
        }
        in.take("producer.enable.auto.commit");
    }

    private static List<String> take(OmbDriver in, String property, String... prefixes) {
        return Stream.of(prefixes)
                .flatMap(prefix -> in.take(prefix + property).stream())
                .toList();
    }

    /** Reads properties in the notation of the JDK, in which a value may continue on the next line. */
    private static void block(OmbDriver in, String key, String prefix) {
        String text = in.root.text(key).orElse("");
        Map<String, String> properties = new LinkedHashMap<>();
        Properties inOrder = new Properties() {
            @Override
            public synchronized Object put(Object name, Object value) {
                properties.put((String) name, ((String) value).strip());
                return super.put(name, value);
            }
        };
        try {
            inOrder.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException e) {
            in.root.problem(key, Secrets.withoutSecrets(text.strip()) + NO_PROPERTY);
            return;
        }
        properties.forEach((name, value) -> {
            if (name.isEmpty() || isLone(name, value, text)) {
                in.root.problem(key, name + NO_PROPERTY);
            } else if (SET_BY_DRIVER.contains(name)) {
                in.note(key + ": " + name + " is set by the driver itself and left out");
            } else {
                in.say(prefix + name, value);
            }
        });
    }

    private static boolean isLone(String name, String value, String text) {
        return value.isEmpty()
                && !Pattern.compile("(?m)^\\s*" + Pattern.quote(name) + "\\s*[=:]")
                        .matcher(text)
                        .find();
    }

    private static void rabbit(OmbDriver in) {
        List<String> uris = in.root.texts("amqpUris");
        if (!uris.isEmpty()) {
            in.say(OmbDriver.URL, uris.get(0));
        }
        if (uris.size() > 1) {
            in.say(
                    "rabbitmq.more-hosts",
                    uris.stream().skip(1).map(OmbSpecialKeys::host).collect(Collectors.joining(",")));
            in.note("amqpUris: one connection to each of the " + uris.size()
                    + " hosts, which producers and consumers take in turn; there all of a topic take the same");
        }
        in.set("load.connections", Integer.toString(Math.max(1, uris.size())), false);
    }

    /** Host of a URI, with the port if there is one. */
    private static String host(String uri) {
        return uri.replaceFirst("^[a-z]+://([^/@]*@)?([^/?]*).*$", "$2");
    }

    /** Reads the settings of the namespace of Pulsar, which each run makes anew as that tool does, and the token. */
    private static void pulsar(OmbDriver in) {
        YamlMap persistence = in.section("client.persistence");
        String copies = Stream.of(Map.entry("ensembleSize", 3), Map.entry("writeQuorum", 3), Map.entry("ackQuorum", 2))
                .map(key -> persistence.number(key.getKey(), 0, Integer.MAX_VALUE, key.getValue()))
                .map(String::valueOf)
                .collect(Collectors.joining("/"));
        boolean deduplication = persistence.flag("deduplicationEnabled", false);
        boolean given = in.section("client").has("persistence");
        if (in.value("pulsar.namespace").isPresent()) {
            in.say("pulsar.new-namespace", "true");
            in.set("pulsar.new-namespace.copies", copies, given);
            in.set("pulsar.new-namespace.deduplication", Boolean.toString(deduplication), given);
        } else if (given) {
            in.note("client.persistence does not apply: without client.namespacePrefix no namespace is made");
        }
        YamlMap authentication = in.section("client.authentication");
        String plugin = authentication.text("plugin").orElse("");
        String data = authentication.text("data").orElse("");
        if (plugin.endsWith("AuthenticationToken")) {
            in.say("pulsar.token", data.replaceFirst("^token:", "").replaceFirst("^file://", "file:"));
        } else if (!plugin.isEmpty()) {
            authentication.problem(
                    "plugin", plugin + "; must be AuthenticationToken. For a user and a password give --user.");
        }
    }

    /** Reads the JMS provider: Starlight or Artemis, which Dyno has, or another one of javax.jms, whose jars the user gives. */
    private static void jms(OmbDriver in) {
        String factory = in.root.required("connectionFactoryClassName");
        Optional<String> parameter = in.root.text("connectionFactoryConfigurationParam");
        String prefix = in.root.text("topicNamePrefix").orElse("");
        if (factory.equals("com.datastax.oss.pulsar.jms.PulsarConnectionFactory")) {
            in.say("driver", "pulsar-jms");
            prefix = starlight(in, parameter.orElse("{}"));
        } else {
            parameter.ifPresent(url -> in.say(OmbDriver.URL, url));
            boolean artemis = factory.equals("org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory");
            in.say("driver", artemis ? "artemis" : "jms-javax");
            if (!artemis) {
                in.say("jms.connectionFactory", factory);
                in.note("the provider's jars are given by --jars");
            }
        }
        in.say("load.topic-prefix", prefix);
        for (YamlMap property : in.root.maps("properties")) {
            in.sayOfMessages(property.required("name"), property.required("value"));
            property.refuseOthers();
        }
    }

    /** Reads Starlight's configuration, which is JSON, and returns the prefix of the topics of that tool. */
    private static String starlight(OmbDriver in, String json) {
        YamlFile configuration = YamlFile.of("connectionFactoryConfigurationParam", json);
        configuration
                .problems()
                .forEach(problem -> in.root.problem("connectionFactoryConfigurationParam", json + "; must be JSON."));
        YamlMap map = configuration.root();
        for (String key : map.keys()) {
            if (map.isMap(key)) {
                map.entries(key).forEach((name, value) -> in.say(key + "." + name, value));
            } else {
                map.text(key).ifPresent(value -> in.say(key.equals("brokerServiceUrl") ? OmbDriver.URL : key, value));
            }
        }
        Set<String> without =
                new LinkedHashSet<>(List.of("TRANSACTIONS", "SELECTORS", "PRIORITIES", "GROUPS", "TIME_TO_LIVE"));
        STARLIGHT_PROVIDES.forEach((property, capability) -> {
            if (in.value(property).filter("true"::equals).isPresent()) {
                without.remove(capability);
            }
        });
        in.say("jms.without", String.join(",", without));
        in.root.has("delegateForAdminOperationsClassName");
        YamlMap client = in.section("client");
        List.of("serviceUrl", "httpUrl", "clusterName", "topicType").forEach(client::has);
        in.noteIf("client.persistence", "no namespace is made");
        in.noteIf("producer", "it is that of the driver for Pulsar, which sends nothing");
        String namespace = client.text("namespacePrefix").orElse("public/default");
        in.note("client.namespacePrefix: topics are in namespace " + namespace
                + ", which must exist, and not in one of that name with random characters");
        return "persistent://" + namespace + "/test";
    }
}
