package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.ReturnListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Publishes in transactions of its channel.
 *
 * <p>Assumptions and guarantees: {@link #refuse}, {@link #failPending} and {@link #handleReturn} are called by any thread,
 * everything else by the producer's. Returned messages arrive before the answer to the commit, which then fails. A transaction ends
 * with its connection, so that its next send or commit fails although the library has made another connection.
 */
final class RabbitTransactedProducer extends FailableProducer implements ReturnListener {

    private static final long BLOCKED_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TimeSource time;
    private volatile @Nullable String cameBack;

    /** Failure of the connection since the last send or commit; null = none. */
    private volatile @Nullable DriverException lost;

    /** Whether a message was sent since the last commit. */
    private boolean open;

    RabbitTransactedProducer(Publisher publisher, TimeSource time) {
        super(publisher);
        this.time = time;
    }

    @Override
    void failPending(DriverException cause) {
        lost = cause;
    }

    private void failIfLost() throws DriverException {
        failIfBroken();
        final DriverException cause = lost;
        if (cause != null) {
            lost = null;
            cameBack = null;
            final boolean ended = open;
            open = false;
            if (ended) {
                throw cause;
            }
        }
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        failIfBroken();
        while (publisher.connection().wouldBlock()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new DriverException(publisher.cannotSend() + ": interrupted while the broker takes no messages");
            }
            time.parkUntil(time.nanoTime() + BLOCKED_NS);
            failIfBroken();
        }
        failIfLost();
        open = true;
        try {
            publisher.publish(body, 0);
        } catch (IOException | RuntimeException e) {
            open = false;
            throw publisher.connection().failure(publisher.cannotSend(), e);
        }
    }

    @Override
    public void commit() throws DriverException {
        failIfLost();
        try {
            publisher.channel().txCommit();
        } catch (IOException | RuntimeException e) {
            open = false;
            throw publisher.connection().failure("cannot commit", e);
        }
        // The answer may come from a later connection, which does not know the transaction.
        failIfLost();
        open = false;
        final String words = cameBack;
        if (words != null) {
            cameBack = null;
            throw new DriverException("cannot commit: messages to " + publisher.destination() + " came back: " + words);
        }
    }

    @Override
    public void handleReturn(
            int replyCode,
            String replyText,
            String exchange,
            String routingKey,
            BasicProperties properties,
            byte[] body) {
        cameBack = replyCode + " " + replyText;
    }
}
