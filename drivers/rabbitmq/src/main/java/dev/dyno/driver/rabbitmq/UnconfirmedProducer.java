package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes without confirms: a send completes when the library has taken it.
 *
 * <p>Assumptions and guarantees: completions come from inside {@link #trySend}.
 */
final class UnconfirmedProducer implements Producer, Failable {

    private final Publisher publisher;
    private final RabbitConnection connection;
    private final SendListener listener;

    private volatile @Nullable DriverException broken;

    UnconfirmedProducer(Publisher publisher, SendListener listener) {
        this.publisher = publisher;
        this.connection = publisher.connection();
        this.listener = listener;
    }

    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        final DriverException failure = broken;
        if (failure != null) {
            throw failure;
        }
        if (connection.wouldBlock()) {
            return false;
        }
        try {
            publisher.publish(body, (int) token);
        } catch (IOException | RuntimeException e) {
            throw Failures.of(publisher.cannotSend(), e);
        }
        listener.onSendCompleted(token, null);
        return true;
    }

    @Override
    public void flush() {
        publisher.flush();
    }

    @Override
    public void refuse(DriverException cause) {
        broken = cause;
    }

    @Override
    public void close() {
        refuse(new DriverException(publisher.cannotSend() + ": closed"));
        publisher.close(this);
    }
}
