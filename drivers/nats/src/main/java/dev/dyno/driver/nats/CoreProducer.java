package dev.dyno.driver.nats;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Publishes on core NATS, where the server does not answer: an asynchronous send is complete when jnats has accepted it. A
 * synchronous send pings the server, which answers after it has read the message.
 */
final class CoreProducer implements Producer {

    private final Outgoing outgoing;
    private final Duration timeout;
    private final SendListener listener;
    private boolean closed;

    CoreProducer(Outgoing outgoing, Duration timeout, SendListener listener) {
        this.outgoing = outgoing;
        this.timeout = timeout;
        this.listener = listener;
    }

    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        if (outgoing.isFull()) {
            return false;
        }
        publish(body);
        listener.onSendCompleted(token, null);
        return true;
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        publish(body);
        outgoing.flush(timeout);
    }

    private void publish(ByteBuffer body) throws DriverException {
        try {
            outgoing.connection.publish(outgoing.subject, outgoing.headers, Outgoing.copy(body));
        } catch (RuntimeException e) {
            throw Failures.of(outgoing.cannotSend, e);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Outgoing.flushBeforeClose(outgoing.connection);
        }
    }
}
