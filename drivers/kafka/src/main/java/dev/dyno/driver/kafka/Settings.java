package dev.dyno.driver.kafka;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;

/**
 * What the user has set. The driver's own settings:
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><td>{@code kafka.partitions}</td><td>of a topic that the driver creates; the broker's default if absent</td></tr>
 * <tr><td>{@code kafka.replication}</td><td>replicas of each of its partitions; the broker's default if absent</td></tr>
 * <tr><td>{@code kafka.topic.NAME}</td><td>setting {@code NAME} of a topic that the driver creates</td></tr>
 * <tr><td>{@code kafka.group}</td><td>consumer group of queues; <code>{topic}</code> stands for the name of the
 *     topic</td></tr>
 * <tr><td>{@code kafka.key}</td><td>{@link Keys}</td></tr>
 * <tr><td>{@code kafka.broken-after}</td><td>the connection counts as broken when no broker has been there for so long;
 *     {@code never} leaves it to the library, which tries again for ever</td></tr>
 * </table>
 *
 * <p>All others go to the client library: {@code producer.NAME} and {@code consumer.NAME} to these, {@code admin.NAME} to its
 * administrative part, and a plain {@code NAME} to those that know it.
 */
final class Settings {

    private static final String OWN = "kafka.";
    private static final String TOPIC = "kafka.topic.";
    private static final String PARTITIONS = "kafka.partitions";
    private static final String REPLICATION = "kafka.replication";
    private static final String GROUP = "kafka.group";
    private static final String KEY = "kafka.key";
    private static final String BROKEN_AFTER = "kafka.broken-after";
    private static final Set<String> KEYS =
            new TreeSet<>(Set.of(PARTITIONS, REPLICATION, GROUP, KEY, BROKEN_AFTER, TOPIC + "NAME"));

    /** Keys of driver.properties that are meant for the tool. */
    private static final Set<String> OF_THE_TOOL = Set.of("class", "description", "defaultUrl", "schemes");

