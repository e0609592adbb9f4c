package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;

/** Sends one message after the other and waits for each acknowledgement. The library then does not wait for a batch to fill. */
final class BlockingProducer extends PulsarProducer {

    private volatile @Nullable DriverException broken;
    private byte @Nullable [] reused;

    BlockingProducer(NativeConnection connection, Messages messages) {
        super(connection, messages);
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
            // The library may still send the body.
            reused = null;
            final DriverException lost = broken;
            throw lost == null ? Failures.of(messages.cannotSend(), e) : lost;
        }
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
}
