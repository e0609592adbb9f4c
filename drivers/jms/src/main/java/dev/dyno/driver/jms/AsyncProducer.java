package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.PendingSend;
import dev.dyno.driver.PendingSends;
import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Sends with completions, using a {@link SendCall}.
 *
 * <p>Assumptions and guarantees: each accepted message completes exactly once, even if the provider misbehaves: on the provider's
 * threads, from {@link #fail} when the connection is lost, or from {@link #close}. Completions are passed on one at a time.
 *
 * <p>A {@link Slot} per token holds a message that is reused. Where the provider does not support that
 * ({@link JmsSettings#FRESH_MESSAGES}), each send has a slot and a message of its own, so that a late second completion of an old
 * message cannot be taken for one of its successor.
 */
final class AsyncProducer implements Producer, LosableConnection.Part {

    private final ProducerResources resources;
    private final MessageProducer producer;
    private final MessageMaker messages;
    private final SendCall call;
    private final boolean fresh;
    private final PendingSends<Slot> sends;

    AsyncProducer(ProducerResources resources, SendCall call, boolean fresh, SendListener listener) {
        this.resources = resources;
        this.producer = resources.producer();
        this.messages = resources.messages();
        this.call = call;
        this.fresh = fresh;
        this.sends = new PendingSends<>(Slot::new, listener);
    }

    @Override
    public void useKey(MessageKey key) throws DriverException {
        messages.useKey(key);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Blocks while the provider's own window of unsent or uncredited messages is full, because JMS cannot tell beforehand.
     */
    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        final Slot slot = fresh ? sends.newSlot(token) : sends.slot(token);
        final Message message;
        try {
            message = slot.fill(body);
        } catch (JMSException | RuntimeException e) {
            throw resources.failure(e);
        }
        if (!sends.begin(slot)) {
            return true;
        }
        try {
            call.send(producer, message, slot.callback);
            return true;
        } catch (JMSException | RuntimeException | LinkageError e) {
            return sends.refuse(slot, resources.failure(e));
        }
    }

    @Override
    public void refuse(DriverException cause) {
        sends.refuseAll(cause);
    }

    @Override
    public void fail(DriverException cause) {
        sends.fail(cause);
    }

    @Override
    public void close() {
        DriverException closed = new DriverException(resources.cannotSend() + ": closed");
        refuse(closed);
        resources.close(this);
        fail(closed);
    }

    /** One message in flight. */
    private final class Slot extends PendingSend implements Answer {

        private final Object callback;
        private @Nullable Message message;

        Slot(int token) {
            super(token);
            this.callback = call.callback(this);
        }

        Message fill(ByteBuffer body) throws JMSException {
            final Message used = message;
            if (used != null) {
                messages.refill(used, body);
                return used;
            }
            final Message made = messages.create();
            messages.fill(made, body);
            message = made;
            return made;
        }

        @Override
        public void answered(@Nullable Exception failure) {
            sends.complete(this, failure == null ? null : resources.failure(failure));
        }
    }
}
