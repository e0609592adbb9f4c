package dev.dyno.driver.mqtt;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to one topic.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once: by the end of its handshake, or from {@link #fail}
 * when the link is lost, or from {@link #close} for what is left. Completions come on the client library's threads and are passed
 * on one at a time.
 *
 * <p>A slot per token keeps a message whose content is changed for every send: the broker has it, or at QoS 0 the network, when
 * the slot is free again.
 */
final class MqttProducer implements Producer, Failable {

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

    private final MqttConnection connection;
    private final Sending sending;
    private final String topic;
    private final Map<String, Object> properties;
    private final String cannotSend;
    private final SendListener listener;
    private final Object completions = new Object();

    /** By token. Only the sending thread writes it; {@link #fail} reads it. */
    private volatile @Nullable Slot[] slots = new @Nullable Slot[FIRST_SLOTS];

    private volatile @Nullable CompletableFuture<?> synchronous;
    private volatile @Nullable DriverException broken;

    MqttProducer(MqttConnection connection, Sending sending, String topic, ProducerSpec spec, SendListener listener) {
        this.connection = connection;
        this.sending = sending;
        this.topic = topic;
        this.properties = spec.properties();
        this.cannotSend = "cannot send to " + spec.destination();
        this.listener = listener;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The slot hears of the failure.
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        final int size = body.remaining();
        final DriverException before = broken;
        if (before != null) {
            throw before;
        }
        if (!sending.begin(size)) {
            return false;
        }
        final Slot slot = slot(Math.toIntExact(token));
        final Link.Publication publication = slot.fill(body, size);
        slot.pending = true;
        // Whoever sets broken looks for pending slots afterwards: one of the two sees the other.
        final DriverException failure = broken;
        if (failure != null) {
            return refuse(slot, failure);
        }
        try {
            publication.publish().whenComplete(slot);
            return true;
        } catch (RuntimeException e) {
            return refuse(slot, Failures.of(cannotSend, e));
        }
    }

    /** Takes the send back, unless it has been reported as failed already. */
    private boolean refuse(Slot slot, DriverException failure) throws DriverException {
        if (PENDING.compareAndSet(slot, true, false)) {
            sending.end(slot.size());
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
        final CompletableFuture<?> answer = slot(0).fill(body, body.remaining()).publish();
        synchronous = answer;
        // Whoever sets broken looks for this send afterwards: one of the two sees the other.
        final DriverException failure = broken;
        if (failure != null) {
            throw failure;
        }
        try {
            answer.get();
        } catch (InterruptedException | ExecutionException e) {
            throw Failures.of(cannotSend, e);
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
        final CompletableFuture<?> waiting = synchronous;
        if (waiting != null) {
            waiting.completeExceptionally(cause);
        }
        for (Slot slot : slots) {
            if (slot != null) {
                slot.complete(cause);
            }
        }
    }

    @Override
    public void close() {
        connection.forget(this);
        if (broken == null) {
            connection.awaitAnswers(this);
            fail(new DriverException(cannotSend + ": closed before the acknowledgement came"));
        }
    }

    boolean hasPending() {
        for (Slot slot : slots) {
            if (slot != null && slot.pending) {
                return true;
            }
        }
        return false;
    }

    /** One message under way. */
    private final class Slot implements BiConsumer<@Nullable Object, @Nullable Throwable> {

        private final int token;
        private byte[] bytes = new byte[0];
        private Link.@Nullable Publication publication;

        /** Written through {@link #PENDING}, too. */
        private volatile boolean pending;

        Slot(int token) {
            this.token = token;
        }

        Link.Publication fill(ByteBuffer body, int size) {
            Link.Publication message = publication;
            if (message == null || bytes.length != size) {
                bytes = new byte[size];
                message = sending.link.publication(topic, bytes, properties);
                publication = message;
            }
            System.arraycopy(body.array(), body.arrayOffset() + body.position(), bytes, 0, size);
            return message;
        }

        int size() {
            return bytes.length;
        }

        @Override
        public void accept(@Nullable Object answer, @Nullable Throwable failure) {
            complete(failure == null ? null : Failures.of(cannotSend, failure));
        }

        /** Once it returns the listener has been told, by this thread or by another: {@link #close} counts on that. */
        void complete(@Nullable Throwable failure) {
            synchronized (completions) {
                if (PENDING.compareAndSet(this, true, false)) {
                    sending.end(bytes.length);
                    listener.onSendCompleted(token, failure);
                }
            }
        }
    }
}
