package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** Sends in transactions, on a library producer with a transactional id of its own. */
final class TransactedProducer extends RecordProducer {

    private boolean open;

    TransactedProducer(KafkaConnection connection, KafkaProducer<byte[], byte[]> producer, Records records) {
        super(connection, producer, records);
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        try {
            if (!open) {
                producer.beginTransaction();
                open = true;
            }
            // The next send or the commit reports the result of this send.
            var unused = producer.send(records.of(body));
        } catch (RuntimeException e) {
            throw aborted("cannot send to", e);
        }
    }

    @Override
    public void commit() throws DriverException {
        if (!open) {
            return;
        }
        try {
            producer.commitTransaction();
            open = false;
        } catch (RuntimeException e) {
            throw aborted("cannot commit what was sent to", e);
        }
    }

    /**
     * Aborts the transaction, so that the next can begin, and returns the failure. After a timeout or an interrupt the commit may
     * still be in progress, and on a lost connection nobody answers, so nothing is aborted.
     */
    private DriverException aborted(String what, RuntimeException cause) {
        DriverException failure = failed(what, cause);
        if (cause instanceof TimeoutException || cause instanceof InterruptException || connection.lost() != null) {
            return failure;
        }
        try {
            producer.abortTransaction();
            open = false;
        } catch (KafkaException | IllegalStateException e) {
            // Fatal for the library's producer: the next send reports it again.
        }
        return failure;
    }

    /** Closes the producer, which aborts an open transaction. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connection.close(producer);
        }
    }
}
