package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sends with completions, in the way of a {@link SendCall}.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once, whatever the provider does: completions come
 * on the provider's threads, from {@link #fail} when the connection is lost, and from {@link #close} for what is left. They
 * are passed on one at a time.
 *
 * <p>A {@link Slot} per token holds a message that is sent again and again. Where the provider does not bear that ({@link
 * Preset#freshMessages}), each send has a slot and a message of its own, so that a late second completion of an old message
 * cannot be taken for one of its successor.
 */
final class AsyncProducer implements Producer, Failable {

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

    private final ProducerResources resources;
    private final MessageProducer producer;
    private final MessageMaker messages;
    private final SendCall call;
    private final boolean fresh;
    private final SendListener listener;
    private final Object completions = new Object();

    /** By token. Only the sending thread writes it; {@link #fail} reads it. */
    private volatile @Nullable Slot[] slots;

    private volatile @Nullable DriverException broken;

    AsyncProducer(ProducerResources resources, SendCall call, boolean fresh, int maxInFlight, SendListener listener) {
        this.resources = resources;
        this.producer = resources.producer();
        this.messages = resources.messages();
        this.call = call;
        this.fresh = fresh;
        this.listener = listener;
        this.slots = new @Nullable Slot[maxInFlight > 0 ? Math.min(maxInFlight, FIRST_SLOTS) : FIRST_SLOTS];
    }

    /**
     * {@inheritDoc}
     *
     * <p>Blocks while the provider's own window of unsent or uncredited messages is full: JMS does not tell beforehand.
     */
    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        Slot slot;
        try {
            slot = slot(Math.toIntExact(token));
            if (slot.used) {
                messages.refill(slot.message, body);
            } else {
                messages.fill(slot.message, body);
                slot.used = true;
            }
        } catch (JMSException | RuntimeException e) {
            throw Failures.of(resources.cannotSend(), e);
        }
        slot.pending = true;
        // Whoever sets broken looks for pending slots afterwards: one of the two sees the other.
        final DriverException failure = broken;
        if (failure != null) {
            return refuse(slot, failure);
        }
        try {
            call.send(producer, slot.message, slot.callback);
            return true;
        } catch (JMSException | RuntimeException | LinkageError e) {
            return refuse(slot, Failures.of(resources.cannotSend(), e));
        }
    }

    /** Takes the send back, unless it has been reported as failed already. */
    private static boolean refuse(Slot slot, DriverException failure) throws DriverException {
        if (PENDING.compareAndSet(slot, true, false)) {
            throw failure;
        }
        return true;
    }

    private Slot slot(int token) throws JMSException {
        @Nullable Slot[] array = slots;
        if (token >= array.length) {
            array = Arrays.copyOf(array, Math.max(token + 1, array.length * 2));
            slots = array;
        }
        Slot slot = array[token];
        if (slot == null || fresh) {
            slot = new Slot(token, messages.create());
            array[token] = slot;
        }
        return slot;
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
        DriverException closed = new DriverException(resources.cannotSend() + ": closed");
        refuse(closed);
        resources.close(this);
        fail(closed);
    }

    /** One message under way. */
    private final class Slot implements Answer {

        private final int token;
        private final Message message;
        private final Object callback;

        /** Whether the message has a body; only for the sending thread. */
        private boolean used;

        /** Read through {@link #PENDING}. */
        @SuppressWarnings("UnusedVariable")
        private volatile boolean pending;

        Slot(int token, Message message) {
            this.token = token;
            this.message = message;
            this.callback = call.callback(this);
        }

        @Override
        public void answered(@Nullable Exception failure) {
            complete(failure == null ? null : Failures.of(resources.cannotSend(), failure));
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
