package dev.dyno.driver.mqtt;

import io.reactivex.FlowableSubscriber;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * Messages that have arrived and were not received yet.
 *
 * <p>Assumptions and guarantees: filled by the client library's thread, taken from by one thread. Only as many messages are
 * requested as there is room for, so the client library's thread never waits; the flow control of the protocol holds back the
 * others.
 */
final class ArrivedMessages<M> implements FlowableSubscriber<M> {

    private static final int ROOM = 512;
    private static final int ASK_AGAIN = ROOM / 2;

    private final Function<M, Optional<ByteBuffer>> payload;
    private final Predicate<M> retained;
    private final Consumer<M> acknowledgement;
    private final ArrayBlockingQueue<M> messages = new ArrayBlockingQueue<>(ROOM);
    final AtomicLong arrived = new AtomicLong();
    /** Number of messages that have been acknowledged, or with QoS 0 delivered. */
    final AtomicLong acknowledged = new AtomicLong();

    private volatile Runnable onArrival = () -> {};
    private volatile @Nullable Subscription subscription;
    private @Nullable M current;
    private int taken;
    private byte[] bytes = new byte[1024];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);

    /** Takes functions on a message, because the two versions of the protocol have no common type. */
    ArrivedMessages(Function<M, Optional<ByteBuffer>> payload, Predicate<M> retained, Consumer<M> acknowledgement) {
        this.payload = payload;
        this.retained = retained;
        this.acknowledgement = acknowledgement;
    }

    @Override
    public void onSubscribe(Subscription to) {
        subscription = to;
        to.request(ROOM);
    }

    @Override
    public void onNext(M message) {
        arrived.incrementAndGet();
        messages.add(message);
        onArrival.run();
    }

    /** Sets a callback for each message that arrives from now on; called on the client library's thread. */
    void onArrival(Runnable call) {
        onArrival = call;
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    @Override
    public void onError(Throwable failure) {
        // The link has ended with a failure, which is reported separately.
    }

    @Override
    public void onComplete() {
        // The link has ended normally.
    }

    /**
     * Waits for a message and makes it the current one. A retained message from before the subscription is only acknowledged.
     *
     * @param timeoutNs longest wait, in ns; 0 = return at once
     * @return whether there is a new current message; false also after a retained message, even before the timeout
     */
    boolean take(long timeoutNs) throws InterruptedException {
        final M next = timeoutNs == 0 ? messages.poll() : messages.poll(timeoutNs, TimeUnit.NANOSECONDS);
        if (next == null) {
            return false;
        }
        if (++taken == ASK_AGAIN) {
            taken = 0;
            askAgain();
        }
        if (retained.test(next)) {
            // A retained message from before the subscription, which does not belong to the load.
            acknowledge(next);
            return false;
        }
        current = next;
        return true;
    }

    private void askAgain() {
        Subscription from = subscription;
        if (from != null) {
            from.request(ASK_AGAIN);
        }
    }

    /** Body of the current message, valid until the next one. */
    ByteBuffer body() {
        final M message = current;
        final ByteBuffer content =
                message == null ? null : payload.apply(message).orElse(null);
        final int length = content == null ? 0 : content.remaining();
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, bytes.length * 2)];
            buffer = ByteBuffer.wrap(bytes);
        }
        if (content != null) {
            content.get(bytes, 0, length);
        }
        return buffer.clear().limit(length);
    }

    /** Acknowledges the current message; with QoS 0 only counts it. */
    void acknowledge() {
        final M message = current;
        if (message != null) {
            current = null;
            acknowledge(message);
        }
    }

    private void acknowledge(M message) {
        acknowledgement.accept(message);
        acknowledged.incrementAndGet();
    }
}
