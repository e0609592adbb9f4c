package dev.dyno.workfile;

import dev.dyno.workfile.DriverTraffic.Sending;
import dev.dyno.yaml.YamlFile;
import dev.dyno.yaml.YamlMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** JMS. A provider whose client library Dyno brings along needs no jars; the others are of javax.jms, as that tool knows them. */
final class OmbJms extends OmbBroker {

    /** Of Starlight for JMS, as its driver here has it where nothing is said. */
    private static final List<String> WITHOUT =
            List.of("TRANSACTIONS", "SELECTORS", "PRIORITIES", "GROUPS", "TIME_TO_LIVE");

    /** Of these, what a property of it provides. */
    private static final Map<String, String> PROVIDED = Map.of(
            "enableTransaction", "TRANSACTIONS",
            "jms.enableClientSideEmulation", "SELECTORS",
            "jms.enableJMSPriority", "PRIORITIES");

    OmbJms(YamlMap root) {
        super(root);
    }

    @Override
    void read() {
        String factory = root.required("connectionFactoryClassName");
        Optional<String> parameter = root.text("connectionFactoryConfigurationParam");
        Optional<String> prefix = root.text("topicNamePrefix");
        switch (factory) {
            case "org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory" -> {
                driver = "artemis";
                url = parameter;
            }
            case "com.datastax.oss.pulsar.jms.PulsarConnectionFactory" -> {
                driver = "pulsar-jms";
                prefix = Optional.of(starlight(parameter.orElse("{}")));
            }
            default -> {
                driver = "jms-javax";
                properties.put("jms.connectionFactory", factory);
                url = parameter;
                notes.add("the provider's jars are given by --jars");
            }
        }
        traffic(prefix.orElse(""));
    }

    /** Its configuration is JSON, and topics are made by that tool's driver for Pulsar; the beginning of their names. */
    private String starlight(String json) {
        YamlFile configuration = YamlFile.of("connectionFactoryConfigurationParam", json);
        configuration
                .problems()
                .forEach(problem -> root.problem("connectionFactoryConfigurationParam", json + "; must be JSON."));
        YamlMap map = configuration.root();
        url = map.text("brokerServiceUrl");
        Set<String> without = new LinkedHashSet<>(WITHOUT);
        for (String key : map.keys()) {
            if (map.isMap(key)) {
                map.entries(key).forEach((name, value) -> properties.put(key + "." + name, value));
            } else if (!key.equals("brokerServiceUrl")) {
                map.text(key).ifPresent(value -> properties.put(key, value));
            }
        }
        PROVIDED.forEach((property, capability) -> {
            if ("true".equals(properties.get(property))) {
                without.remove(capability);
            }
        });
        properties.put("jms.without", String.join(",", without));
        root.has("delegateForAdminOperationsClassName");
        YamlMap client = root.mapOrEmpty("client");
        List.of("serviceUrl", "httpUrl", "clusterName", "topicType").forEach(client::has);
        noteIf(client, "client.", "persistence", "no namespace is made");
        String namespace = client.text("namespacePrefix").orElse("public/default");
        noteOthers(client, "client.");
        noteIf(root, "", "producer", "it is that of the driver for Pulsar, which sends nothing");
        notes.add("client.namespacePrefix: topics are in namespace " + namespace
                + ", which must exist, and not in one of" + " that name with random characters");
        return "persistent://" + namespace + "/test";
    }

    private void traffic(String prefix) {
        Map<String, String> sent = new LinkedHashMap<>();
        for (YamlMap property : root.maps("properties")) {
            sent.put(property.required("name"), property.required("value"));
            property.refuseOthers();
        }
        boolean transacted = root.flag("sendWithTransactions", false);
        boolean jms2 = root.flag("use20api", false);
        Optional<String> selector = root.text("messageSelector").filter(text -> !text.isBlank());
        say(parts -> {
            parts.properties = Map.copyOf(sent);
            parts.selector = selector;
            parts.topicPrefix = Optional.of(prefix);
        });
        sayOrDecide(
                root,
                transacted ? "sendWithTransactions" : "use20api",
                parts -> parts.sending = transacted ? Sending.TRANSACTED : jms2 ? Sending.AS_IT_IS : Sending.BLOCKING);
        sayOrDecide(root, "use20api", parts -> {
            // Without JMS 2.0 each consumer has a subscription of its own, which ends with it.
            parts.durable = jms2;
            parts.shared = jms2;
        });
        decide(parts -> {
            parts.messageIds = true;
            parts.timestamps = true;
            parts.producerConnections = 1;
        });
        if (transacted) {
            notes.add(
                    "sendWithTransactions: a producer has one transaction under way; there each message has a session of"
                            + " its own, and any number are under way");
        }
        notes.add("the time of sending is in the body, and not in a property of the message as there");
    }
}
