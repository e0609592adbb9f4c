package dev.dyno.driver;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A driver's part of the semantics card: the meaning of an acknowledgement.
 *
 * @param acknowledgedBy party whose acknowledgement completes a send
 * @param facts other facts that a comparison of two runs reports if they differ: client and broker version, prefetch, batching,
 *     …; names are lower case words
 */
public record Semantics(AcknowledgedBy acknowledgedBy, Map<String, String> facts) {

    /**
     * Name of the fact whether messages survive a restart of the broker: {@code yes}, {@code no} with a reason, or
     * {@link #IN_DURABLE_SUBSCRIPTIONS}.
     */
    public static final String PERSISTENT = "persistent";

    /** Value of {@link #PERSISTENT} for a topic whose messages are kept for each durable subscription. */
    public static final String IN_DURABLE_SUBSCRIPTIONS = "in durable subscriptions";

    /** Name of the fact with {@link ClientConnection#clusterId}. */
    public static final String CLUSTER = "cluster";

    /** Name of the fact about the order of messages in a destination with several partitions. */
    public static final String ORDER = "order";

    /** Party whose acknowledgement completes a send. */
    public enum AcknowledgedBy {
        /** The broker, after it has taken responsibility for the message. */
        BROKER,
        /** The client library itself, once the bytes are written: the broker's state is unknown. */
        CLIENT
    }

    public Semantics {
        facts = Map.copyOf(new TreeMap<>(facts));
    }

    /** Value of {@link #ORDER} where only the messages of one partition stay in order. */
    public static String withinEach(int partitions) {
        return "within each of " + partitions + " partitions";
    }

    /** Property {@code version} of a client library, from a properties file that is a resource relative to {@code near}. */
    public static String libraryVersion(Class<?> near, String file) {
        final Properties properties = new Properties();
        try (InputStream in = near.getResourceAsStream(file)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            // The version is then unknown.
        }
        return properties.getProperty("version", "of unknown version");
    }
}
