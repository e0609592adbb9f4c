package dev.dyno.driver.sim;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message in the broker. The object is also the event that moves the message on, so that no other object is needed. Only its
 * final fields may be used outside the loop.
 */
final class SimMessage implements Runnable {

    enum Station {
        ARRIVING,
        SERVED,
        STORED
    }

    final SimProducer producer;
    final byte[] body;
    final long token;
    final long sentNs;
    final @Nullable SimTransaction transaction;

    Station station = Station.ARRIVING;
    int copies = 1;

    /** Destination; set when the message is acknowledged. */
    @Nullable
    SimTarget target;

    /** Number of the server's deaths before the message arrived. */
    int life;

    /** Time in ns of its acknowledgement; in a transaction, of the end of the work on it and then of the commit. */
    long servedNs;

    /** Neighbours in the producer's list of messages in flight; set while {@link #pending}. */
    @Nullable
    SimMessage previous;

    @Nullable
    SimMessage next;

    boolean pending;

    SimMessage(SimProducer producer, byte[] body, long token, long sentNs, @Nullable SimTransaction transaction) {
        this.producer = producer;
        this.body = body;
        this.token = token;
        this.sentNs = sentNs;
        this.transaction = transaction;
    }

    @Override
    public void run() {
        switch (station) {
            case ARRIVING -> producer.server().arrived(this);
            case SERVED -> producer.server().served(this);
            case STORED -> producer.server().deliverable(this);
        }
    }

    boolean isPersistent() {
        return producer.isPersistent();
    }

    boolean mayExpire() {
        return producer.timeToLiveNs() > 0;
    }

    /** Whether its time to live, counted from {@link #sentNs}, is over. */
    boolean expired(long nowNs) {
        return nowNs - sentNs >= producer.timeToLiveNs();
    }

    Map<String, Object> properties() {
        return producer.properties();
    }
}
