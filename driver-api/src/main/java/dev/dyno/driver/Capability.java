package dev.dyno.driver;

import java.util.Set;

/** Ability that a {@link Client} may have. */
public enum Capability {
    /** {@link Producer#trySend} with completions; without it only {@link Producer#send} works. */
    ASYNC_SEND("asynchronous sends"),
    /** {@link Producer#commit} and {@link Consumer#commit}. */
    TRANSACTIONS("transactions"),
    QUEUES("queues"),
    TOPICS("topics"),
    DURABLE_SUBSCRIPTIONS("durable subscriptions"),
    SHARED_SUBSCRIPTIONS("shared subscriptions"),
    /** Messages pushed to a {@link DeliveryListener} on the driver's threads. */
    LISTENER("message listeners"),
    /** {@link Consumer#receive}. */
    RECEIVE("synchronous receives"),
    /** {@link AckMode#CLIENT}. */
    CLIENT_ACK("client acknowledgement"),
    /** {@link AckMode#INDIVIDUAL}. */
    INDIVIDUAL_ACK("individual acknowledgement"),
    SELECTORS("selectors"),
    /** {@link ConsumerSpec#fromEarliest} on topics. */
    FROM_EARLIEST("topics read from their earliest message"),
    PROPERTIES("message properties"),
    PRIORITIES("priorities"),
    GROUPS("message groups"),
    /** {@link Producer#useKey}. */
    KEYS("keys of messages"),
    TIME_TO_LIVE("time to live"),
    TEXT_BODIES("text messages"),
    PERSISTENCE("persistent messages");

    private final String words;

    Capability(String words) {
        this.words = words;
    }

    /** Adds it to the needs, if it is needed. */
    public void addTo(Set<Capability> needs, boolean needed) {
        if (needed) {
            needs.add(this);
        }
    }

    /** Words for it in a sentence, in the plural. */
    public String words() {
        return words;
    }
}
