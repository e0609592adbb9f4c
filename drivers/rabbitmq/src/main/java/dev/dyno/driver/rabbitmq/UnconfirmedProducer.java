package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.SendListener;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Publishes without confirms: a send completes when the library has taken the message.
 *
 * <p>Assumptions and guarantees: completions come from inside {@link #trySend}.
 */
final class UnconfirmedProducer extends FailableProducer {

    private final RabbitConnection connection;
    private final SendListener listener;

    UnconfirmedProducer(Publisher publisher, SendListener listener) {
        super(publisher);
        this.connection = publisher.connection();
        this.listener = listener;
    }

    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        failIfBroken();
        if (connection.wouldBlock()) {
            return false;
        }
        try {
            publisher.publish(body, (int) token);
        } catch (IOException | RuntimeException e) {
            throw connection.failure(publisher.cannotSend(), e);
        }
        listener.onSendCompleted(token, null);
        return true;
    }
}
