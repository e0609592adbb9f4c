package dev.dyno.driver.sim;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way through the broker, and at the same time the event that moves it to its next station, so that it needs no
 * other object. Used on the loop only after construction, except its final fields.
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

    /** Destination; set when it is acknowledged. */
    @Nullable
    SimTarget target;

    /** Number of the broker's life in which it arrived. */
    int life;

    /** End of its service, in ns. */
    long servedNs;

    /** Neighbours in the producer's list of messages that are not completed; linked while {@link #pending}. */
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
