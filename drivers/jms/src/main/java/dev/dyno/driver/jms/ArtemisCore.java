package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import java.lang.reflect.Field;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What only the CORE protocol of Apache Artemis has: the protocol version that the broker speaks, as its JMS metadata have the
 * version of the client only, and the numbers of messages and consumers of a queue.
 */
final class ArtemisCore {

    /** Bytes of sends after which a broker confirms them; see {@link #confirmsEachSend}. */
    static final String WINDOW = "confirmationWindowSize";

    /** With a window of one byte an older broker confirms every send. */
    static final String WINDOW_OF_ONE_SEND = "1";

    /** The protocol version of Artemis 2.7.0. */
    private static final int RESPONDS_TO_SENDS = 130;

    private ArtemisCore() {}

    /** The CORE protocol version of the broker; empty if the connection is none of Artemis CORE. */
    static OptionalInt version(Connection connection) {
        try {
            Object session =
                    connection.getClass().getMethod("getInitialSession").invoke(connection);
            return OptionalInt.of(
                    (Integer) session.getClass().getMethod("getVersion").invoke(session));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return OptionalInt.empty();
        }
    }

    /**
     * The messages of the queue that a consumer gets its messages from: waiting, scheduled, or handed to a consumer on any
     * connection, one that broke included, and not acknowledged. Anybody who may consume may ask. Empty if the connection is none
     * of Artemis CORE. (A JMS browser sees no message that was handed to a consumer.)
     *
     * @throws ReflectiveOperationException if the broker does not answer, as the cause
     */
    static OptionalLong messagesLeft(Connection connection, MessageConsumer consumer)
            throws ReflectiveOperationException {
        Object count = ofQueue(connection, consumer, "getMessageCount");
        return count instanceof Long messages ? OptionalLong.of(messages) : OptionalLong.empty();
    }

    /**
     * The consumers of that queue, on all connections: those of a client that was killed are among them for its connection TTL, a minute
     * if nobody says otherwise, if it had a confirmation window, with which it might have come back.
     *
     * @throws ReflectiveOperationException if the broker does not answer, as the cause
     */
    static OptionalInt consumers(Connection connection, MessageConsumer consumer) throws ReflectiveOperationException {
        Object count = ofQueue(connection, consumer, "getConsumerCount");
        return count instanceof Integer consumers ? OptionalInt.of(consumers) : OptionalInt.empty();
    }

    private static @Nullable Object ofQueue(Connection connection, MessageConsumer consumer, String getter)
            throws ReflectiveOperationException {
        if (version(connection).isEmpty()) {
            return null;
        }
        Field field = consumer.getClass().getDeclaredField("consumer");
        field.setAccessible(true);
        Object core = field.get(consumer);
        Object queue = core.getClass().getMethod("getQueueName").invoke(core);
        Object session = connection.getClass().getMethod("getInitialSession").invoke(connection);
        Object answer =
                session.getClass().getMethod("queueQuery", queue.getClass()).invoke(session, queue);
        // By its interface: the class that implements it is not public.
        return answer.getClass().getInterfaces()[0].getMethod(getter).invoke(answer);
    }

    /**
     * Since 2.7 a broker responds to each asynchronous send once it has stored the message, whatever the window. Before, it
     * confirmed only after so many bytes, or after two seconds: a producer with few messages in flight then waits for that.
     */
    static boolean confirmsEachSend(int version) {
        return version >= RESPONDS_TO_SENDS;
    }

    /** The releases that speak it. */
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
