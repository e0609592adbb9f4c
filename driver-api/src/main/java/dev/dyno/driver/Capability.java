package dev.dyno.driver;

import java.util.Set;

/**
 * Ability that a {@link Client} may have. A workload is refused if it needs one that the client lacks. The comment of a constant
 * names the part of the SPI that only a client with this ability has.
 */
public enum Capability {
    /** {@link Producer#trySend} with completions; without it only {@link Producer#send} works. */
    ASYNC_SEND("asynchronous sends"),
    /** {@link Producer#commit} and {@link Consumer#commit}. */
    TRANSACTIONS("transactions"),
    QUEUES("queues"),
    TOPICS("topics"),
    /** {@link ConsumerSpec.Subscription#durable}. */
    DURABLE_SUBSCRIPTIONS("durable subscriptions"),
    /** {@link ConsumerSpec.Subscription#shared}. */
    SHARED_SUBSCRIPTIONS("shared subscriptions"),
    /** Messages pushed to a {@link DeliveryListener} on the driver's threads. */
    LISTENER("message listeners"),
    /** {@link Consumer#receive}. */
    RECEIVE("synchronous receives"),
    /** {@link AckMode#CLIENT}. */
    CLIENT_ACK("client acknowledgement"),
    /** {@link AckMode#INDIVIDUAL}. */
    INDIVIDUAL_ACK("individual acknowledgement"),
    /** {@link ConsumerSpec#selector}. */
    SELECTORS("selectors"),
    /** {@link ConsumerSpec#fromEarliest} on topics. */
    FROM_EARLIEST("topics read from their earliest message"),
    /** {@link ProducerSpec#properties}. */
    PROPERTIES("message properties"),
    /** {@link ProducerSpec#priority}. */
    PRIORITIES("priorities"),
    /** {@link ProducerSpec#group}. */
    GROUPS("message groups"),
    /** {@link Producer#useKey}. */
    KEYS("keys of messages"),
    /** {@link ProducerSpec#timeToLive}. */
    TIME_TO_LIVE("time to live"),
    /** {@link ProducerSpec.BodyType#TEXT}. */
    TEXT_BODIES("text messages"),
    /** {@link ProducerSpec#persistent}. */
    PERSISTENCE("persistent messages");

    private final String words;

    Capability(String words) {
        this.words = words;
    }

    /** Adds this capability to a set of needs, if it is needed. */
    public void addTo(Set<Capability> needs, boolean needed) {
        if (needed) {
            needs.add(this);
        }
    }

    /** Name of the capability in a sentence, in the plural. */
    public String words() {
        return words;
    }
}