    /** What the driver sets itself, and what to say instead. */
    private static final Map<String, String> TAKEN = Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "the URL names the brokers",
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, "keys and bodies are bytes",
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, "keys and bodies are bytes",
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, "keys and bodies are bytes",
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, "keys and bodies are bytes",
            ProducerConfig.TRANSACTIONAL_ID_CONFIG, "each producer of transactions gets an id of its own",
            ConsumerConfig.GROUP_ID_CONFIG, GROUP + " names the group of queues, a subscription that of topics");

    private static final Pattern DURATION = Pattern.compile("(?<count>[0-9]{1,9}) *(?<unit>ms|s)");

    /** How messages get a key, which decides their partition. */
    enum Keys {
        /** None: the library fills one partition's batch, then the next one's. */
        NONE,
        /** One for each producer: all its messages go to one partition. */
        PRODUCER,
        /** One for each message: they spread evenly. */
        SEQUENCE
    }

    /** A part of the library that takes settings of its own. */
    private record Part(String prefix, Set<String> names) {}

    private static final Part PRODUCER = new Part("producer.", ProducerConfig.configNames());
    private static final Part CONSUMER = new Part("consumer.", ConsumerConfig.configNames());
    private static final Part ADMIN = new Part("admin.", AdminClientConfig.configNames());
    private static final List<Part> PARTS = List.of(PRODUCER, CONSUMER, ADMIN);

    final Addresses addresses;
    final Optional<Integer> partitions;
    final Optional<Short> replication;
    final Map<String, String> topicSettings;
    final Keys keys;
    /** Empty = never. */
    final Optional<Duration> brokenAfter;

    private final String group;
    private final Map<String, Object> producer;
    private final Map<String, Object> consumer;
    private final Map<String, Object> admin;

    private Settings(ClientSpec spec) throws DriverException {
        Map<String, String> properties = spec.properties();
        addresses = Addresses.parse(spec.url());
        refuseUnknown(properties);
        partitions = number(properties, PARTITIONS, Integer.MAX_VALUE);
        replication = number(properties, REPLICATION, Short.MAX_VALUE).map(Integer::shortValue);
        topicSettings = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(TOPIC)) {
                topicSettings.put(name.substring(TOPIC.length()), value);
            }
        });
        group = properties.getOrDefault(GROUP, "dyno.{topic}");
        keys = keys(properties.getOrDefault(KEY, "none"));
        brokenAfter = brokenAfter(properties.getOrDefault(BROKEN_AFTER, "2s"));
        producer = forPart(PRODUCER, properties);
        consumer = forPart(CONSUMER, properties);
        admin = forPart(ADMIN, properties);
        Map<String, Object> security = Security.of(addresses, spec.credentials(), Tls.of(properties), admin);
        for (Map<String, Object> part : List.of(producer, consumer, admin)) {
            security.forEach(part::putIfAbsent);
            part.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, addresses.servers());
        }
    }

    static Settings of(ClientSpec spec) throws DriverException {
        Settings settings = new Settings(spec);
        settings.check();
        return settings;
    }

    private static void refuseUnknown(Map<String, String> properties) throws DriverException {
        for (Map.Entry<String, String> property : new TreeMap<>(properties).entrySet()) {
            String name = property.getKey();
            if (name.startsWith(OWN) && !name.startsWith(TOPIC) && !KEYS.contains(name)) {
                throw new DriverException(name + ": unknown setting of the Kafka driver; must be one of "
                        + String.join(", ", KEYS) + ". What is for the client library goes without " + OWN);
            }
            String plain = plainName(name);
            String instead = TAKEN.get(plain);
            if (instead != null) {
                throw new DriverException(name + ": set by the driver; leave it out: " + instead);
            }
            if (plain.equals(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG)
                    && !property.getValue().strip().equals("false")) {
                throw new DriverException(name + ": " + property.getValue()
                        + "; the acknowledgement mode says when offsets are committed: leave it out, and acknowledge"
                        + " lazily (DUPS_OK) for a commit every auto.commit.interval.ms");
            }
        }
    }

    private static String plainName(String name) {
        for (Part part : PARTS) {
            if (name.startsWith(part.prefix)) {
                return name.substring(part.prefix.length());
            }
        }
        return name;
    }

    private static Map<String, Object> forPart(Part part, Map<String, String> properties) {
        Map<String, Object> map = new HashMap<>();
        for (Map.Entry<String, String> property : properties.entrySet()) {
            String name = property.getKey();
            boolean known = PARTS.stream().anyMatch(p -> p.names.contains(name));
            boolean prefixed = PARTS.stream().anyMatch(p -> name.startsWith(p.prefix));
            boolean ours = name.startsWith(OWN) || name.startsWith("tls.") || OF_THE_TOOL.contains(name);
            // What none of them knows is meant for something plugged in to any of them.
            if (part.names.contains(name) || (!known && !prefixed && !ours)) {
                map.putIfAbsent(name, property.getValue());
            }
            if (name.startsWith(part.prefix)) {
                map.put(name.substring(part.prefix.length()), property.getValue());
            }
        }
        // What is not sent to a broker or shown to anybody only costs time, at the start and the end most of all.
        map.putIfAbsent(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, "false");
        map.putIfAbsent(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        return map;
    }

    private static Optional<Integer> number(Map<String, String> properties, String name, int max)
            throws DriverException {
        String given = properties.get(name);
        if (given == null) {
            return Optional.empty();
        }
        try {
            int number = Integer.parseInt(given.strip());
            if (number >= 1 && number <= max) {
                return Optional.of(number);
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new DriverException(
                name + ": " + given + "; must be a whole number from 1, or be left out for the broker's default");
    }

    private static Keys keys(String given) throws DriverException {
        try {
            return Keys.valueOf(given.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new DriverException(
                    KEY + ": " + given + "; must be one of "
                            + Arrays.stream(Keys.values())
                                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(", ")),
                    e);
        }
    }

    private static Optional<Duration> brokenAfter(String given) throws DriverException {
        if (given.strip().equals("never")) {
            return Optional.empty();
        }
        Matcher parts = DURATION.matcher(given.strip());
        if (!parts.matches()) {
            throw new DriverException(BROKEN_AFTER + ": " + given + "; must be like 2s or 500ms, or never");
        }
        long count = Long.parseLong(parts.group("count"));
        return Optional.of(parts.group("unit").equals("s") ? Duration.ofSeconds(count) : Duration.ofMillis(count));
    }

    /** The library's own judgement of its settings, before anything is connected. */
    private void check() throws DriverException {
        try {
            producerConfig();
            consumerConfig();
            ContextLoader.call(() -> new AdminClientConfig(admin()));
        } catch (Exception e) {
            throw Failures.of("the settings of the client library", e);
        }
    }

    /** The consumer group of a queue. */
    String groupOf(String topic) {
        return group.replace("{topic}", topic);
    }

    /** For a producer without transactions. A send never waits there: it says that it would. */
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
        map.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        // What belongs to a transaction is there after its commit, and not before.
        map.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // Where to begin is committed before; this is for offsets whose messages the broker has dropped since.
        map.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        if (!"consumer".equalsIgnoreCase(String.valueOf(map.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG)))) {
            // A member learns by its heartbeat that others have come; until then they wait.
            map.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, "300");
            map.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "10000");
            // The others keep their partitions, and what they have fetched of them, when one more comes.
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

    ProducerConfig producerConfig() throws Exception {
        Map<String, Object> map = producer();
        String bytes = "org.apache.kafka.common.serialization.ByteArraySerializer";
        map.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, bytes);
        map.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, bytes);
        return ContextLoader.call(() -> new ProducerConfig(map));
    }

    ConsumerConfig consumerConfig() throws Exception {
        Map<String, Object> map = consumer();
        String bytes = "org.apache.kafka.common.serialization.ByteBufferDeserializer";
        map.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, bytes);
        map.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, bytes);
        return ContextLoader.call(() -> new ConsumerConfig(map));
    }
}
