package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Sends one message once the buffer has room, and waits for its acknowledgement, at most {@code delivery.timeout.ms}. */
final class SyncProducer extends RecordProducer {

    private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(1);

    SyncProducer(KafkaConnection connection, KafkaProducer<byte[], byte[]> producer, Records records) {
        super(connection, producer, records);
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        final long giveUpNs = connection.time().nanoTime() + KafkaConnection.METADATA_NS;
        while (true) {
            failIfClosed();
            try {
                Failures.get(producer.send(records.of(body)));
                return;
            } catch (ExecutionException | RuntimeException e) {
                failUnlessFull(e, giveUpNs);
            }
            // Other producers of the connection have filled the buffer.
            connection.time().parkUntil(connection.time().nanoTime() + AGAIN_NS);
        }
    }

    /** Throws, unless nothing was sent because the library's buffer was full, and the time limit has not passed. */
    private void failUnlessFull(Exception failure, long giveUpNs) throws DriverException {
        Throwable cause = failure instanceof ExecutionException ? failure.getCause() : failure;
        boolean full = cause instanceof BufferExhaustedException;
        if (!full || connection.time().nanoTime() - giveUpNs > 0) {
            throw failed("cannot send to", failure);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
