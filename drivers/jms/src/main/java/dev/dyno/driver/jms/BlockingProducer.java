package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import dev.dyno.driver.TimeSource;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends one message after the other, each acknowledged or as part of a transaction.
 *
 * <p>Assumptions and guarantees: {@link #fail} on any thread, everything else on the producer's.
 */
final class BlockingProducer implements Producer, LosableConnection.Part {

    private static final long LOOK_AGAIN_NS = TimeUnit.SECONDS.toNanos(1);

    private final ProducerResources resources;
    private final boolean fresh;
    private final Optional<SendCall> byCompletion;
    private final TimeSource time;
    private volatile @Nullable DriverException broken;
    private @Nullable Message reused;

    /** @param byCompletion way to send and wait for a completion, if the provider's blocking send does not wait */
    BlockingProducer(ProducerResources resources, boolean fresh, Optional<SendCall> byCompletion, TimeSource time) {
        this.resources = resources;
        this.fresh = fresh;
        this.byCompletion = byCompletion;
        this.time = time;
    }

    @Override
    public void useKey(MessageKey key) throws DriverException {
        resources.messages().useKey(key);
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        try {
            Message message = reused;
            if (message == null || fresh) {
                message = resources.messages().create();
                reused = message;
                resources.messages().fill(message, body);
            } else {
                resources.messages().refill(message, body);
            }
            if (byCompletion.isPresent()) {
                sendAndAwait(byCompletion.get(), message);
            } else {
                resources.producer().send(message);
            }
        } catch (JMSException | RuntimeException | LinkageError e) {
            throw resources.failure(e);
        }
    }

    private void sendAndAwait(SendCall call, Message message) throws JMSException, DriverException {
        Waiter waiter = new Waiter(time);
        call.send(resources.producer(), message, call.callback(waiter));
        while (!waiter.done) {
            time.parkUntil(time.nanoTime() + LOOK_AGAIN_NS);
            DriverException lost = broken;
            if (lost != null && !waiter.done) {
                throw lost;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new DriverException(resources.cannotSend() + ": interrupted before the acknowledgement came");
            }
        }
        if (waiter.failure != null) {
            throw resources.failure(waiter.failure);
        }
    }

    @Override
    public void commit() throws DriverException {
        try {
            resources.session().commit();
        } catch (JMSException | RuntimeException e) {
            throw Failures.of("cannot commit", e);
        }
    }

    @Override
    public void fail(DriverException cause) {
        broken = cause;
    }

    @Override
    public void close() {
        resources.close(this);
    }

    private static final class Waiter implements Answer {

        private final TimeSource time;
        private final Thread thread = Thread.currentThread();
        private @Nullable Exception failure;
        private volatile boolean done;

        Waiter(TimeSource time) {
            this.time = time;
        }

        @Override
        public void answered(@Nullable Exception failure) {
            this.failure = failure;
            done = true;
            time.unpark(thread);
        }
    }
}
