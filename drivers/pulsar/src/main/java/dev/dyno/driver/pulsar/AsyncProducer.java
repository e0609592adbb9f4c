package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.PendingSend;
import dev.dyno.driver.PendingSends;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClientException.MemoryBufferIsFullError;
import org.apache.pulsar.client.api.PulsarClientException.ProducerQueueIsFullError;
import org.jspecify.annotations.Nullable;

/**
 * Sends without waiting.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once, whatever the library does: on the library's
 * threads, from {@link #fail} when the connection is lost, and from {@link #close} for what is left. Completions are passed on
 * one at a time: those of several partitions may come on several threads.
 */
final class AsyncProducer extends PulsarProducer {

    private final PendingSends<Slot> sends;
    private final AfterCompletions afterCompletions;
    private final boolean mayBlock;

    /** @param mayBlock whether the library is set to wait when it is full */
    AsyncProducer(
            NativeConnection connection,
            Messages messages,
            SendListener listener,
            AfterCompletions afterCompletions,
            boolean mayBlock) {
        super(connection, messages);
        this.afterCompletions = afterCompletions;
        this.mayBlock = mayBlock;
        this.sends = new PendingSends<>(Slot::new, listener);
    }

    /** Returns false if the library's limit of pending messages or bytes is reached, unless the library is set to block then. */
    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        final Slot slot = sends.slot(token);
        final byte[] bytes = messages.copy(body, slot.bytes);
        slot.bytes = bytes;
        if (!sends.begin(slot)) {
            return true;
        }
        final CompletableFuture<MessageId> sent;
        try {
            sent = messages.message(bytes).sendAsync();
        } catch (RuntimeException | LinkageError e) {
            return sends.refuse(slot, Failures.of(messages.cannotSend(), e));
        }
        if (sent.isCompletedExceptionally() && isFull(sent)) {
            // If the connection was lost in the meantime, this send was reported as failed, and so counts as accepted.
            return !sends.takeBack(slot);
        }
        final CompletableFuture<MessageId> unused = sent.whenComplete(slot);
        return true;
    }

    @Override
    public boolean sendsAfterCompletions() {
        return !mayBlock;
    }

    private void reportCompletions() {
        if (sendsAfterCompletions()) {
            afterCompletions.soon();
        }
    }

    private static boolean isFull(CompletableFuture<MessageId> failed) {
        try {
            failed.join();
            return false;
        } catch (CompletionException e) {
            return e.getCause() instanceof ProducerQueueIsFullError || e.getCause() instanceof MemoryBufferIsFullError;
        } catch (RuntimeException e) {
            return false;
        }
    }

    @Override
    public void refuse(DriverException cause) {
        sends.refuseAll(cause);
    }

    @Override
    public void fail(DriverException cause) {
        sends.fail(cause);
        reportCompletions();
        // Without a close the library would keep trying to send the failed messages.
        final CompletableFuture<Void> unused = goodbye();
    }

    private final class Slot extends PendingSend implements BiConsumer<MessageId, @Nullable Throwable> {

        /**
         * Body of the message. The library uses it from the send to its completion. After a failure it is not reused, because it
         * may still be sent.
         */
        private byte @Nullable [] bytes;

        Slot(int token) {
            super(token);
        }

        @Override
        public void accept(MessageId id, @Nullable Throwable failure) {
            if (failure == null) {
                sends.complete(this, null);
            } else {
                bytes = null;
                sends.complete(this, Failures.of(messages.cannotSend(), failure));
            }
            reportCompletions();
        }
    }
}
