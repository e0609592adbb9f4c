package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Sends records by a producer of the library. */
abstract class RecordProducer implements Producer {

    final KafkaConnection connection;
    final KafkaProducer<byte[], byte[]> producer;
    final Records records;
    volatile boolean closed;

    RecordProducer(KafkaConnection connection, KafkaProducer<byte[], byte[]> producer, Records records) {
        this.connection = connection;
        this.producer = producer;
        this.records = records;
    }

    @Override
    public final void useKey(MessageKey key) {
        records.useKey(key);
    }

    final void failIfClosed() throws DriverException {
        connection.failIfLost();
        if (closed) {
            throw new DriverException("cannot send to " + records.topic() + ": closed");
        }
    }

    /** Failure of an action on the topic; once the connection is lost, the cause of the loss. */
    final DriverException failed(String what, Throwable cause) {
        final DriverException lost = connection.lost();
        return lost == null ? Failures.of(what + " " + records.topic(), cause) : lost;
    }
}
