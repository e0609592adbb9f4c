package dev.dyno.driver.kafka;

import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Writes the driver's part of the semantics card. */
final class SemanticsCard {

    private SemanticsCard() {}

    static Semantics of(KafkaSettings settings, ProducerSpec producer, Optional<Cluster> cluster) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("client", "kafka-clients " + version());
        facts.put("send mode", ValueType.word(producer.mode()));
        facts.put("persistent", "yes");
        facts.put("keys", producer.group().isPresent() ? "the message group" : ValueType.word(settings.keys));
        ProducerConfig sending = settings.producerConfig();
        // The library always requires all replicas in transactions.
        String acks = producer.mode() == SendMode.TRANSACTED ? "-1" : value(sending, ProducerConfig.ACKS_CONFIG);
        facts.put("acks", acks.equals("-1") ? "all" : acks);
        addSending(facts, sending);
        addReceiving(facts, settings);
        cluster.ifPresent(brokers ->
                addBroker(facts, settings, brokers, producer.destination().name()));
        return new Semantics(acks.equals("0") ? AcknowledgedBy.CLIENT : AcknowledgedBy.BROKER, facts);
    }

    /** Version of the client library, read from its jar, because the class that knows it is internal and moves. */
    static String version() {
        return Semantics.libraryVersion(KafkaProducer.class, "/kafka/kafka-version.properties");
    }

    private static void addSending(Map<String, String> facts, ProducerConfig config) {
        facts.put("idempotence", value(config, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG));
        facts.put("linger", value(config, ProducerConfig.LINGER_MS_CONFIG) + " ms");
        facts.put("batch", value(config, ProducerConfig.BATCH_SIZE_CONFIG) + " bytes");
        facts.put("compression", value(config, ProducerConfig.COMPRESSION_TYPE_CONFIG));
        facts.put("send buffer", value(config, ProducerConfig.BUFFER_MEMORY_CONFIG) + " bytes");
        facts.put("requests in flight", value(config, ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION));
        facts.put("delivery timeout", value(config, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG) + " ms");
        facts.put("security", value(config, CommonClientConfigs.SECURITY_PROTOCOL_CONFIG));
    }

    private static void addReceiving(Map<String, String> facts, KafkaSettings settings) {
        ConsumerConfig config = settings.consumerConfig();
        if (settings.sharing) {
            facts.put("group protocol", "share");
            facts.put(
                    "acquire mode",
                    String.valueOf(settings.consumer()
                                    .getOrDefault(
                                            ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG,
                                            ConsumerConfig.DEFAULT_SHARE_ACQUIRE_MODE))
                            .toLowerCase(Locale.ROOT));
        } else {
            facts.put("isolation level", value(config, ConsumerConfig.ISOLATION_LEVEL_CONFIG));
            facts.put("group protocol", value(config, ConsumerConfig.GROUP_PROTOCOL_CONFIG));
            // A member that does not poll for this time is excluded, and others get its messages again.
            facts.put(
                    "ack wait",
                    Units.formatDuration(
                            TimeUnit.MILLISECONDS.toNanos(config.getInt(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG))));
        }
        facts.put("messages a poll", value(config, ConsumerConfig.MAX_POLL_RECORDS_CONFIG));
        facts.put(
                "fetch",
                value(config, ConsumerConfig.FETCH_MIN_BYTES_CONFIG) + " bytes or "
                        + value(config, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG) + " ms");
    }

    private static String value(AbstractConfig config, String name) {
        return String.valueOf(config.values().get(name));
    }

    private static void addBroker(Map<String, String> facts, KafkaSettings settings, Cluster cluster, String topic) {
        Admin admin = cluster.admin();
        cluster.id().ifPresent(id -> facts.put(Semantics.CLUSTER, id));
        facts.put("brokers", String.valueOf(cluster.brokers()));
        try {
            // The protocol does not report a broker's version; its features come nearest to one.
            facts.put(
                    "broker features",
                    Failures.get(admin.describeFeatures().featureMetadata()).finalizedFeatures().entrySet().stream()
                            .map(feature ->
                                    feature.getKey() + " " + feature.getValue().maxVersionLevel())
                            .sorted()
                            .collect(Collectors.joining(", ")));
            addTopic(facts, admin, topic);
            if (settings.sharing) {
                addShareGroup(facts, admin, settings.groupOf(topic));
            }
        } catch (ExecutionException | KafkaException e) {
            facts.putIfAbsent("broker features", "not reported: " + Failures.words(e));
        }
    }

    private static void addTopic(Map<String, String> facts, Admin admin, String topic) throws ExecutionException {
        for (TopicDescription description : Failures.get(
                        admin.describeTopics(List.of(topic)).allTopicNames())
                .values()) {
            List<TopicPartitionInfo> partitions = description.partitions();
            facts.put("partitions", String.valueOf(partitions.size()));
            if (partitions.size() > 1) {
                facts.put(Semantics.ORDER, Semantics.withinEach(partitions.size()));
            }
            facts.put("replicas", String.valueOf(partitions.get(0).replicas().size()));
        }
        Config config = config(admin, ConfigResource.Type.TOPIC, topic);
        facts.put("min in-sync replicas", value(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG));
        facts.put("broker compression", value(config, TopicConfig.COMPRESSION_TYPE_CONFIG));
        facts.put("flush", flush(config));
    }

    private static void addShareGroup(Map<String, String> facts, Admin admin, String group) throws ExecutionException {
        Config config = config(admin, ConfigResource.Type.GROUP, group);
        facts.put(Semantics.ORDER, "none in a share group");
        ConfigEntry lock = config.get("share.record.lock.duration.ms");
        if (lock != null) {
            facts.put("ack wait", Units.formatDuration(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(lock.value()))));
        }
        facts.put("deliveries at most", value(config, "share.delivery.count.limit"));
    }

    private static Config config(Admin admin, ConfigResource.Type type, String name) throws ExecutionException {
        ConfigResource resource = new ConfigResource(type, name);
        return Failures.get(Objects.requireNonNull(
                admin.describeConfigs(List.of(resource)).values().get(resource)));
    }

    private static String value(Config config, String name) {
        ConfigEntry entry = config.get(name);
        return entry == null ? "not reported" : String.valueOf(entry.value());
    }

    /** Condition under which the broker forces the log to disk, instead of leaving that to the operating system. */
    private static String flush(Config config) {
        String never = String.valueOf(Long.MAX_VALUE);
        String messages = value(config, TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG);
        String ms = value(config, TopicConfig.FLUSH_MS_CONFIG);
        String words = (messages.equals(never) ? "" : "every " + messages + " messages ")
                + (ms.equals(never) ? "" : "every " + ms + " ms");
        return words.isBlank() ? "by the operating system" : words.strip();
    }
}
