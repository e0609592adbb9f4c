package dev.dyno.driver.pulsar;

import dev.dyno.driver.Bounded;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import java.util.concurrent.CompletableFuture;

/** A producer of the library, as its connection sees it. */
abstract class PulsarProducer implements Producer, PulsarLink {

    private final NativeConnection connection;
    final Messages messages;

    PulsarProducer(NativeConnection connection, Messages messages) {
        this.connection = connection;
        this.messages = messages;
    }

    @Override
    public final void useKey(MessageKey key) {
        messages.useKey(key);
    }

    @Override
    public final String part() {
        return "producer of " + messages.destination();
    }

    @Override
    public final boolean wasDisconnected() {
        return messages.producer().getLastDisconnectedTimestamp() > 0;
    }

    @Override
    public final CompletableFuture<Void> goodbye() {
        return messages.producer().closeAsync();
    }

    @Override
    public final void close() {
        DriverException closed = new DriverException(messages.cannotSend() + ": closed");
        refuse(closed);
        if (connection.lost() == null) {
            Bounded.await(goodbye());
        }
        fail(closed);
        connection.forget(this);
    }
}
