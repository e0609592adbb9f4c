package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The driver's own settings.
 *
 * <table>
 * <caption>Names, all after {@code rabbitmq.}</caption>
 * <tr><td>{@code io}</td><td>{@code socket}: a blocking socket, written to by the thread that sends; {@code netty}: an event
 *     loop for each connection</td></tr>
 * <tr><td>{@code confirms}</td><td>whether the broker confirms what is published outside of transactions</td></tr>
 * <tr><td>{@code mandatory}</td><td>whether a message that no queue takes comes back, and so fails; by default for
 *     queues and not for topics, and never without confirms</td></tr>
 * <tr><td>{@code prefetch}</td><td>unacknowledged messages that a consumer is sent; 0 = no limit</td></tr>
 * <tr><td>{@code multi-ack}</td><td>in modes AUTO and DUPS_OK one acknowledgement for so many messages</td></tr>
 * <tr><td>{@code auto-ack}</td><td>whether a message counts as acknowledged as soon as it is sent to a consumer</td></tr>
 * <tr><td>{@code poll-interval}</td><td>how long a synchronous receive waits before it asks again</td></tr>
 * <tr><td>{@code queue.type}</td><td>{@code classic}, {@code quorum}, {@code stream}; otherwise the broker's default</td></tr>
 * <tr><td>{@code queue.durable}</td><td>whether a queue made by the driver outlives the broker</td></tr>
 * <tr><td>{@code queue.arguments.NAME}</td><td>arguments of queues made by the driver</td></tr>
 * <tr><td>{@code queue.exchange}</td><td>exchange that queues are bound to by their names, instead of the default
 *     exchange, for brokers that have none</td></tr>
 * <tr><td>{@code exchange.type}</td><td>of exchanges made by the driver, for topics</td></tr>
 * <tr><td>{@code exchange.durable}, {@code exchange.arguments.NAME}</td><td>likewise</td></tr>
 * <tr><td>{@code routing-key}</td><td>of messages to a topic</td></tr>
 * <tr><td>{@code binding-key}</td><td>of subscriptions of a topic</td></tr>
 * <tr><td>{@code consumer.arguments.NAME}</td><td>arguments of consumers, for instance {@code x-priority}</td></tr>
 * <tr><td>{@code stream.offset}</td><td>where the consumer of a stream begins</td></tr>
 * </table>
 *
 * @param io how bytes get to the socket
 * @param confirms publisher confirms
 * @param mandatory empty = by the kind of destination
 * @param prefetch 0 to 65535
 * @param multiAck at least 1
 * @param autoAck no acknowledgements at all
 * @param pollNs pause between two looks of a receive, in ns
 * @param library settings of the client library, as they were given
 */
record Settings(
        Io io,
        boolean confirms,
        Optional<Boolean> mandatory,
        int prefetch,
        OptionalInt multiAck,
        boolean autoAck,
        long pollNs,
        Queue queue,
        Exchange exchange,
        Consumer consumer,
        Map<String, String> library) {

    static final String PREFIX = "rabbitmq.";

    /** How bytes get to the socket. */
    enum Io {
        SOCKET,
        NETTY
    }

    /** The broker's kinds of queues. */
    enum QueueType {
        CLASSIC,
        QUORUM,
        STREAM
    }

    /** Queues that the driver declares. */
    record Queue(Optional<QueueType> type, boolean durable, Map<String, Object> arguments, Optional<String> boundTo) {

        boolean isStream() {
            return type.isPresent() && type.get() == QueueType.STREAM;
        }
    }

    /** Exchanges that the driver declares. */
    record Exchange(
            String type, boolean durable, Map<String, Object> arguments, String routingKey, String bindingKey) {}

    /** Consumers that the driver makes. */
    record Consumer(Map<String, Object> arguments, Object streamOffset) {}

    /**
     * Reads the settings out of all properties of a client.
     *
     * @throws DriverException if one that begins with {@link #PREFIX} is unknown, or a value is not acceptable
     */
    static Settings of(Map<String, String> properties) throws DriverException {
        return new SettingsReader(properties).read();
    }

    /** Whether a message to a queue, or to a topic, has to find a queue. */
    boolean mandatory(boolean topic) {
        return mandatory.orElse(confirms && !topic);
    }

    /** One acknowledgement for so many messages; {@code lazily} where duplicates are allowed. */
    int acknowledgeEvery(boolean lazily) {
        if (multiAck.isPresent()) {
            return multiAck.getAsInt();
        }
        if (!lazily) {
            return 1;
        }
        // Often enough that the broker never runs into the prefetch limit.
        return prefetch == 0 ? LAZY_ACKS : Math.max(1, Math.min(LAZY_ACKS, prefetch / 4));
    }

    private static final int LAZY_ACKS = 100;

    /** At the most so many acknowledgements, each for so many messages, go out in one write. */
    int acknowledgementsInOneWrite(int every) {
        // More would not make it cheaper, but keep back more of what the broker waits for to send the next.
        return prefetch == 0 ? ACKS_IN_A_WRITE : Math.max(1, Math.min(ACKS_IN_A_WRITE, prefetch / every / 4));
    }

    private static final int ACKS_IN_A_WRITE = 16;

    /** The words of the type for the broker and for the user. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    static List<String> words(Enum<?>[] values) {
        return java.util.Arrays.stream(values).map(Settings::word).toList();
    }
}
