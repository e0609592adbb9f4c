package dev.dyno.engine.receive;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.ReplaceableConnection;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends the replies of one consumer on one connection. A reply is in flight until the broker has acknowledged it; requests wait
 * only while {@value #MAX_IN_FLIGHT} replies are in flight or the client library would block. Without asynchronous sends, each
 * request waits for its reply.
 *
 * <p>Assumptions and guarantees: {@link #send} by the thread that delivers the requests; completions on any thread. Allocates
 * nothing per reply.
 */
final class ReplySender implements SendListener {

    static final int MAX_IN_FLIGHT = 1024;

    /** Time in ns until a reply that could not be sent is tried again. */
    private static final long RETRY_NS = 100_000;

    /** Free tokens: the first {@link #left} elements. Guarded by this. */
    private final int[] tokens = IntStream.range(0, MAX_IN_FLIGHT).toArray();

    private int left = MAX_IN_FLIGHT;

    private final TimeSource time;
    private final SendMode mode;
    private final ReplaceableConnection.Session session;
    private final Runnable onFailure;
    private final Producer producer;

    /** @param onFailure called when an asynchronous send failed, before the failure is reported to the session */
    ReplySender(ProducerSpec spec, ReplaceableConnection.Session session, TimeSource time, Runnable onFailure)
            throws DriverException {
        this.session = session;
        this.time = time;
        this.onFailure = onFailure;
        mode = spec.mode();
        producer = session.connection().createProducer(spec, this);
    }

    void send(ByteBuffer body) throws DriverException {
        if (mode == SendMode.SYNC) {
            producer.send(body);
            return;
        }
        int token = take();
        while (token < 0) {
            pause();
            token = take();
        }
        while (!producer.trySend(body, token)) {
            pause();
        }
        producer.flush();
    }

    private synchronized int take() {
        return left == 0 ? -1 : tokens[--left];
    }

    private synchronized void putBack(int token) {
        tokens[left++] = token;
    }

    private void pause() throws DriverException {
        if (!session.isCurrent() || Thread.currentThread().isInterrupted()) {
            throw new DriverException("the connection ended before a reply could be sent");
        }
        time.parkUntil(time.nanoTime() + RETRY_NS);
    }

    @Override
    public void onSendCompleted(long token, @Nullable Throwable failure) {
        if (failure != null) {
            onFailure.run();
            session.sendFailed(failure);
        }
        putBack((int) token);
    }

    void close() {
        producer.close();
    }
}
