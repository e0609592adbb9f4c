package dev.dyno.driver.mqtt;

import io.reactivex.FlowableSubscriber;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * Messages that have come and were not received yet.
 *
 * <p>Assumptions and guarantees: filled by the client library's thread, taken from by one thread. It asks for as many as it has
 * room for, so that the client library's thread never waits; the others stay where the flow control of the protocol keeps them.
 */
abstract class Inbox<M> implements FlowableSubscriber<M> {

    private static final int ROOM = 512;
    private static final int ASK_AGAIN = ROOM / 2;

    private final ArrayBlockingQueue<M> messages = new ArrayBlockingQueue<>(ROOM);
    private volatile @Nullable Subscription subscription;
    private @Nullable M current;
    private int taken;
    private byte[] bytes = new byte[1024];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);

    abstract Optional<ByteBuffer> payload(M message);

    abstract boolean isRetained(M message);

    abstract void acknowledge(M message);

    @Override
    public final void onSubscribe(Subscription to) {
        subscription = to;
        to.request(ROOM);
    }

    @Override
    public final void onNext(M message) {
        messages.add(message);
    }

    @Override
    public final void onError(Throwable failure) {
        // The end of the link, which is reported by itself.
    }

    @Override
    public final void onComplete() {
        // The same in good order.
    }

    /**
     * Waits for a message, which is then the current one.
     *
     * @param timeoutNs 0 = look and return at once
     * @return whether there is one
     */
    final boolean take(long timeoutNs) throws InterruptedException {
        final M next = timeoutNs == 0 ? messages.poll() : messages.poll(timeoutNs, TimeUnit.NANOSECONDS);
        if (next == null) {
            return false;
        }
        if (++taken == ASK_AGAIN) {
            taken = 0;
            askAgain();
        }
        if (isRetained(next)) {
            // Of before the subscription: somebody's last word, and none of the load.
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

    /** The body of the current message, valid until the next one. */
    final ByteBuffer body() {
        final M message = current;
        final ByteBuffer payload = message == null ? null : payload(message).orElse(null);
        final int length = payload == null ? 0 : payload.remaining();
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, bytes.length * 2)];
            buffer = ByteBuffer.wrap(bytes);
        }
        if (payload != null) {
            payload.get(bytes, 0, length);
        }
        return buffer.clear().limit(length);
    }

    /** Acknowledges the current message; nothing happens with QoS 0. */
    final void acknowledge() {
        final M message = current;
        if (message != null) {
            current = null;
            acknowledge(message);
        }
    }
}
