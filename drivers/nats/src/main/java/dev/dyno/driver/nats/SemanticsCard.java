package dev.dyno.driver.nats;

import static dev.dyno.driver.nats.NatsSettings.ACK_SYNC;
import static dev.dyno.driver.nats.NatsSettings.ACK_WAIT;
import static dev.dyno.driver.nats.NatsSettings.CONSUMER;
import static dev.dyno.driver.nats.NatsSettings.JETSTREAM;
import static dev.dyno.driver.nats.NatsSettings.MAX_ACK_PENDING;
import static dev.dyno.driver.nats.NatsSettings.PREFETCH;
import static dev.dyno.driver.nats.NatsSettings.REPLICAS;
import static dev.dyno.driver.nats.NatsSettings.STORAGE;
import static dev.dyno.driver.nats.NatsSettings.TOPIC_RETENTION;

import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import io.nats.client.Nats;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the driver's part of the semantics card. */
final class SemanticsCard {

    private SemanticsCard() {}

    static Semantics of(
            ProducerSpec producer,
            SettingValues settings,
            String server,
            Optional<String> cluster,
            StreamFacts streams) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("client", "jnats " + Nats.CLIENT_VERSION);
        if (!server.isEmpty()) {
            facts.put("broker", server);
        }
        cluster.ifPresent(id -> facts.put(Semantics.CLUSTER, id));
        facts.put("send mode", ValueType.word(producer.mode()));
        facts.put("tls", settings.usesTls() ? "yes" : "no");
        if (settings.get(JETSTREAM)) {
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
            Map<String, String> facts, ProducerSpec producer, SettingValues settings, StreamFacts streams) {
        Optional<StreamConfiguration> known = streams.of(producer.destination().name());
        RetentionPolicy retention =
                producer.destination().isTopic() ? settings.get(TOPIC_RETENTION) : RetentionPolicy.WorkQueue;
        facts.put("protocol", "JetStream");
        facts.put("acknowledgement", "by the stream");
        facts.put(
                "stream storage",
                known.map(StreamConfiguration::getStorageType)
                        .orElse(settings.get(STORAGE))
                        .toString());
        facts.put(
                "stream replicas",
                String.valueOf(known.map(StreamConfiguration::getReplicas).orElse(settings.get(REPLICAS))));
        facts.put(
                "stream retention",
                known.map(StreamConfiguration::getRetentionPolicy)
                        .orElse(retention)
                        .toString());
        boolean pushed = settings.get(CONSUMER) == NatsSettings.Delivery.PUSH;
        facts.put("consumers", pushed ? "push" : "pull");
        if (!pushed) {
            facts.put("prefetch", String.valueOf(settings.get(PREFETCH)));
        }
        facts.put("max ack pending", String.valueOf(settings.get(MAX_ACK_PENDING)));
        facts.put("ack wait", Units.formatDuration(settings.get(ACK_WAIT).toNanos()));
        facts.put("acks waited for", settings.get(ACK_SYNC) ? "yes" : "no");
    }
}
