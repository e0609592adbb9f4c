package dev.dyno.driver.jms;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Receives on a session of its own.
 *
 * <p>Assumptions and guarantees: messages arrive on the session's one thread, or on that of the caller of {@link #receive}. A
 * failed delivery is reported instead of thrown into the provider, which would deliver the same message repeatedly.
 */
final class JmsConsumer implements Consumer {

    private final JmsClientConnection connection;
    private final Session session;
    private final MessageConsumer consumer;
    private final ConsumerSpec spec;
    private final Optional<String> rejection;
    private final DeliveryListener listener;
    private final BodyReader reader = new BodyReader();

    /**
     * Message being delivered, or the last one. Written by the delivering thread, read also by the thread that has stopped
     * deliveries.
     */
    private volatile @Nullable Message last;

    /** @param rejection see {@link JmsSettings#REJECTION} */
    JmsConsumer(
            JmsClientConnection connection,
            Session session,
            MessageConsumer consumer,
            ConsumerSpec spec,
            Optional<String> rejection,
            DeliveryListener listener) {
        this.connection = connection;
        this.session = session;
        this.consumer = consumer;
        this.spec = spec;
        this.rejection = rejection;
        this.listener = listener;
    }

    /** Registers the listener with the provider, in mode LISTENER; not in the constructor: a message may arrive at once. */
    void listen() throws JMSException {
        if (spec.mode() == ReceiveMode.LISTENER) {
            consumer.setMessageListener(this::onMessage);
        }
    }

    private void onMessage(Message message) {
        try {
            deliver(message);
        } catch (DriverException | RuntimeException | Error e) {
            connection.report(e);
        }
    }

    private void deliver(Message message) throws DriverException {
        last = message;
        try {
            listener.onMessage(reader.read(message));
        } catch (JMSException e) {
            throw Failures.of("cannot read a message of " + spec.destination(), e);
        }
    }

    @Override
    public boolean receive(long timeoutNs) throws DriverException {
        Message message = null;
        try {
            // The library of Andes would deliver also while its connection is stopped.
            if (connection.delivers()) {
                message = timeoutNs == 0 ? consumer.receiveNoWait() : consumer.receive(wholeMs(timeoutNs));
            }
        } catch (JMSException | RuntimeException e) {
            throw Failures.of("cannot receive from " + spec.destination(), e);
        }
        if (message == null) {
            // A provider returns no message, instead of failing, when the connection is lost.
            connection.failIfLost();
            return false;
        }
        try {
            deliver(message);
        } catch (DriverException | RuntimeException e) {
            connection.report(e);
            throw e;
        }
        return true;
    }

    /** Time in ms, rounded up because 0 would mean for ever. */
    private static long wholeMs(long ns) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(ns + TimeUnit.MILLISECONDS.toNanos(1) - 1));
    }

    @Override
    public void acknowledge() throws DriverException {
        settle("acknowledge", Optional.empty());
    }

    @Override
    public void reject() throws DriverException {
        settle("reject", rejection);
    }

    /** Acknowledges or rejects the last message, and with it those that the mode of the session includes. */
    private void settle(String what, Optional<String> rejected) throws DriverException {
        Message message = last;
        if (message == null) {
            return;
        }
        try {
            if (rejected.filter(JmsSettings.RECOVER::equals).isPresent()) {
                session.recover();
                return;
            }
            if (rejected.isPresent()) {
                String[] parts = rejected.get().split(":", -1);
                message.setIntProperty(parts[0], Integer.parseInt(parts[1]));
            }
            message.acknowledge();
        } catch (JMSException | RuntimeException e) {
            throw Failures.of("cannot " + what, e);
        }
    }

    @Override
    public void commit() throws DriverException {
        try {
            session.commit();
        } catch (JMSException | RuntimeException e) {
            throw Failures.of("cannot commit", e);
        }
    }

    @Override
    public long timestampMs() {
        Message message = last;
        try {
            // The timestamp is 0 if the producer has left it out.
            return message == null || message.getJMSTimestamp() == 0 ? NO_TIMESTAMP : message.getJMSTimestamp();
        } catch (JMSException e) {
            return NO_TIMESTAMP;
        }
    }

    @Override
    public String timestampOrigin() {
        return "JMSTimestamp, set by the producer";
    }

    @Override
    public Optional<MessagesLeft> messagesLeft() throws DriverException {
        return connection.messagesLeft(consumer, spec.destination()).stream()
                .mapToObj(MessagesLeft::ofBroker)
                .findFirst();
    }

    @Override
    public OptionalInt consumersAtBroker() throws DriverException {
        return connection.consumersAtBroker(consumer, spec.destination());
    }

    /**
     * Failure if the consumer is closed; empty while it is open. Makes a call that a provider answers at once, and refuses for a
     * closed consumer.
     */
    Optional<DriverException> failureIfClosed() {
        try {
            consumer.getMessageSelector();
            // Checked in this order, because a stop of deliveries ends the consumer, too.
            return RabbitJms.isEnded(session, consumer) && connection.delivers()
                    ? Optional.of(new DriverException(closedByBroker()))
                    : Optional.empty();
        } catch (JMSException | RuntimeException e) {
            return Optional.of(Failures.of(closedByBroker(), e));
        }
    }

    private String closedByBroker() {
        return "the broker closed the consumer of " + spec.destination() + "; was that removed?";
    }

    boolean isOf(Destination topic, Subscription subscription) {
        return spec.destination().equals(topic)
                && spec.subscription().filter(subscription::equals).isPresent();
    }

    @Override
    public void close() {
        connection.forget(this);
        connection.close("jms-consumer", () -> {
            try {
                consumer.close();
            } finally {
                session.close();
            }
        });
    }
}
