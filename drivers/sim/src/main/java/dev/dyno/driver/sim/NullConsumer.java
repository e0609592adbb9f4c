package dev.dyno.driver.sim;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A consumer of the null driver.
 *
 * <p>Assumptions and guarantees: a delivery holds the monitor of its consumer, so that two producers cannot deliver to it at the
 * same time. Listeners that send to each other in a circle, from several threads, can therefore deadlock.
 */
final class NullConsumer implements Consumer {

    private final NullConnection connection;
    private final NullBroker.Listeners listeners;
    private final DeliveryListener listener;

    NullConsumer(NullConnection connection, NullBroker.Listeners listeners, DeliveryListener listener) {
        this.connection = connection;
        this.listeners = listeners;
        this.listener = listener;
        listeners.add(this);
    }

    synchronized void deliver(ByteBuffer body) {
        if (connection.isStarted()) {
            try {
                listener.onMessage(body);
            } catch (DriverException | RuntimeException e) {
                connection.report(e);
            }
        }
    }

    /** Returns when no delivery is in progress. The caller must have prevented further ones, or they may follow. */
    synchronized void awaitQuiet() {
        // A delivery holds the monitor, so none is in progress here.
    }

    /** Always 0, because a message is delivered inside its send. */
    @Override
    public Optional<MessagesLeft> messagesLeft() {
        return Optional.of(MessagesLeft.ofBroker(0));
    }

    @Override
    public void close() {
        listeners.remove(this);
        awaitQuiet();
        connection.closed(this);
    }
}
