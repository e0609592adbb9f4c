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
        number(client, "ioThreads", "numIoThreads", 8);
        number(client, "connectionsPerBroker", "connectionsPerBroker", 8);
        number(client, "maxConcurrentLookupRequests", "concurrentLookupRequest", 1_000);
        decide("maxLookupRequest", Integer.toString(Integer.MAX_VALUE));
        decide("operationTimeoutMs", "600000");
        sayOrDecide(
                client,
                "clientMemoryLimitMB",
                "memoryLimitBytes",
                Long.toString(client.number("clientMemoryLimitMB", 0, Integer.MAX_VALUE, 256) << 20));
        text(client, "tlsTrustCertsFilePath", "tls.trust");
        flag(client, "tlsEnableHostnameVerification", "tls.verify-host");
        boolean kept = client.parse("topicType", text -> oneOf(text, "persistent", "non-persistent"))
                .map("persistent"::equals)
                .orElse(true);
        sayOrDecide(client, "topicType", "pulsar.non-persistent", Boolean.toString(!kept));
        sayOrDecide(client, "topicType", parts -> {
            parts.persistent = kept ? Optional.empty() : Optional.of(false);
            parts.durable = kept;
        });
        decideOneConnection();
        decide(parts -> parts.topicPrefix = Optional.of("test"));
        authentication(client);
        namespace(client);
        if (client.flag("tlsAllowInsecureConnection", false)) {
            notes.add(
                    "client.tlsAllowInsecureConnection does not apply: a broker is trusted by tls.trust, or by the JDK");
        }
        noteOthers(client, "client.");
        YamlMap producer = root.mapOrEmpty("producer");
        sayOrDecide(
                producer,
                "batchingEnabled",
                "producer.batchingEnabled",
                Boolean.toString(producer.flag("batchingEnabled", true)));
        long delayMs = producer.number("batchingMaxPublishDelayMs", 0, Integer.MAX_VALUE, 1);
        sayOrDecide(
                producer,
                "batchingMaxPublishDelayMs",
                "producer.batchingMaxPublishDelayMicros",
                Long.toString(delayMs * 1_000));
        decide("producer.batchingMaxMessages", Integer.toString(Integer.MAX_VALUE));
        number(producer, "batchingMaxBytes", "producer.batchingMaxBytes", 1 << 20);
        number(producer, "pendingQueueSize", "producer.maxPendingMessages", 0);
        decide("producer.sendTimeoutMs", "0");
        noteIf(
                producer,
                "producer.",
                "blockIfQueueFull",
                "of a full queue a message waits in Dyno, its time going on, and not in the client library");
        noteOthers(producer, "producer.");
        YamlMap consumer = root.mapOrEmpty("consumer");
        number(consumer, "receiverQueueSize", "consumer.receiverQueueSize", 10_000);
        decide("consumer.maxTotalReceiverQueueSizeAcrossPartitions", Integer.toString(Integer.MAX_VALUE));
        decide("consumer.batchIndexAckEnabled", "false");
        sayOrDecide(
                consumer,
                "subscriptionType",
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
            String copies = ensemble + "/" + written + "/" + acknowledged;
            sayOrDecide(client, "persistence", "pulsar.new-namespace.copies", copies);
            sayOrDecide(client, "persistence", "pulsar.new-namespace.deduplication", Boolean.toString(deduplication));
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
