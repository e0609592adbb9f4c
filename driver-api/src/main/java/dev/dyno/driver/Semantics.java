package dev.dyno.driver;

import java.util.Map;
import java.util.TreeMap;

/**
 * A driver's part of the semantics card: what an acknowledgement means.
 *
 * @param acknowledgedBy who says that a send is complete
 * @param facts what else two runs must have in common to be compared: client and broker version, prefetch, batching, …;
 *     names are lower case words
 */
public record Semantics(AcknowledgedBy acknowledgedBy, Map<String, String> facts) {

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
}
