package dev.dyno.driver.mqtt;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.PendingSend;
import dev.dyno.driver.PendingSends;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to one topic.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once: by the end of its handshake, from {@link #fail}
 * when the link is lost, or from {@link #close}. Completions arrive on the client library's threads and are passed on one at a
 * time.
 *
 * <p>A slot per token keeps a message whose content is replaced for every send. When the slot is free again, the previous content
 * has reached the broker, or with QoS 0 the network.
 */
final class MqttProducer implements Producer, LosableConnection.Part {

    private final MqttConnection connection;
    private final Sending sending;
    private final String topic;
    private final ProducerSpec spec;
    private final String cannotSend;
    private final PendingSends<Slot> sends;

    private volatile @Nullable CompletableFuture<?> synchronous;

    MqttProducer(MqttConnection connection, Sending sending, String topic, ProducerSpec spec, SendListener listener) {
        this.connection = connection;
        this.sending = sending;
        this.topic = topic;
        this.spec = spec;
        this.cannotSend = "cannot send to " + spec.destination();
        this.sends = new PendingSends<>(Slot::new, listener);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The slot receives the failure.
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        final int size = body.remaining();
        sends.check();
        if (!sending.begin(size)) {
            return false;
        }
        final Slot slot = sends.slot(token);
        final MqttLink.Publication publication = slot.fill(body, size);
        if (!sends.begin(slot)) {
            return true;
        }
        try {
            publication.publish().whenComplete(slot);
            return true;
        } catch (RuntimeException e) {
            return sends.refuse(slot, Failures.of(cannotSend, e));
        }
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        final CompletableFuture<?> answer =
                sends.slot(0).fill(body, body.remaining()).publish();
        synchronous = answer;
        // The thread that fails all sends looks for this one afterwards, so either it finds this send, or this thread
        // sees the failure.
        sends.check();
        try {
            answer.get();
        } catch (InterruptedException | ExecutionException e) {
            throw Failures.of(cannotSend, e);
        }
    }

    @Override
    public void fail(DriverException cause) {
        sends.fail(cause);
        final CompletableFuture<?> waiting = synchronous;
        if (waiting != null) {
            waiting.completeExceptionally(cause);
        }
    }

    @Override
    public void close() {
        connection.forget(this);
        connection.awaitAnswers(this);
        fail(new DriverException(cannotSend + ": closed before the acknowledgement came"));
    }

    boolean hasPending() {
        return sends.hasPending();
    }

    /** One message in flight. */
    private final class Slot extends PendingSend implements BiConsumer<@Nullable Object, @Nullable Throwable> {

        private byte[] bytes = new byte[0];
        private MqttLink.@Nullable Publication publication;

        Slot(int token) {
            super(token);
        }

        MqttLink.Publication fill(ByteBuffer body, int size) {
            MqttLink.Publication message = publication;
            if (message == null || bytes.length != size) {
                bytes = new byte[size];
                message = sending.link.publication(topic, bytes, spec);
                publication = message;
            }
            System.arraycopy(body.array(), body.arrayOffset() + body.position(), bytes, 0, size);
            return message;
        }

        @Override
        public void accept(@Nullable Object answer, @Nullable Throwable failure) {
            sends.complete(this, failure == null ? null : Failures.of(cannotSend, failure));
        }

        @Override
        protected void onEnd() {
            sending.end(bytes.length);
        }
    }
}
