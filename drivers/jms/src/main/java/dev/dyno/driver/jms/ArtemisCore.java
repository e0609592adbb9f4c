package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import java.util.OptionalInt;

/**
 * What only the CORE protocol of Apache Artemis needs: which protocol version the broker speaks. Its JMS metadata tell the
 * version of the client only.
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
