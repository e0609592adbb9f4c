package dev.dyno.driver.nats;

import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import io.nats.client.Nats;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the driver's part of the semantics card. */
final class SemanticsCard {

    private SemanticsCard() {}

    static Semantics of(ProducerSpec producer, Settings settings, String server, StreamFacts streams) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("client", "jnats " + Nats.CLIENT_VERSION);
        if (!server.isEmpty()) {
            facts.put("broker", server);
        }
        facts.put("send mode", producer.mode().name().toLowerCase(Locale.ROOT));
        facts.put("tls", settings.usesTls() ? "yes" : "no");
        if (settings.jetStream()) {
            stream(facts, producer, settings, streams);
            return new Semantics(AcknowledgedBy.BROKER, facts);
        }
        facts.put("protocol", "NATS core");
        facts.put("persistent", "no");
        boolean sync = producer.mode() == SendMode.SYNC;
        facts.put("acknowledgement", sync ? "the server's PONG after the message" : "none");
        return new Semantics(sync ? AcknowledgedBy.BROKER : AcknowledgedBy.CLIENT, facts);
    }

    private static void stream(
            Map<String, String> facts, ProducerSpec producer, Settings settings, StreamFacts streams) {
        Optional<StreamConfiguration> known = streams.of(producer.destination().name());
        RetentionPolicy retention =
                producer.destination().isTopic() ? settings.topicRetention() : RetentionPolicy.WorkQueue;
        facts.put("protocol", "JetStream");
        facts.put("acknowledgement", "by the stream");
        facts.put(
                "stream storage",
                known.map(StreamConfiguration::getStorageType)
                        .orElse(settings.storage())
                        .toString());
        facts.put(
                "stream replicas",
                String.valueOf(known.map(StreamConfiguration::getReplicas).orElse(settings.replicas())));
        facts.put(
                "stream retention",
                known.map(StreamConfiguration::getRetentionPolicy)
                        .orElse(retention)
                        .toString());
        facts.put("prefetch", String.valueOf(settings.prefetch()));
        facts.put("max ack pending", String.valueOf(settings.maxAckPending()));
        facts.put("ack wait", settings.ackWait().toSeconds() + " s");
        facts.put("acks waited for", settings.ackSync() ? "yes" : "no");
    }
}
