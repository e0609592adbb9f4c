package dev.dyno.driver;

import java.util.Optional;

/**
 * A connection to a broker.
 *
 * <p>Assumptions and guarantees: producers and consumers are created, and {@link #start}, {@link #stop} and {@link #close}
 * called, from one thread at a time, while the producers and consumers made earlier may be in use on threads of their own.
 */
public interface ClientConnection extends AutoCloseable {

    /**
     * Makes a producer for one destination.
     *
     * @param listener receives every completion of {@link Producer#trySend}
     */
    Producer createProducer(ProducerSpec spec, SendListener listener) throws DriverException;

    /**
     * Makes a consumer. Its subscription exists at the broker when this returns; the first delivery comes after {@link
     * #start}.
     */
    Consumer createConsumer(ConsumerSpec spec, DeliveryListener listener) throws DriverException;

    /** Begins, or begins again, to deliver to the consumers of this connection. */
    void start() throws DriverException;

    /** Stops deliveries. When it returns no {@link DeliveryListener} of this connection is running. */
    void stop() throws DriverException;

    /**
     * Removes a durable or shared subscription from the broker. All its consumers are closed by then.
     *
     * @param subscription the name of {@link ConsumerSpec.Subscription}
     * @implSpec nothing happens where the protocol removes the subscription with its last consumer
     */
    void unsubscribe(Destination topic, ConsumerSpec.Subscription subscription) throws DriverException;

    /**
     * Id of the cluster, or of a broker without one; one with another id has other messages.
     *
     * @return empty if the protocol has none
     */
    default Optional<String> clusterId() {
        return Optional.empty();
    }

    /** Closes the connection with its producers and consumers. Blocks; never throws for a broken connection. */
    @Override
    void close();
}
