package dev.dyno.driver.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages that a producer sends between two commits. Each message is served when it arrives; the commit is one more request
 * to the server, and is confirmed when it and all messages have been served. Used on the loop only.
 */
final class SimTransaction implements Runnable {

    private final SimProducer producer;
    private final List<SimMessage> served = new ArrayList<>();
    private int unserved;
    private boolean failed;
    private boolean commitServed;
    private boolean closed;
    private long confirmedNs;

    SimTransaction(SimProducer producer) {
        this.producer = producer;
    }

    void arrived() {
        unserved++;
    }

    void served(SimMessage message, boolean messageFailed) {
        unserved--;
        if (closed) {
            producer.server().counters().rolledBack.increment();
            return;
        }
        served.add(message);
        failed |= messageFailed;
        confirmIfServed(message.servedNs);
    }

    /** Called when the commit has been served, at {@code atNs}. */
    void commitServed(long atNs) {
        commitServed = true;
        confirmIfServed(atNs);
    }

    @Override
    public void run() {
        producer.server().commitServed(this);
    }

    long confirmedNs() {
        return confirmedNs;
    }

    void confirmedAt(long atNs) {
        confirmedNs = atNs;
    }

    /** Rolls back: the messages never become visible, and count as rolled back, those in flight when they have been served. */
    void rollBack() {
        if (!closed) {
            closed = true;
            producer.server().counters().rolledBack.add(served.size());
            served.clear();
        }
    }

    private void confirmIfServed(long atNs) {
        if (!commitServed || unserved > 0 || closed) {
            return;
        }
        closed = true;
        if (failed) {
            producer.server().counters().failed.add(served.size());
        } else {
            for (final SimMessage message : served) {
                message.servedNs = atNs;
                producer.server().accept(message);
            }
        }
        producer.committed(failed);
    }
}
