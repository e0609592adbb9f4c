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
     * @throws DriverException if the broker refuses; a {@link RefusedException} if it would refuse on each new connection, too
     */
    Producer createProducer(ProducerSpec spec, SendListener listener) throws DriverException;

    /**
     * Makes a consumer, and blocks until its subscription exists at the broker. No message is delivered before {@link #start}.
     *
     * @throws DriverException if the broker refuses; a {@link RefusedException} if it would refuse on each new connection, too
     */
    Consumer createConsumer(ConsumerSpec spec, DeliveryListener listener) throws DriverException;

    /**
     * Starts the deliveries to the consumers of this connection, for the first time or after {@link #stop}.
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
     * Removes a durable or shared subscription from the broker. All consumers of the subscription are closed by then.
     *
     * @throws DriverException if the broker refuses, for example because the subscription has a consumer on another connection
     * @implSpec nothing happens where the protocol removes the subscription with its last consumer
     */
    void unsubscribe(Destination topic, ConsumerSpec.Subscription subscription) throws DriverException;

    /**
     * Id of the cluster, or of a broker without a cluster. If a new connection reaches another id, the run fails, because the
     * messages of the run are not there.
     *
     * @return empty if the protocol has no such id
     */
    default Optional<String> clusterId() {
        return Optional.empty();
    }

    /**
     * Closes the connection with its producers and consumers. Blocks; never throws for a broken connection.
     *
     * @implNote Dyno waits five seconds for it to return, and then continues without it
     */
    @Override
    void close();
}
