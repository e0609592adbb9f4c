package dev.dyno.model.result;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Semantics card of a run: facts about the meaning of an acknowledgement, which show whether two runs may be compared.
 *
 * @param facts name → value, sorted by name
 */
public record DriverSemantics(Map<String, String> facts) {

    /** Name of the fact about the origin of acknowledgements: the broker, or the client library. */
    public static final String ACKNOWLEDGED_BY = "acknowledged by";

    /** Name of the fact about consumers of other programs at a queue of the run. */
    public static final String OTHER_CONSUMERS = "other consumers";

    /** Name of the fact about a proxy between the clients and the broker. */
    public static final String NETWORK = "broker network";

    /** Name of the fact about the time that the broker waits for an acknowledgement before it redelivers a message. */
    public static final String ACK_WAIT = "ack wait";

    /** Names of facts about the number of messages that a consumer may hold without acknowledging them; the lowest applies. */
    public static final List<String> HANDED_OUT = List.of("max ack pending", "prefetch", "messages a poll");

    /** Name of the fact about the number of deliveries after which the broker drops a message that nobody acknowledges. */
    public static final String DELIVERIES_AT_MOST = "deliveries at most";

    public static final String CLIENT_LIBRARY = "client library";

    /**
     * Value of the fact {@code persistent} for messages of a topic without a durable subscription, which the broker need not
     * persist.
     */
    public static final String NO_DURABLE_SUBSCRIPTION = "no: no subscription is durable";

    public DriverSemantics {
        // Some values are texts of a broker, whose control characters must not reach a terminal.
        Map<String, String> plain = new TreeMap<>(facts);
        plain.replaceAll((name, value) -> value.replaceAll("[\\p{Cntrl}\\x80-\\x9f]", "?"));
        facts = Collections.unmodifiableMap(plain);
    }

    /** Whether the client library completed the sends instead of the broker. */
    public boolean isAcknowledgedByClient() {
        return CLIENT_LIBRARY.equals(facts.get(ACKNOWLEDGED_BY));
    }
}
