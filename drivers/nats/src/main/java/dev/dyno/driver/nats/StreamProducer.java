package dev.dyno.driver.nats;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.PendingSend;
import dev.dyno.driver.PendingSends;
import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import io.nats.client.JetStream;
import io.nats.client.api.PublishAck;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to a stream, which acknowledges each message.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once: by its answer, from {@link #fail} when the
 * connection is lost, or from {@link #close}. Completions arrive on the threads of jnats and are passed on one at a time.
 */
final class StreamProducer implements Producer, LosableConnection.Part {

    private final Outgoing outgoing;
    private final JetStream stream;
    private final NatsLink link;
    private final PendingSends<Slot> sends;
    private boolean closed;

    StreamProducer(Outgoing outgoing, JetStream stream, NatsLink link, SendListener listener) {
        this.outgoing = outgoing;
        this.stream = stream;
        this.link = link;
        this.sends = new PendingSends<>(Slot::new, listener);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The slot receives the failure.
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        sends.check();
        if (outgoing.isFull()) {
            return false;
        }
        final Slot slot = sends.slot(token);
        if (!sends.begin(slot)) {
            return true;
        }
        try {
            stream.publishAsync(outgoing.subject, outgoing.headers, Outgoing.copy(body))
                    .whenComplete(slot);
            return true;
        } catch (RuntimeException e) {
            return sends.refuse(slot, Failures.of(outgoing.cannotSend, e));
        }
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        try {
            stream.publish(outgoing.subject, outgoing.headers, Outgoing.copy(body));
        } catch (Exception e) {
            throw Failures.ofSend(outgoing.cannotSend, e);
        }
    }

    @Override
    public void fail(DriverException cause) {
        sends.fail(cause);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        // When the flush returns, the server has answered everything it has read, unless the stream is slow.
        Outgoing.flushBeforeClose(outgoing.connection);
        link.forget(this);
        fail(new DriverException(outgoing.cannotSend + ": closed before the acknowledgement came"));
    }

    /** One message in flight. */
    private final class Slot extends PendingSend implements BiConsumer<@Nullable PublishAck, @Nullable Throwable> {

        Slot(int token) {
            super(token);
        }

        @Override
        public void accept(@Nullable PublishAck acknowledgement, @Nullable Throwable failure) {
            sends.complete(this, failure == null ? null : Failures.ofSend(outgoing.cannotSend, failure));
        }
    }
}
