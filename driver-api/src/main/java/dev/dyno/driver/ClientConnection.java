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
     * Makes a producer for one destination. May block.
     *
     * @param listener receives every completion of {@link Producer#trySend}
     * @throws DriverException if the broker refuses, a {@link RefusedException} if each new connection would be refused alike
     */
    Producer createProducer(ProducerSpec spec, SendListener listener) throws DriverException;

    /**
     * Makes a consumer, and blocks until its subscription exists at the broker; the first delivery comes after {@link #start}.
     *
     * @throws DriverException if the broker refuses, a {@link RefusedException} if each new connection would be refused alike
     */
    Consumer createConsumer(ConsumerSpec spec, DeliveryListener listener) throws DriverException;

    /**
     * Begins, or begins again, to deliver to the consumers of this connection.
     *
     * @throws DriverException if that failed; the connection then counts as broken
     */
    void start() throws DriverException;

    /**
     * Stops deliveries, and blocks until no {@link DeliveryListener} of this connection is running.
     *
     * @throws DriverException if that failed, unless the connection is broken
     */
    void stop() throws DriverException;

    /**
     * Removes a durable or shared subscription from the broker. All its consumers are closed by then.
     *
     * @throws DriverException if the broker refuses, for example because the subscription has a consumer elsewhere
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

    /**
     * Closes the connection with its producers and consumers. Blocks; never throws for a broken connection.
     *
     * @implNote after five seconds Dyno does not wait for it any longer
     */
    @Override
    void close();
}
