package dev.dyno.driver;

import java.util.List;
import java.util.Optional;

/**
 * One broker address with one set of client settings: a factory of connections.
 *
 * <p>Assumptions and guarantees: called from one thread at a time, except for {@link #connect}, which several threads may call at
 * once; the connections it makes are independent of each other.
 */
public interface Client extends AutoCloseable {

    /** Capabilities of this client with its settings; a workload that needs more is refused before it starts. */
    Capabilities capabilities();

    /**
     * Refuses destinations that the broker cannot have, before it is connected, or even runs.
     *
     * @implSpec No network traffic.
     * @throws DriverException with the destination, and the rule for its name
     */
    default void checkNames(List<Destination> destinations) throws DriverException {}

    /**
     * Opens a connection and blocks until the broker accepted it. Deliveries begin with {@link ClientConnection#start}.
     *
     * @throws DriverException if the broker cannot be reached or refuses, a {@link RefusedException} if it always would; the message
     *     carries the broker's own words
     */
    ClientConnection connect(ConnectionSpec spec) throws DriverException;

    /**
     * Creates the destinations if the protocol wants that done before the first use. Called before the first connection is made.
     * Blocks.
     *
     * @implSpec A destination that exists already is left as it is.
     * @throws DriverException if the broker refuses
     */
    default void prepare(List<Destination> destinations) throws DriverException {}

    /**
     * Limit of unacknowledged messages that the settings give to such a consumer. Called before the first connection is made.
     *
     * @return empty if there is none, or it is unknown
     * @implSpec a client that returns empty must deliver even to a consumer that acknowledges nothing
     */
    default Optional<AckWindow> ackWindow(ConsumerSpec spec) {
        return Optional.empty();
    }

    /**
     * Whether its consumers call {@link DeliveryListener#takesOne}; otherwise only {@link Consumer#receive} can take an exact
     * number.
     */
    default boolean listenersRefuse() {
        return false;
    }

    /**
     * Whether a queue ends with its last consumer, like a shared subscription of a topic that stands for it: what is sent until the
     * next one never arrives.
     */
    default boolean queuesEndWithConsumers() {
        return false;
    }

    /**
     * Reason why consumers in mode {@link AckMode#INDIVIDUAL} have no {@link Consumer#reject}, as it reads behind "no rejected
     * messages"; empty if they have it, and where there is no such mode. A broker that is the reason may be known only after
     * {@link #prepare}.
     */
    default Optional<String> lacksReject() {
        return Optional.empty();
    }

    /**
     * Reason why consumers in mode {@link AckMode#INDIVIDUAL} have no {@link Consumer#delivery}, as it reads behind "no messages
     * worked on at once"; empty if they have it, and where there is no such mode.
     */
    default Optional<String> lacksDelivery() {
        return Optional.empty();
    }

    /**
     * Meaning of an acknowledgement for producers of this kind. Called after the first connection was made, so that facts of the
     * broker (its version) can be named.
     */
    Semantics semantics(ProducerSpec spec);

    /** Frees the resources of the client; its connections have been closed by then. */
    @Override
    void close();
}
