package dev.dyno.engine.record;

import dev.dyno.driver.Producer;

/** A producer of the driver's and the connection it was made on; the next connection has another one. */
public final class Attachment {

    public final Link.Session session;
    public final Producer producer;
    /** Counts the producers that have been made for one and the same place. */
    public final int generation;

    public Attachment(Link.Session session, Producer producer, int generation) {
        this.session = session;
        this.producer = producer;
        this.generation = generation;
    }
}
