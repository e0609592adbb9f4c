package dev.dyno.load;

import dev.dyno.driver.Producer;

/** A producer of the driver's and the connection it was made on; the next connection has another one. */
final class Attachment {

    final Link.Session session;
    final Producer producer;
    /** Counts the producers that have been made for one and the same place. */
    final int generation;

    Attachment(Link.Session session, Producer producer, int generation) {
        this.session = session;
        this.producer = producer;
        this.generation = generation;
    }
}
