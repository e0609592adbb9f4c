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
 * <p>Assumptions and guarantees: {@link #refuse} and {@link #handleReturn} are called by any thread, everything else by the
 * producer's. Returned messages arrive before the answer to the commit, which then fails.
 */
final class RabbitTransactedProducer extends FailableProducer implements ReturnListener {

    private static final long BLOCKED_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TimeSource time;
    private volatile @Nullable String cameBack;

    RabbitTransactedProducer(Publisher publisher, TimeSource time) {
        super(publisher);
        this.time = time;
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
        try {
            publisher.publish(body, 0);
        } catch (IOException | RuntimeException e) {
            throw Failures.of(publisher.cannotSend(), e);
        }
    }

    @Override
    public void commit() throws DriverException {
        failIfBroken();
        try {
            publisher.channel().txCommit();
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot commit", e);
        }
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
