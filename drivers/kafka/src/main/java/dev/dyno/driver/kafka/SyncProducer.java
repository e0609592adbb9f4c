package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Sends one message and waits for its acknowledgement, at most {@code delivery.timeout.ms}. */
final class SyncProducer implements Producer {

    private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final KafkaConnection connection;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Records records;
    private volatile boolean closed;

    SyncProducer(KafkaConnection connection, KafkaProducer<byte[], byte[]> producer, Records records) {
        this.connection = connection;
        this.producer = producer;
        this.records = records;
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        final long giveUpNs = connection.time().nanoTime() + KafkaConnection.METADATA_NS;
        while (true) {
            connection.failIfLost();
            if (closed) {
                throw new DriverException("cannot send to " + records.topic() + ": closed");
            }
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

    /** Throws unless nothing was sent because the library would have had to wait, and the time limit has not passed. */
    private void failUnlessFull(Exception failure, long giveUpNs) throws DriverException {
        connection.failIfLost();
        Throwable cause = failure instanceof ExecutionException ? failure.getCause() : failure;
        boolean full = cause instanceof BufferExhaustedException;
        if (!full || connection.time().nanoTime() - giveUpNs > 0) {
            throw Failures.of("cannot send to " + records.topic(), failure);
        }
    }

    @Override
    public void useKey(MessageKey key) {
        records.useKey(key);
    }

    @Override
    public void close() {
        closed = true;
    }
}
