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

    /** Capabilities of this client with its settings; a workload that needs others is refused before it starts. */
    Capabilities capabilities();

    /**
     * Refuses destinations with names that the broker does not allow. Called before the first connection, or even the broker,
     * exists.
     *
     * @implSpec No network traffic.
     * @throws DriverException with the destination, and the rule for its name
     */
    default void checkNames(List<Destination> destinations) throws DriverException {}

    /**
     * Opens a connection and blocks until the broker has accepted it. Deliveries begin with {@link ClientConnection#start}.
     *
     * @throws DriverException if the broker cannot be reached or refuses; a {@link RefusedException} if it would refuse each new
     *     connection, too. The message has the broker's own words
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
     * Limit of unacknowledged messages that the settings give to a consumer. Called before the first connection is made.
     *
     * @return empty if there is none, or it is unknown
     * @implSpec a client that returns empty must deliver even to a consumer that acknowledges nothing
     */
    default Optional<AckWindow> ackWindow(ConsumerSpec spec) {
        return Optional.empty();
    }

    /**
     * Whether the consumers of this client call {@link DeliveryListener#takesOne}. If not, only {@link Consumer#receive} can take
     * an exact number of messages.
     */
    default boolean listenersRefuse() {
        return false;
    }

    /**
     * Whether a queue ends with its last consumer, for example because the driver makes it of a topic and a shared subscription:
     * messages sent before the next consumer comes are never delivered.
     */
    default boolean queuesEndWithConsumers() {
        return false;
    }

    /**
     * Reason why consumers in mode {@link AckMode#INDIVIDUAL} have no {@link Consumer#reject}: words that follow "no rejected
     * messages". Empty if they have it, or if there is no such mode. Called after {@link #prepare}, because the reason may be the
     * broker.
     */
    default Optional<String> lacksReject() {
        return Optional.empty();
    }

    /**
     * Reason why consumers in mode {@link AckMode#INDIVIDUAL} have no {@link Consumer#delivery}: words that follow "no messages
     * worked on at once". Empty if they have it, or if there is no such mode.
     */
    default Optional<String> lacksDelivery() {
        return Optional.empty();
    }

    /**
     * Meaning of an acknowledgement for producers of this kind. Called after the first connection was made, so that the driver
     * can name facts about the broker, such as its version.
     */
    Semantics semantics(ProducerSpec spec);

    /** Frees the resources of the client; the connections were closed before. */
    @Override
    void close();
}
