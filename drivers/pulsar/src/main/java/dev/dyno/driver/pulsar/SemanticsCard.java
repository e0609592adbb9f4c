package dev.dyno.driver.pulsar;

import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.setting.ValueType;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pulsar.PulsarVersion;
import org.apache.pulsar.client.impl.conf.ConsumerConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;

/** Writes the driver's part of the semantics card. Used by one thread at a time. */
final class SemanticsCard {

    private final PulsarSettings settings;
    private final WebApi web;

    /** Facts that the broker reported about itself; asked for once. */
    private Optional<Map<String, String>> broker = Optional.empty();

    private boolean refusesBatchIndexes;

    SemanticsCard(PulsarSettings settings, WebApi web) {
        this.settings = settings;
        this.web = web;
    }

    Semantics of(ProducerSpec spec, String topic, int partitions) {
        if (broker.isEmpty()) {
            broker = Optional.of(askBroker());
        }
        ProducerConfigurationData producer = settings.library().producerData();
        ConsumerConfigurationData<?> consumer = settings.library().consumerData();
        Map<String, String> facts = new TreeMap<>(broker.get());
        facts.put("client", "pulsar-client " + PulsarVersion.getVersion());
        facts.put("protocol", "Pulsar");
        facts.put("tls", yesNo(settings.url().encrypted()));
        facts.put("send mode", ValueType.word(spec.mode()));
        facts.put("partitions", partitions == 0 ? "none" : Integer.toString(partitions));
        if (partitions > 1) {
            facts.put(Semantics.ORDER, Semantics.withinEach(partitions));
        }
        facts.put("batching", batching(producer));
        facts.put("compression", producer.getCompressionType().name().toLowerCase(Locale.ROOT));
        facts.put("pending messages", limit(producer.getMaxPendingMessages()));
        facts.put("pending bytes", limit(settings.library().clientData().getMemoryLimitBytes()) + " in one connection");
        facts.put("blocks if full", yesNo(producer.isBlockIfQueueFull()));
        facts.put(
                "queue subscription",
                settings.get(PulsarSettings.SUBSCRIPTION_TYPE).name());
        settings.newNamespace().ifPresent(made -> {
            made.copies()
                    .ifPresent(copies -> facts.put(
                            "copies",
                            NewNamespace.Copies.words(copies.ensemble(), copies.written(), copies.acknowledged())));
            made.deduplication().ifPresent(on -> facts.put("deduplication", yesNo(on)));
        });
        facts.put("receiver queue", Integer.toString(consumer.getReceiverQueueSize()));
        facts.put("acknowledgement group time", consumer.getAcknowledgementsGroupTimeMicros() + " us");
        facts.put("acknowledgement receipts", yesNo(consumer.isAckReceiptEnabled()));
        facts.put("batch index acknowledgements", batchIndexes(consumer));
        if (!PulsarSettings.isPersistent(topic)) {
            facts.put("stored", "no: a non-persistent topic");
            facts.remove("copies");
        } else {
            facts.put("stored", spec.persistent() ? "yes" : "yes, though not asked for: the topic is persistent");
        }
        return new Semantics(AcknowledgedBy.BROKER, facts);
    }

    private static String batching(ProducerConfigurationData producer) {
        return producer.isBatchingEnabled()
                ? "up to " + producer.getBatchingMaxMessages() + " messages, " + producer.getBatchingMaxBytes()
                        + " bytes, " + producer.getBatchingMaxPublishDelayMicros() + " us"
                : "no";
    }

    private static String limit(long limit) {
        return limit == 0 ? "no limit" : Long.toString(limit);
    }

    private String batchIndexes(ConsumerConfigurationData<?> consumer) {
        if (!consumer.isBatchIndexAckEnabled()) {
            return "no";
        }
        return refusesBatchIndexes ? "asked for, but not enabled at the broker" : "yes";
    }

    private static String yesNo(boolean value) {
        return value ? "yes" : "no";
    }

    private Map<String, String> askBroker() {
        Map<String, String> facts = new TreeMap<>();
        web.ask("/admin/v2/brokers/version")
                .ifPresent(version -> facts.put("broker", "Pulsar " + version.replace("\"", "")));
        web.ask("/admin/v2/brokers/configuration/runtime").ifPresent(json -> {
            refusesBatchIndexes = value(json, "acknowledgmentAtBatchIndexLevelEnabled")
                    .filter("false"::equals)
                    .isPresent();
            Optional<String> ensemble = value(json, "managedLedgerDefaultEnsembleSize");
            Optional<String> write = value(json, "managedLedgerDefaultWriteQuorum");
            Optional<String> ack = value(json, "managedLedgerDefaultAckQuorum");
            if (ensemble.isPresent() && write.isPresent() && ack.isPresent()) {
                facts.put("copies", NewNamespace.Copies.words(ensemble.get(), write.get(), ack.get()));
            }
        });
        return facts;
    }

    private static Optional<String> value(String json, String key) {
        Matcher matcher =
                Pattern.compile("\"" + key + "\"\\s*:\\s*\"?([^\",}]*)").matcher(json);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
