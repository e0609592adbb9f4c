package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.InDoubtException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.UnavailableException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends one message after the other: an asynchronous producer with one message in flight, and a wait for its completion.
 *
 * <p>Assumptions and guarantees: used by one thread; the completion comes on any thread.
 */
final class SyncProducer implements Producer {

    private static final long LOOK_AGAIN_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long BLOCKED_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TimeSource time;
    private final String cannotSend;

    /** Asynchronous producer, set right after the construction, because it reports completions to this one. */
    private @Nullable Producer inner;

    private @Nullable Throwable failure;
    private volatile boolean done;
    private volatile @Nullable Thread waiting;

    SyncProducer(String cannotSend, TimeSource time) {
        this.cannotSend = cannotSend;
        this.time = time;
    }

    void sendBy(Producer producer) {
        inner = producer;
    }

    /** Ends the wait of {@link #send}. Any thread, including the waiting one. */
    void onSendCompleted(@Nullable Throwable completedWith) {
        failure = completedWith;
        done = true;
        Thread thread = waiting;
        if (thread != null) {
            time.unpark(thread);
        }
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        done = false;
        waiting = Thread.currentThread();
        while (!inner().trySend(body, 0)) {
            await(BLOCKED_NS);
        }
        inner().flush();
        while (!done) {
            await(LOOK_AGAIN_NS);
        }
        final Throwable completedWith = failure;
        if (completedWith instanceof UnavailableException away) {
            throw new UnavailableException(String.valueOf(away.getMessage()), away);
        }
        if (completedWith instanceof InDoubtException unanswered) {
            throw new InDoubtException(String.valueOf(unanswered.getMessage()), unanswered);
        }
        if (completedWith instanceof DriverException refused) {
            // The failure was made on another thread, or for many messages. A new one has the stack of this send.
            throw new DriverException(String.valueOf(refused.getMessage()), refused);
        }
        if (completedWith != null) {
            throw Failures.of(cannotSend, completedWith);
        }
    }

    private void await(long forNs) throws DriverException {
        if (Thread.currentThread().isInterrupted()) {
            throw new DriverException(cannotSend + ": interrupted before the acknowledgement came");
        }
        time.parkUntil(time.nanoTime() + forNs);
    }

    private Producer inner() {
        Producer producer = inner;
        if (producer == null) {
            throw new IllegalStateException("a producer without a channel");
        }
        return producer;
    }

    @Override
    public void close() {
        inner().close();
    }
}
