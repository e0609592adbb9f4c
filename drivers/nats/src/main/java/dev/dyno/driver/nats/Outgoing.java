package dev.dyno.driver.nats;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import io.nats.client.Connection;
import io.nats.client.impl.Headers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Subject and headers of one producer's messages, and the state of the queue in which jnats holds them until they are written.
 */
final class Outgoing {

    /**
     * Maximum number of bytes waiting to be written: jnats counts only messages, and 5000 of 256 KiB would take more than a
     * gigabyte.
     */
    private static final long MAX_PENDING_BYTES = 8L * 1024 * 1024;

    private static final Duration FLUSH_ON_CLOSE = Duration.ofSeconds(3);

    final Connection connection;
    final String subject;
    final @Nullable Headers headers;
    final String cannotSend;
    private final long maxPending;

    Outgoing(Connection connection, ProducerSpec spec) throws DriverException {
        this.connection = connection;
        this.subject = Names.subject(spec.destination());
        this.headers = headers(spec.properties());
        this.cannotSend = "cannot send to " + spec.destination();
        int most = connection.getOptions().getMaxMessagesInOutgoingQueue();
        // Only half of the queue is used, because acknowledgements and other producers use it, too, and it blocks when
        // it is full.
        this.maxPending = most > 0 ? Math.max(1, most / 2) : Long.MAX_VALUE;
    }

    private static @Nullable Headers headers(Map<String, Object> properties) {
        if (properties.isEmpty()) {
            return null;
        }
        Headers headers = new Headers();
        properties.forEach((name, value) -> headers.add(name, String.valueOf(value)));
        // Read-only headers are encoded once.
        return new Headers(headers, true);
    }

    boolean isFull() {
        return connection.outgoingPendingMessageCount() >= maxPending
                || connection.outgoingPendingBytes() >= MAX_PENDING_BYTES;
    }

    /** Copy of a body, because jnats keeps the array until it is written, and does not report when that was. */
    static byte[] copy(ByteBuffer body) {
        final byte[] bytes = new byte[body.remaining()];
        System.arraycopy(body.array(), body.arrayOffset() + body.position(), bytes, 0, bytes.length);
        return bytes;
    }

    /** Waits until the server has read everything that was sent so far. */
    void flush(Duration timeout) throws DriverException {
        flush(connection, timeout, cannotSend);
    }

    static void flush(Connection connection, Duration timeout, String what) throws DriverException {
        try {
            connection.flush(timeout);
        } catch (TimeoutException | InterruptedException | IllegalStateException e) {
            throw Failures.of(what, e);
        }
    }

    /** Waits until the server has read everything, before a close, where a failure does not matter. */
    static void flushBeforeClose(Connection connection) {
        if (connection.getStatus() == Connection.Status.CONNECTED) {
            try {
                flush(connection, FLUSH_ON_CLOSE, "closing");
            } catch (DriverException e) {
                // Messages that could not be flushed are lost with the connection, and pending sends fail with it.
            }
        }
    }
}
