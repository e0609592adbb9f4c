package dev.dyno.engine.record;

import dev.dyno.driver.Producer;

/** A producer of the driver with the connection it was made on. After a reconnect there is another one. */
public final class BoundProducer {

    public final ReplaceableConnection.Session session;
    public final Producer producer;
    /** Generation: how often this producer was created, counted over all connections. */
    public final int generation;

    public BoundProducer(ReplaceableConnection.Session session, Producer producer, int generation) {
        this.session = session;
        this.producer = producer;
        this.generation = generation;
    }
}
