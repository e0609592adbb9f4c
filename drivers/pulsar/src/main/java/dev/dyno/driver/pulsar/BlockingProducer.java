package dev.dyno.driver.pulsar;

import dev.dyno.driver.Bounded;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;

/** Sends one message after the other and waits for each acknowledgement. The library then does not wait for a batch to fill. */
final class BlockingProducer implements Producer, PulsarLink {

    private final NativeConnection connection;
    private final Messages messages;
    private volatile @Nullable DriverException broken;
    private byte @Nullable [] reused;

    BlockingProducer(NativeConnection connection, Messages messages) {
        this.connection = connection;
        this.messages = messages;
    }

    @Override
    public void useKey(MessageKey key) {
        messages.useKey(key);
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        final DriverException failure = broken;
        if (failure != null) {
            throw failure;
        }
        final byte[] bytes = messages.copy(body, reused);
        reused = bytes;
        try {
            messages.message(bytes).send();
        } catch (PulsarClientException | RuntimeException e) {
            // The library may still send it.
            reused = null;
            final DriverException lost = broken;
            throw lost == null ? Failures.of(messages.cannotSend(), e) : lost;
        }
    }

    @Override
    public boolean wasDisconnected() {
        return messages.producer().getLastDisconnectedTimestamp() > 0;
    }

    @Override
    public CompletableFuture<Void> goodbye() {
        return messages.producer().closeAsync();
    }

    @Override
    public void refuse(DriverException cause) {
        broken = cause;
    }

    /** Closing makes a waiting send fail. */
    @Override
    public void fail(DriverException cause) {
        refuse(cause);
        final CompletableFuture<Void> unused = goodbye();
    }

    @Override
    public void close() {
        if (connection.lost() == null) {
            Bounded.await(goodbye());
        }
        fail(new DriverException(messages.cannotSend() + ": closed"));
        connection.forget(this);
    }
}
