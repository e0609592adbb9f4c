package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClientException.MemoryBufferIsFullError;
import org.apache.pulsar.client.api.PulsarClientException.ProducerQueueIsFullError;
import org.jspecify.annotations.Nullable;

/**
 * Sends without waiting.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once, whatever the library does: on the library's
 * threads, from {@link #fail} when the connection is lost, and from {@link #close} for what is left. Completions are passed on
 * one at a time: those of several partitions may come on several threads.
 */
final class AsyncProducer implements Producer, Link {

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

    private final NativeConnection connection;
    private final Messages messages;
    private final SendListener listener;
    private final Object completions = new Object();

    /** By token. Only the sending thread writes it; {@link #fail} reads it. */
    private volatile @Nullable Slot[] slots;

    private volatile @Nullable DriverException broken;

    AsyncProducer(NativeConnection connection, Messages messages, int maxInFlight, SendListener listener) {
        this.connection = connection;
        this.messages = messages;
        this.listener = listener;
        this.slots = new @Nullable Slot[maxInFlight > 0 ? Math.min(maxInFlight, FIRST_SLOTS) : FIRST_SLOTS];
    }

    /**
     * {@inheritDoc}
     *
     * <p>False if the library's limit of pending messages or bytes is reached, unless it was told to block then.
     */
    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        final Slot slot = slot(Math.toIntExact(token));
        final byte[] bytes = Messages.copy(body, slot.bytes);
        slot.bytes = bytes;
        slot.pending = true;
        // Whoever sets broken looks for pending slots afterwards: one of the two sees the other.
        final DriverException failure = broken;
        if (failure != null) {
            return refuse(slot, failure);
        }
        final CompletableFuture<MessageId> sent;
        try {
            sent = messages.message(bytes).sendAsync();
        } catch (RuntimeException | LinkageError e) {
            return refuse(slot, Failures.of(messages.cannotSend(), e));
        }
        if (sent.isCompletedExceptionally() && isFull(sent)) {
            // Reported already, if the connection was lost meanwhile: then it counts as taken.
            return !PENDING.compareAndSet(slot, true, false);
        }
        final CompletableFuture<MessageId> unused = sent.whenComplete(slot);
        return true;
    }

    /** Takes the send back, unless it has been reported as failed already. */
    private static boolean refuse(Slot slot, DriverException failure) throws DriverException {
        if (PENDING.compareAndSet(slot, true, false)) {
            throw failure;
        }
        return true;
    }

    private static boolean isFull(CompletableFuture<MessageId> failed) {
        try {
            failed.join();
            return false;
        } catch (CompletionException e) {
            return e.getCause() instanceof ProducerQueueIsFullError || e.getCause() instanceof MemoryBufferIsFullError;
        } catch (RuntimeException e) {
            return false;
        }
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
    public boolean wasDisconnected() {
        return messages.producer().getLastDisconnectedTimestamp() > 0;
    }

    @Override
    public CompletableFuture<Void> goodbye() {
        return messages.producer().closeAsync();
    }

    @Override
    public void refuse(DriverException cause) {
        broken = cause;
    }

    @Override
    public void fail(DriverException cause) {
        refuse(cause);
        VarHandle.fullFence();
        for (Slot slot : slots) {
            if (slot != null) {
                slot.complete(cause);
            }
        }
        // Or the library would go on trying to send them.
        final CompletableFuture<Void> unused = goodbye();
    }

    @Override
    public void send(ByteBuffer body) {
        throw new UnsupportedOperationException("this producer was made for asynchronous sends");
    }

    @Override
    public void commit() {
        throw new UnsupportedOperationException("this producer was made for asynchronous sends");
    }

    @Override
    public void close() {
        DriverException closed = new DriverException(messages.cannotSend() + ": closed");
        refuse(closed);
        if (connection.lost() == null) {
            Bounded.await(goodbye());
        }
        fail(closed);
        connection.forget(this);
    }

    /** One message under way. */
    private final class Slot implements BiConsumer<MessageId, @Nullable Throwable> {

        private final int token;

        /** The body. Of the library from the send to its completion; not used again after a failure, when it may be on its way yet. */
        private byte @Nullable [] bytes;

        /** Read through {@link #PENDING}. */
        @SuppressWarnings("UnusedVariable")
        private volatile boolean pending;

        Slot(int token) {
            this.token = token;
        }

        @Override
        public void accept(MessageId id, @Nullable Throwable failure) {
            if (failure == null) {
                complete(null);
            } else {
                bytes = null;
                complete(Failures.of(messages.cannotSend(), failure));
            }
        }

        void complete(@Nullable Throwable failure) {
            if (PENDING.compareAndSet(this, true, false)) {
                synchronized (completions) {
                    listener.onSendCompleted(token, failure);
                }
            }
        }
    }
}
