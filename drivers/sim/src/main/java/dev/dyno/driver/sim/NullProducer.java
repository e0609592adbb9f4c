package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;

/** Producer of the null driver. Delivers each message inside its send. */
final class NullProducer implements Producer {

    private final NullConnection connection;
    private final NullBroker.Listeners listeners;
    private final boolean topic;
    private final SendListener listener;
    private int turn;
    private volatile boolean closed;

    NullProducer(NullConnection connection, NullBroker.Listeners listeners, boolean topic, SendListener listener) {
        this.connection = connection;
        this.listeners = listeners;
        this.topic = topic;
        this.listener = listener;
    }

    /** Does nothing, because a key has no effect. */
    @Override
    public void useKey(MessageKey key) {}

    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        send(body);
        listener.onSendCompleted(token, null);
        return true;
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        if (closed || connection.isClosing()) {
            throw new DriverException("The producer of the null driver is closed.");
        }
        final NullConsumer[] consumers = listeners.consumers;
        if (consumers.length == 0) {
            return;
        }
        if (topic) {
            for (final NullConsumer consumer : consumers) {
                deliver(consumer, body);
            }
        } else {
            final int index = turn < consumers.length ? turn : 0;
            turn = index + 1;
            deliver(consumers[index], body);
        }
    }

    /** Passes the caller's own buffer to the consumer, and restores its position and limit afterwards. */
    private static void deliver(NullConsumer consumer, ByteBuffer body) {
        final int position = body.position();
        final int limit = body.limit();
        consumer.deliver(body);
        body.limit(limit).position(position);
    }

    @Override
    public void close() {
        closed = true;
    }
}
