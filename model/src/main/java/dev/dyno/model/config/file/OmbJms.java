package dev.dyno.model.config.file;

import dev.dyno.model.config.file.DriverTraffic.Sending;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** JMS. Providers whose client library comes with Dyno need no jars; others are those of javax.jms, as in that tool. */
final class OmbJms {

    /** Capabilities that Starlight for JMS lacks by default, as its driver here declares them. */
    private static final List<String> WITHOUT =
            List.of("TRANSACTIONS", "SELECTORS", "PRIORITIES", "GROUPS", "TIME_TO_LIVE");

    /** Capability that each of its properties provides. */
    private static final Map<String, String> PROVIDED = Map.of(
            "enableTransaction", "TRANSACTIONS",
            "jms.enableClientSideEmulation", "SELECTORS",
            "jms.enableJMSPriority", "PRIORITIES");

    private OmbJms() {}

    static void read(OmbBroker in) {
        String factory = in.root.required("connectionFactoryClassName");
        Optional<String> parameter = in.root.text("connectionFactoryConfigurationParam");
        Optional<String> prefix = in.root.text("topicNamePrefix");
        switch (factory) {
            case "org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory" -> {
                in.driver = "artemis";
                in.url = parameter;
            }
            case "com.datastax.oss.pulsar.jms.PulsarConnectionFactory" -> {
                in.driver = "pulsar-jms";
                prefix = Optional.of(starlight(in, parameter.orElse("{}")));
            }
            default -> {
                in.driver = "jms-javax";
                in.properties.put("jms.connectionFactory", factory);
                in.url = parameter;
                in.notes.add("the provider's jars are given by --jars");
            }
        }
        traffic(in, prefix.orElse(""));
    }

    /**
     * Reads Starlight's configuration, which is JSON; returns the prefix of its topics, which that tool's driver for Pulsar
     * makes.
     */
    private static String starlight(OmbBroker in, String json) {
        YamlFile configuration = YamlFile.of("connectionFactoryConfigurationParam", json);
        configuration
                .problems()
                .forEach(problem -> in.root.problem("connectionFactoryConfigurationParam", json + "; must be JSON."));
        YamlMap map = configuration.root();
        in.url = map.text("brokerServiceUrl");
        Set<String> without = new LinkedHashSet<>(WITHOUT);
        for (String key : map.keys()) {
            if (map.isMap(key)) {
                map.entries(key).forEach((name, value) -> in.properties.put(key + "." + name, value));
            } else if (!key.equals("brokerServiceUrl")) {
                map.text(key).ifPresent(value -> in.properties.put(key, value));
            }
        }
        PROVIDED.forEach((property, capability) -> {
            if ("true".equals(in.properties.get(property))) {
                without.remove(capability);
            }
        });
        in.properties.put("jms.without", String.join(",", without));
        in.root.has("delegateForAdminOperationsClassName");
        YamlMap client = in.root.mapOrEmpty("client");
        List.of("serviceUrl", "httpUrl", "clusterName", "topicType").forEach(client::has);
        in.noteIf(client, "client.", "persistence", "no namespace is made");
        String namespace = client.text("namespacePrefix").orElse("public/default");
        in.noteOthers(client, "client.");
        in.noteIf(in.root, "", "producer", "it is that of the driver for Pulsar, which sends nothing");
        in.notes.add("client.namespacePrefix: topics are in namespace " + namespace
                + ", which must exist, and not in one of" + " that name with random characters");
        return "persistent://" + namespace + "/test";
    }

    private static void traffic(OmbBroker in, String prefix) {
        Map<String, String> sent = new LinkedHashMap<>();
        for (YamlMap property : in.root.maps("properties")) {
            sent.put(property.required("name"), property.required("value"));
            property.refuseOthers();
        }
        boolean transacted = in.root.flag("sendWithTransactions", false);
        boolean jms2 = in.root.flag("use20api", false);
        Optional<String> selector = in.root.text("messageSelector").filter(text -> !text.isBlank());
        in.say(parts -> {
            parts.properties = Map.copyOf(sent);
            parts.selector = selector;
            parts.topicPrefix = Optional.of(prefix);
        });
        in.sayOrDecide(
                in.root,
                transacted ? "sendWithTransactions" : "use20api",
                parts -> parts.sending = transacted ? Sending.TRANSACTED : jms2 ? Sending.AS_IT_IS : Sending.BLOCKING);
        in.sayOrDecide(in.root, "use20api", parts -> {
            // Without JMS 2.0 each consumer has a subscription of its own that ends with it.
            parts.durable = jms2;
            parts.shared = jms2;
        });
        in.decide(parts -> {
            parts.messageIds = true;
            parts.timestamps = true;
            parts.producerConnections = 1;
        });
        if (transacted) {
            in.notes.add(
                    "sendWithTransactions: a producer has one transaction under way; there each message has a session of"
                            + " its own, and any number are under way");
        }
        in.notes.add("the time of sending is in the body, and not in a property of the message as there");
    }
}
