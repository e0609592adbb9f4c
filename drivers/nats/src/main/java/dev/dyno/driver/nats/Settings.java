package dev.dyno.driver.nats;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The driver's own settings; {@code docs/guide/drivers.md} has them in a table. Everything else in the properties is for jnats.
 *
 * @param jetStream whether messages are stored in streams; all that follows but {@code queueGroup} is of no effect without it
 * @param queueGroup what the consumers of a queue have in common: their queue group, or their durable consumer
 * @param storage where a stream that we create keeps its messages
 * @param replicas of a stream that we create
 * @param topicRetention of a stream that we create for a topic; one for a queue is a work queue
 * @param maxMessages at which a stream that we create refuses more; -1 = no limit. Not a limit of bytes, which servers before
 *     2.10 count differently when they accept a message and when they then make room for it
 * @param prefetch messages that a consumer asks for at a time
 * @param maxAckPending delivered messages without an acknowledgement at which the server stops delivering
 * @param ackWait after which an unacknowledged message comes again
 * @param ackSync whether an acknowledgement is waited for
 * @param publishTimeout after which a message without an acknowledgement has failed
 * @param client properties for jnats
 */
record Settings(
        boolean jetStream,
        String queueGroup,
        StorageType storage,
        int replicas,
        RetentionPolicy topicRetention,
        long maxMessages,
        int prefetch,
        long maxAckPending,
        Duration ackWait,
        boolean ackSync,
        Duration publishTimeout,
        Tls tls,
        boolean usesTls,
        Properties client) {

    private static final String OWN = "nats.";

    private static final Set<String> KEYS = new TreeSet<>(Set.of(
            "nats.jetstream",
            "nats.queue-group",
            "nats.stream.storage",
            "nats.stream.replicas",
            "nats.stream.topic-retention",
            "nats.stream.max-messages",
            "nats.prefetch",
            "nats.max-ack-pending",
            "nats.ack-wait-seconds",
            "nats.ack-sync",
            "nats.publish-timeout-seconds"));

    /** Keys of driver.properties that are meant for the tool. */
    private static final Set<String> OF_THE_TOOL = Set.of("class", "description", "defaultUrl", "schemes");

    static Settings of(Map<String, String> properties) throws DriverException {
        Properties client = new Properties();
        boolean usesTls = false;
        for (Map.Entry<String, String> property : properties.entrySet()) {
            String name = property.getKey();
            if (name.startsWith(OWN) && !KEYS.contains(name)) {
                throw new DriverException(
                        name + ": unknown setting of the NATS driver; must be one of " + String.join(", ", KEYS));
            }
            usesTls |= Tls.SETTINGS.contains(name);
            if (!name.startsWith(OWN) && !name.startsWith("tls.") && !OF_THE_TOOL.contains(name)) {
                client.setProperty(name, property.getValue());
            }
        }
        Reader read = new Reader(properties);
        return new Settings(
                read.choice("nats.jetstream", "false", "true", "false").equals("true"),
                Names.checkedPlain("nats.queue-group", properties.getOrDefault("nats.queue-group", "dyno")),
                StorageType.get(read.choice("nats.stream.storage", "file", "file", "memory")),
                (int) read.number("nats.stream.replicas", 1, 1, 5),
                RetentionPolicy.get(read.choice("nats.stream.topic-retention", "interest", "interest", "limits")),
                read.number("nats.stream.max-messages", -1, -1, Long.MAX_VALUE),
                (int) read.number("nats.prefetch", 500, 1, 1_000_000),
                read.number("nats.max-ack-pending", 10_000, -1, 10_000_000),
                Duration.ofSeconds(read.number("nats.ack-wait-seconds", 30, 1, 86_400)),
                read.choice("nats.ack-sync", "false", "true", "false").equals("true"),
                Duration.ofSeconds(read.number("nats.publish-timeout-seconds", 30, 1, 86_400)),
                Tls.of(properties),
                usesTls,
                client);
    }

    private record Reader(Map<String, String> properties) {

        String choice(String key, String otherwise, String... allowed) throws DriverException {
            String value = properties.getOrDefault(key, otherwise);
            if (!List.of(allowed).contains(value)) {
                throw new DriverException(key + ": " + value + "; must be " + String.join(" or ", allowed));
            }
            return value;
        }

        long number(String key, long otherwise, long least, long most) throws DriverException {
            String value = properties.get(key);
            if (value == null) {
                return otherwise;
            }
            try {
                long number = Long.parseLong(value.strip());
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Said below in the same words.
            }
            throw new DriverException(key + ": " + value + "; must be a whole number from " + least + " to " + most);
        }
    }
}
