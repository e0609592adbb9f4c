package dev.dyno.driver.nats;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import io.nats.client.JetStream;
import io.nats.client.api.PublishAck;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to a stream, which acknowledges each message.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once: by the answer to it, from {@link #fail} when the
 * connection is lost, or from {@link #close} for what is left. Completions come on the threads of jnats and are passed on one at
 * a time.
 */
final class StreamProducer implements Producer, Failable {

    private static final VarHandle PENDING;

    static {
        try {
            PENDING = MethodHandles.lookup().findVarHandle(Slot.class, "pending", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** So many to begin with; {@link #slot} makes room for more. */
    private static final int FIRST_SLOTS = 1024;

    private final Outgoing outgoing;
    private final JetStream stream;
    private final Watch watch;
    private final SendListener listener;
    private final Object completions = new Object();

    /** By token. Only the sending thread writes it; {@link #fail} reads it. */
    private volatile @Nullable Slot[] slots = new @Nullable Slot[FIRST_SLOTS];

    private volatile @Nullable DriverException broken;
    private boolean closed;

    StreamProducer(Outgoing outgoing, JetStream stream, Watch watch, SendListener listener) {
        this.outgoing = outgoing;
        this.stream = stream;
        this.watch = watch;
        this.listener = listener;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The slot hears of the failure.
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        if (outgoing.isFull()) {
            return false;
        }
        final Slot slot = slot(Math.toIntExact(token));
        slot.pending = true;
        // Whoever sets broken looks for pending slots afterwards: one of the two sees the other.
        final DriverException failure = broken;
        if (failure != null) {
            return refuse(slot, failure);
        }
        try {
            stream.publishAsync(outgoing.subject, outgoing.headers, Outgoing.copy(body))
                    .whenComplete(slot);
            return true;
        } catch (RuntimeException e) {
            return refuse(slot, Failures.of(outgoing.cannotSend, e));
        }
    }

    /** Takes the send back, unless it has been reported as failed already. */
    private static boolean refuse(Slot slot, DriverException failure) throws DriverException {
        if (PENDING.compareAndSet(slot, true, false)) {
            throw failure;
        }
        return true;
    }

    private Slot slot(int token) {
        @Nullable Slot[] array = slots;
        if (token >= array.length) {
            array = Arrays.copyOf(array, Math.max(token + 1, array.length * 2));
            slots = array;
        }
        Slot slot = array[token];
        if (slot == null) {
            slot = new Slot(token);
            array[token] = slot;
        }
        return slot;
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        try {
            stream.publish(outgoing.subject, outgoing.headers, Outgoing.copy(body));
        } catch (Exception e) {
            throw Failures.of(outgoing.cannotSend, e);
        }
    }

    @Override
    public void commit() {
        throw new UnsupportedOperationException("this producer has no transactions");
    }

    @Override
    public void fail(DriverException cause) {
        broken = cause;
        VarHandle.fullFence();
        for (Slot slot : slots) {
            if (slot != null) {
                slot.complete(cause);
            }
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        // Whatever the server has read it has answered by then, if the stream is not slow.
        Outgoing.flushBeforeClose(outgoing.connection);
        watch.remove(this);
        fail(new DriverException(outgoing.cannotSend + ": closed before the acknowledgement came"));
    }

    /** One message under way. */
    private final class Slot implements BiConsumer<@Nullable PublishAck, @Nullable Throwable> {

        private final int token;

        /** Read through {@link #PENDING}. */
        @SuppressWarnings("UnusedVariable")
        private volatile boolean pending;

        Slot(int token) {
            this.token = token;
        }

        @Override
        public void accept(@Nullable PublishAck acknowledgement, @Nullable Throwable failure) {
            complete(failure == null ? null : Failures.of(outgoing.cannotSend, failure));
        }

        /** Once it returns the listener has been told, by this thread or by another: {@link #close} counts on that. */
        void complete(@Nullable Throwable failure) {
            synchronized (completions) {
                if (PENDING.compareAndSet(this, true, false)) {
                    listener.onSendCompleted(token, failure);
                }
            }
        }
    }
}
