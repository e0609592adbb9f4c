package dev.dyno.driver;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A driver's part of the semantics card: what an acknowledgement means.
 *
 * @param acknowledgedBy who says that a send is complete
 * @param facts what else two runs must have in common to be compared: client and broker version, prefetch, batching, …;
 *     names are lower case words
 */
public record Semantics(AcknowledgedBy acknowledgedBy, Map<String, String> facts) {

    /** The fact that says whether a message outlives a restart of the broker: {@code yes}, {@code no} with a reason, or this. */
    public static final String PERSISTENT = "persistent";

    /** Value of {@link #PERSISTENT} for a topic whose messages are kept for each subscription, if that is durable. */
    public static final String IN_DURABLE_SUBSCRIPTIONS = "in durable subscriptions";

    /** The fact that is {@link ClientConnection#clusterId}. */
    public static final String CLUSTER = "cluster";

    /** The fact that says where messages keep their order, of a destination with several partitions. */
    public static final String ORDER = "order";

    /** Who completes a send. */
    public enum AcknowledgedBy {
        /** The broker, after it has taken responsibility for the message. */
        BROKER,
        /** The client library itself, once the bytes are on their way: nothing is known of the broker. */
        CLIENT
    }

    public Semantics {
        facts = Map.copyOf(new TreeMap<>(facts));
    }

    /** The value of {@link #ORDER}. */
    public static String withinEach(int partitions) {
        return "within each of " + partitions + " partitions";
    }

    /** The {@code version} of a client library by a properties file, a resource as {@code near} finds it. */
    public static String libraryVersion(Class<?> near, String file) {
        final Properties properties = new Properties();
        try (InputStream in = near.getResourceAsStream(file)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            // Then it is not known.
        }
        return properties.getProperty("version", "of unknown version");
    }
}
