package dev.dyno.model.config.file;

import dev.dyno.model.workload.FreshNames;
import dev.dyno.model.yaml.YamlMap;
import java.util.Optional;

/** Pulsar, with the defaults of that tool, which differ from those of the client library. */
final class OmbPulsar {

    private OmbPulsar() {}

    static void read(OmbBroker in) {
        in.driver = "pulsar";
        YamlMap client = in.root.mapOrEmpty("client");
        in.url = client.text("serviceUrl");
        in.text(client, "httpUrl", "pulsar.web-url");
        in.number(client, "ioThreads", "numIoThreads", 8);
        in.number(client, "connectionsPerBroker", "connectionsPerBroker", 8);
        in.number(client, "maxConcurrentLookupRequests", "concurrentLookupRequest", 1_000);
        in.decide("maxLookupRequest", Integer.toString(Integer.MAX_VALUE));
        in.decide("operationTimeoutMs", "600000");
        in.sayOrDecide(
                client,
                "clientMemoryLimitMB",
                "memoryLimitBytes",
                Long.toString(client.number("clientMemoryLimitMB", 0, Integer.MAX_VALUE, 256) << 20));
        in.text(client, "tlsTrustCertsFilePath", "tls.trust");
        in.flag(client, "tlsEnableHostnameVerification", "tls.verify-host");
        boolean kept = client.parse("topicType", text -> OmbBroker.oneOf(text, "persistent", "non-persistent"))
                .map("persistent"::equals)
                .orElse(true);
        in.sayOrDecide(client, "topicType", "pulsar.non-persistent", Boolean.toString(!kept));
        in.sayOrDecide(client, "topicType", parts -> {
            parts.persistent = kept ? Optional.empty() : Optional.of(false);
            parts.durable = kept;
        });
        in.decideOneConnection();
        in.decide(parts -> parts.topicPrefix = Optional.of("test"));
        authentication(in, client);
        namespace(in, client);
        if (client.flag("tlsAllowInsecureConnection", false)) {
            in.notes.add(
                    "client.tlsAllowInsecureConnection does not apply: a broker is trusted by tls.trust, or by the JDK");
        }
        in.noteOthers(client, "client.");
        YamlMap producer = in.root.mapOrEmpty("producer");
        in.sayOrDecide(
                producer,
                "batchingEnabled",
                "producer.batchingEnabled",
                Boolean.toString(producer.flag("batchingEnabled", true)));
        long delayMs = producer.number("batchingMaxPublishDelayMs", 0, Integer.MAX_VALUE, 1);
        in.sayOrDecide(
                producer,
                "batchingMaxPublishDelayMs",
                "producer.batchingMaxPublishDelayMicros",
                Long.toString(delayMs * 1_000));
        in.decide("producer.batchingMaxMessages", Integer.toString(Integer.MAX_VALUE));
        in.number(producer, "batchingMaxBytes", "producer.batchingMaxBytes", 1 << 20);
        in.number(producer, "pendingQueueSize", "producer.maxPendingMessages", 0);
        in.decide("producer.sendTimeoutMs", "0");
        in.noteIf(
                producer,
                "producer.",
                "blockIfQueueFull",
                "of a full queue a message waits in Dyno, its time going on, and not in the client library");
        in.noteOthers(producer, "producer.");
        YamlMap consumer = in.root.mapOrEmpty("consumer");
        in.number(consumer, "receiverQueueSize", "consumer.receiverQueueSize", 10_000);
        in.decide("consumer.maxTotalReceiverQueueSizeAcrossPartitions", Integer.toString(Integer.MAX_VALUE));
        in.decide("consumer.batchIndexAckEnabled", "false");
        in.sayOrDecide(
                consumer,
                "subscriptionType",
                "pulsar.subscription-type",
                consumer.parse(
                                "subscriptionType",
                                text -> OmbBroker.oneOf(text, "Shared", "Key_Shared", "Failover", "Exclusive"))
                        .orElse("Failover"));
        in.noteOthers(consumer, "consumer.");
    }

    /** Uses a new namespace in each run, as that tool does. */
    private static void namespace(OmbBroker in, YamlMap client) {
        Optional<String> prefix = client.text("namespacePrefix");
        YamlMap persistence = client.mapOrEmpty("persistence");
        String ensemble = OmbBroker.number(persistence, "ensembleSize", 3);
        String written = OmbBroker.number(persistence, "writeQuorum", 3);
        String acknowledged = OmbBroker.number(persistence, "ackQuorum", 2);
        boolean deduplication = persistence.flag("deduplicationEnabled", false);
        in.noteOthers(persistence, "client.persistence.");
        if (prefix.isPresent()) {
            in.properties.put("pulsar.namespace", prefix.get() + "-" + FreshNames.PLACE);
            in.properties.put("pulsar.new-namespace", "true");
            String copies = ensemble + "/" + written + "/" + acknowledged;
            in.sayOrDecide(client, "persistence", "pulsar.new-namespace.copies", copies);
            in.sayOrDecide(
                    client, "persistence", "pulsar.new-namespace.deduplication", Boolean.toString(deduplication));
        } else if (client.has("persistence")) {
            in.notes.add("client.persistence does not apply: without client.namespacePrefix no namespace is made");
        }
        in.noteIf(client, "client.", "clusterName", "the tenant is allowed on all clusters that the broker knows");
    }

    private static void authentication(OmbBroker in, YamlMap client) {
        YamlMap authentication = client.mapOrEmpty("authentication");
        String plugin = authentication.text("plugin").orElse("");
        String data = authentication.text("data").orElse("");
        if (plugin.endsWith("AuthenticationToken")) {
            in.properties.put("pulsar.token", data.replaceFirst("^token:", "").replaceFirst("^file://", "file:"));
        } else if (!plugin.isEmpty()) {
            authentication.problem(
                    "plugin", plugin + "; must be AuthenticationToken. For a user and a password give --user.");
        }
        in.noteOthers(authentication, "client.authentication.");
    }
}
