package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Features of the CORE protocol of Apache Artemis: the broker's protocol version (its JMS metadata have only the client's
 * version), and the numbers of messages and consumers of a queue.
 */
final class ArtemisCore {

    /** Parameter with the bytes of sends after which the broker confirms them; see {@link #confirmsEachSend}. */
    static final String WINDOW = "confirmationWindowSize";

    /** Window in bytes with which an older broker confirms every send. */
    static final String WINDOW_OF_ONE_SEND = "1";

    /**
     * Parameter that makes the client wait for the answer to an acknowledgement. Without the wait, the client takes a late answer
     * for the answer to the recovery of a session, and keeps messages that the broker delivers again.
     */
    static final String WAITS = "blockOnAcknowledge";

    /** The protocol version of Artemis 2.7.0, the first that confirms each send. */
    private static final int RESPONDS_TO_SENDS = 130;

    private ArtemisCore() {}

    /** The CORE protocol version of the broker; empty if the connection is not one of Artemis CORE. */
    static OptionalInt version(Connection connection) {
        try {
            Object session = ByName.call(connection, "getInitialSession");
            return OptionalInt.of((Integer) ByName.call(session, "getVersion"));
        } catch (Exception e) {
            return OptionalInt.empty();
        }
    }

    /**
     * Number of messages in a consumer's queue: waiting, scheduled, or assigned to a consumer on any connection, even a broken
     * one, and not acknowledged. A user who may consume may ask. Empty if the connection is not one of Artemis CORE. (A JMS
     * browser does not see messages assigned to a consumer.)
     *
     * @throws Exception if the broker does not answer
     */
    static OptionalLong messagesLeft(Connection connection, MessageConsumer consumer) throws Exception {
        Object count = ofQueue(connection, consumer, "getMessageCount");
        return count instanceof Long messages ? OptionalLong.of(messages) : OptionalLong.empty();
    }

    /**
     * Number of consumers of a consumer's queue, on all connections. If a killed client had a confirmation window, and so could
     * reconnect, its consumers count until its connection TTL is over, by default a minute. Empty if the connection is not one
     * of Artemis CORE.
     *
     * @throws Exception if the broker does not answer
     */
    static OptionalInt consumers(Connection connection, MessageConsumer consumer) throws Exception {
        Object count = ofQueue(connection, consumer, "getConsumerCount");
        return count instanceof Integer consumers ? OptionalInt.of(consumers) : OptionalInt.empty();
    }

    private static @Nullable Object ofQueue(Connection connection, MessageConsumer consumer, String getter)
            throws Exception {
        if (version(connection).isEmpty()) {
            return null;
        }
        Object queue = ByName.call(ByName.field(consumer, "consumer"), "getQueueName");
        return ByName.call(ByName.call(ByName.call(connection, "getInitialSession"), "queueQuery", queue), getter);
    }

    /**
     * Whether a broker with this protocol version confirms each send. An older one confirms only after the bytes of the window,
     * or after two seconds, for which a producer with few messages in flight has to wait.
     */
    static boolean confirmsEachSend(int version) {
        return version >= RESPONDS_TO_SENDS;
    }

    /** Releases of Artemis with a protocol version. */
    static String release(int version) {
        String releases =
                switch (version) {
                    case 129 -> "2.0 to 2.6";
                    case 130 -> "2.7 to 2.17";
                    case 131 -> "2.18 to 2.20";
                    case 132 -> "2.21 to 2.23";
                    case 133 -> "2.24 to 2.27";
                    case 134 -> "2.28";
                    case 135 -> "2.29 to 2.36";
                    case 136 -> "2.37 or newer";
                    default -> version < 129 ? "1.x" : "newer than 2.37";
                };
        return "Artemis " + releases + " (core protocol " + version + ")";
    }
}
