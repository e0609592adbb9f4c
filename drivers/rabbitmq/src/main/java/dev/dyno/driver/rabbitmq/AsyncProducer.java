package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ReturnListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.SendListener;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Publishes messages and completes them by the broker's confirms.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once: by its confirm, on the thread that reads the
 * connection, or when the channel or the connection is lost or closed. A message that the broker refused, or that no queue took,
 * completes with a failure.
 */
final class AsyncProducer extends FailableProducer implements ConfirmListener, ReturnListener {

    private final RabbitConnection connection;
    private final Confirms confirms;

    AsyncProducer(Publisher publisher, int maxInFlight, SendListener listener) {
        super(publisher);
        this.connection = publisher.connection();
        this.confirms = new Confirms(maxInFlight, listener);
    }

    /**
     * Returns false while the broker takes no messages, the library reconnects, {@link Confirms} has no room, or with
     * {@code io=netty} too many bytes are unwritten. With {@code io=socket} the call blocks while the socket takes no more bytes,
     * which cannot be checked beforehand.
     */
    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        if (connection.wouldBlock() && broken() == null) {
            return false;
        }
        final long tag = confirms.begin((int) token);
        if (tag == 0) {
            return false;
        }
        // The thread that sets the failure looks for messages afterwards, so either it finds this one, or this thread
        // sees the failure.
        final DriverException failure = broken();
        if (failure != null) {
            return refuse(tag, failure);
        }
        try {
            publisher.publish(body, (int) token);
            return true;
        } catch (IOException | AlreadyClosedException e) {
            return refuse(tag, connection.failure(publisher.cannotSend(), e));
        } catch (RuntimeException e) {
            confirms.takeBack(tag);
            throw Failures.of(publisher.cannotSend(), e);
        }
    }

    /** Throws the failure, unless the message has been reported as failed already: then the send counts as accepted. */
    private boolean refuse(long tag, DriverException failure) throws DriverException {
        if (confirms.withdraw(tag)) {
            throw failure;
        }
        return true;
    }

    @Override
    public void handleAck(long deliveryTag, boolean multiple) {
        confirms.confirmed(deliveryTag, multiple, null);
    }

    @Override
    public void handleNack(long deliveryTag, boolean multiple) {
        confirms.confirmed(deliveryTag, multiple, connection.refused(publisher));
    }

    @Override
    public void handleReturn(
            int replyCode,
            String replyText,
            String exchange,
            String routingKey,
            BasicProperties properties,
            byte[] body) {
        final DriverException failure =
                new DriverException(publisher.cannotSend() + ": it came back: " + replyCode + " " + replyText);
        MessageMaker.tokenOf(properties).ifPresent(token -> confirms.returned(token, failure));
    }

    @Override
    void failPending(DriverException cause) {
        confirms.failAll(cause);
    }

    @Override
    void startAgain() {
        confirms.startAgain();
    }
}
