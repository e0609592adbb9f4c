package dev.dyno.driver.kafka;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.Tls;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Setting.Decides;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.ValueType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.TopicConfig;

/** The user's settings, divided among the parts of the client library. */
final class KafkaSettings {

    /** Keys of messages, which determine their partition. */
    enum Keys {
        /** No keys: the library fills one partition's batch, then another's. */
        NONE,
        /** One key per producer: all its messages go to one partition. */
        PRODUCER,
        /** One key per message: messages are spread evenly. */
        SEQUENCE
    }

    private static final SettingList.Builder OWN = new SettingList.Builder();

    private static final Setting<Integer> PARTITIONS = OWN.optional(
            "kafka.partitions",
            ValueType.count(1, Integer.MAX_VALUE),
            "8",
            "partitions of a topic that the driver creates; without it, the broker's default");

    private static final Setting<Short> REPLICATION = OWN.optional(
            "kafka.replication",
            ValueType.count(1, Short.MAX_VALUE).map(Integer::shortValue),
            "3",
            "replicas of each partition of a topic that the driver creates; without it, the broker's default",
            Decides.DURABILITY,
            Decides.ACKNOWLEDGEMENT);

    private static final Setting<String> TOPIC = OWN.add(Setting.of(
                    "kafka.topic.NAME",
                    ValueType.anyText(),
                    "setting NAME of a topic that the driver creates, for example kafka.topic.min.insync.replicas")
            .like("2")
            .deciding(Decides.DURABILITY, Decides.ACKNOWLEDGEMENT)
            .knowing(LibraryPart.constants(TopicConfig.class, name -> name.endsWith("_CONFIG"))));

    private static final Setting<String> GROUP = OWN.add(
            "kafka.group",
            ValueType.text(),
            "dyno.{topic}",
            "group of queues; {topic} stands for the name of the topic. A share group is dyno.{topic}.share without it",
            Decides.DELIVERY);

    private static final Setting<Boolean> GROUP_TYPE = OWN.add(
            "kafka.group-type",
            ValueType.choice(Map.entry("consumer", false), Map.entry("share", true)),
            "consumer",
            "kind of that group: consumer, whose members divide the partitions; share, whose members get messages of all"
                    + " partitions in any order and acknowledge each (Kafka 4.2)",
            Decides.DELIVERY);

    private static final Setting<String> GROUP_SETTING = OWN.add(Setting.of(
                    "kafka.group.NAME",
                    ValueType.anyText(),
                    "setting NAME of a share group, for example kafka.group.share.record.lock.duration.ms, the time"
                            + " in ms after which a message that is not acknowledged is delivered again")
            .like("15000")
            .deciding(Decides.DELIVERY));

    private static final Setting<Keys> KEY = OWN.add(
            "kafka.key",
            ValueType.choice(Keys.class),
            "none",
            "key of messages, which decides their partition: producer, one for each producer; sequence, one for"
                    + " each message, so that they spread; with none the library fills one partition's batch after"
                    + " the other's");

    private static final Setting<Optional<Duration>> BROKEN_AFTER = OWN.add(
            "kafka.broken-after",
            ValueType.duration().map(Optional::of).or("never", Optional.empty()),
            "2s",
            "the connection counts as broken when no broker has accepted one for this long; never leaves it to the"
                    + " library, which tries again for ever");

