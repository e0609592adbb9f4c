package dev.dyno.workfile;

import dev.dyno.workload.FreshNames;
import dev.dyno.yaml.YamlMap;
import java.util.Optional;

/** Pulsar: with the defaults of that tool, which are not those of the client library. */
final class OmbPulsar extends OmbBroker {

    OmbPulsar(YamlMap root) {
        super(root);
    }

    @Override
    void read() {
        driver = "pulsar";
        YamlMap client = root.mapOrEmpty("client");
        url = client.text("serviceUrl");
        text(client, "httpUrl", "pulsar.web-url");
        properties.put("numIoThreads", number(client, "ioThreads", 8));
        properties.put("connectionsPerBroker", number(client, "connectionsPerBroker", 8));
        properties.put("concurrentLookupRequest", number(client, "maxConcurrentLookupRequests", 1_000));
        properties.put("maxLookupRequest", Integer.toString(Integer.MAX_VALUE));
        properties.put("operationTimeoutMs", "600000");
        properties.put(
                "memoryLimitBytes",
                Long.toString(client.number("clientMemoryLimitMB", 0, Integer.MAX_VALUE, 256) << 20));
        text(client, "tlsTrustCertsFilePath", "tls.trust");
        flag(client, "tlsEnableHostnameVerification", "tls.verify-host");
        boolean kept = client.parse("topicType", text -> oneOf(text, "persistent", "non-persistent"))
                .map("persistent"::equals)
                .orElse(true);
        properties.put("pulsar.non-persistent", Boolean.toString(!kept));
        traffic = ofOneConnection(parts -> {
            parts.persistent = kept ? Optional.empty() : Optional.of(false);
            parts.durable = kept;
            parts.topicPrefix = Optional.of("test");
        });
        authentication(client);
        namespace(client);
        if (client.flag("tlsAllowInsecureConnection", false)) {
            notes.add(
                    "client.tlsAllowInsecureConnection does not apply: a broker is trusted by tls.trust, or by the JDK");
        }
        noteOthers(client, "client.");
        YamlMap producer = root.mapOrEmpty("producer");
        properties.put("producer.batchingEnabled", Boolean.toString(producer.flag("batchingEnabled", true)));
        long delayMs = producer.number("batchingMaxPublishDelayMs", 0, Integer.MAX_VALUE, 1);
        properties.put("producer.batchingMaxPublishDelayMicros", Long.toString(delayMs * 1_000));
        properties.put("producer.batchingMaxMessages", Integer.toString(Integer.MAX_VALUE));
        properties.put("producer.batchingMaxBytes", number(producer, "batchingMaxBytes", 1 << 20));
        properties.put("producer.maxPendingMessages", number(producer, "pendingQueueSize", 0));
        properties.put("producer.sendTimeoutMs", "0");
        noteIf(
                producer,
                "producer.",
                "blockIfQueueFull",
                "of a full queue a message waits in Dyno, its time going on, and not in the client library");
        noteOthers(producer, "producer.");
        YamlMap consumer = root.mapOrEmpty("consumer");
        properties.put("consumer.receiverQueueSize", number(consumer, "receiverQueueSize", 10_000));
        properties.put("consumer.maxTotalReceiverQueueSizeAcrossPartitions", Integer.toString(Integer.MAX_VALUE));
        properties.put("consumer.batchIndexAckEnabled", "false");
        properties.put(
                "pulsar.subscription-type",
                consumer.parse("subscriptionType", text -> oneOf(text, "Shared", "Key_Shared", "Failover", "Exclusive"))
                        .orElse("Failover"));
        noteOthers(consumer, "consumer.");
    }

    /** A namespace of its own in each run, as there. */
    private void namespace(YamlMap client) {
        Optional<String> prefix = client.text("namespacePrefix");
        YamlMap persistence = client.mapOrEmpty("persistence");
        String ensemble = number(persistence, "ensembleSize", 3);
        String written = number(persistence, "writeQuorum", 3);
        String acknowledged = number(persistence, "ackQuorum", 2);
        boolean deduplication = persistence.flag("deduplicationEnabled", false);
        noteOthers(persistence, "client.persistence.");
        if (prefix.isPresent()) {
            properties.put("pulsar.namespace", prefix.get() + "-" + FreshNames.PLACE);
            properties.put("pulsar.new-namespace", "true");
            properties.put("pulsar.new-namespace.copies", ensemble + "/" + written + "/" + acknowledged);
            properties.put("pulsar.new-namespace.deduplication", Boolean.toString(deduplication));
        } else if (client.has("persistence")) {
            notes.add("client.persistence does not apply: without client.namespacePrefix no namespace is made");
        }
        noteIf(client, "client.", "clusterName", "the tenant is allowed on all clusters that the broker knows");
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
}