    /** Properties that the driver itself sets, each with advice for users. */
    private static final Map<String, String> TAKEN = Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "the URL names the brokers",
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, "keys and bodies are bytes",
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, "keys and bodies are bytes",
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, "keys and bodies are bytes",
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, "keys and bodies are bytes",
            ProducerConfig.TRANSACTIONAL_ID_CONFIG, "each producer of transactions gets an id of its own",
            ConsumerConfig.GROUP_ID_CONFIG, GROUP.name() + " names the group of queues, a subscription that of topics",
            ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "the driver acknowledges each message");

    private static final LibraryPart PRODUCER = LibraryPart.of(
                    "producer of the Kafka client", "producer.", ProducerConfig.configNames())
            .taking(TAKEN)
            .deciding(ProducerConfig.ACKS_CONFIG, Decides.DURABILITY, Decides.ACKNOWLEDGEMENT)
            .deciding(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, Decides.DELIVERY);
    private static final LibraryPart CONSUMER = LibraryPart.of(
                    "consumer of the Kafka client", "consumer.", ConsumerConfig.configNames())
            .taking(TAKEN)
            .deciding(ConsumerConfig.ISOLATION_LEVEL_CONFIG, Decides.DELIVERY);
    private static final LibraryPart ADMIN = LibraryPart.of(
                    "admin of the Kafka client", "admin.", AdminClientConfig.configNames())
            .taking(TAKEN);

    static final DriverSettings ALL =
            DriverSettings.of("the Kafka driver", "kafka.", OWN.list().and(Tls.SETTINGS), PRODUCER, CONSUMER, ADMIN);

    /** Properties that name classes to plug into the library, which read further properties. */
    private static final Pattern PLUGS_IN = Pattern.compile(".*(\\.class|\\.classes|\\.reporters|\\.providers)");

    final BrokerAddresses addresses;
    final Optional<Integer> partitions;
    final Optional<Short> replication;
    final Map<String, String> topicSettings;
    /** Whether consumers of queues join a share group. */
    final boolean sharing;

    final Map<String, String> groupSettings;
    final Keys keys;
    /** Time without a broker after which the connection counts as broken; empty = never. */
    final Optional<Duration> brokenAfter;

    private final String group;
    private final Map<String, Object> producer;
    private final Map<String, Object> consumer;
    private final Map<String, Object> admin;

    private KafkaSettings(ClientSpec spec) throws DriverException {
        addresses = BrokerAddresses.parse(spec.url());
        SettingValues values = declared(spec.properties()).read(spec.properties());
        partitions = values.given(PARTITIONS);
        replication = values.given(REPLICATION);
        topicSettings = values.family(TOPIC);
        sharing = values.get(GROUP_TYPE);
        groupSettings = values.family(GROUP_SETTING);
        if (!sharing && !groupSettings.isEmpty()) {
            throw new DriverException(
                    GROUP_SETTING.prefix() + groupSettings.keySet().iterator().next()
                            + ": only share groups have settings of their own; give kafka.group-type=share, or leave it out");
        }
        group = values.get(GROUP) + (sharing && !values.has(GROUP) ? ".share" : "");
        keys = values.get(KEY);
        brokenAfter = values.get(BROKEN_AFTER);
        producer = forPart(PRODUCER, values);
        consumer = forPart(CONSUMER, values);
        admin = forPart(ADMIN, values);
        Map<String, Object> security = Security.of(addresses, spec.credentials(), values.tls(), admin);
        for (Map<String, Object> part : List.of(producer, consumer, admin)) {
            security.forEach(part::putIfAbsent);
            part.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, addresses.servers());
        }
    }

    static KafkaSettings of(ClientSpec spec) throws DriverException {
        KafkaSettings settings = new KafkaSettings(spec);
        settings.check();
        return settings;
    }

    private static DriverSettings declared(Map<String, String> properties) {
        return properties.keySet().stream()
                        .anyMatch(name -> PLUGS_IN.matcher(name).matches())
                ? ALL.with(ALL.library().stream().map(LibraryPart::opened).toList())
                : ALL;
    }

    private static Map<String, Object> forPart(LibraryPart part, SettingValues values) throws DriverException {
        Map<String, Object> map = new HashMap<>(values.of(part));
        String commits = String.valueOf(map.getOrDefault(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false"));
        if (!commits.strip().equals("false")) {
            throw new DriverException(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG + ": " + commits
                    + "; the acknowledgement mode says when offsets are committed: leave it out, and acknowledge"
                    + " lazily (DUPS_OK) for a commit every auto.commit.interval.ms");
        }
        // Nobody reads these metrics, and they cost time, mostly at start and end.
        map.putIfAbsent(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, "false");
        map.putIfAbsent(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        return map;
    }

    /** Lets the library check its settings, before anything is connected. */
    private void check() throws DriverException {
        try {
            producerConfig();
            consumerConfig();
            var unused = new AdminClientConfig(admin());
        } catch (Exception e) {
            throw Failures.of("the settings of the client library", e);
        }
    }

    /** Consumer group or share group of a queue. */
    String groupOf(String topic) {
        return group.replace("{topic}", topic);
    }

    /** Configuration of a producer without transactions. Its sends fail where they would wait, unless the user allows a wait. */
    Map<String, Object> producer() {
        Map<String, Object> map = transactedProducer();
        map.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, "0");
        return map;
    }

    Map<String, Object> transactedProducer() {
        return new HashMap<>(producer);
    }

    Map<String, Object> consumer() {
        Map<String, Object> map = new HashMap<>(consumer);
        if (sharing) {
            map.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "explicit");
            return map;
        }
        map.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        // A message of a transaction exists only after its commit.
        map.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // A group's start is already committed. This applies to offsets whose messages the broker has dropped since.
        map.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        if (!"consumer".equalsIgnoreCase(String.valueOf(map.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG)))) {
            // A member learns of new members by its heartbeat, and a rebalance waits for it.
            map.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, "300");
            map.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "10000");
            // With this strategy the members keep their partitions and fetched messages in a rebalance.
            map.putIfAbsent(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                    "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
        }
        return map;
    }

    Map<String, Object> admin() {
        return new HashMap<>(admin);
    }

    IsolationLevel isolation() {
        String level = String.valueOf(consumer().get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));
        return level.equalsIgnoreCase("read_committed")
                ? IsolationLevel.READ_COMMITTED
                : IsolationLevel.READ_UNCOMMITTED;
    }

    ProducerConfig producerConfig() {
        Map<String, Object> map = producer();
        String bytes = "org.apache.kafka.common.serialization.ByteArraySerializer";
        map.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, bytes);
        map.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, bytes);
        return new ProducerConfig(map);
    }

    ConsumerConfig consumerConfig() {
        Map<String, Object> map = consumer();
        // ConsumerConfig has a group protocol, for which the library refuses settings of share groups.
        map.keySet().removeIf(name -> name.startsWith("share."));
        String bytes = "org.apache.kafka.common.serialization.ByteBufferDeserializer";
        map.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, bytes);
        map.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, bytes);
        return new ConsumerConfig(map);
    }
}
