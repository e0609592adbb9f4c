package dev.dyno.driver.jms;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Bounded;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.UnavailableException;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A JMS connection, with a session for each producer and each consumer.
 *
 * <p>Assumptions and guarantees: only the first failure is reported to {@link ConnectionSpec#onFailure}: the loss of the
 * connection, a failed delivery, or a consumer that the broker closed. After the loss all sends in flight have failed, and
 * closing does not wait for the broker.
 */
final class JmsClientConnection extends LosableConnection<LosableConnection.Part> {

    /** Interval of checks whether the broker has closed a consumer, in ns. */
    private static final long LOOK_NS = 1_000_000_000L;

    private final Connection connection;
    private final JmsClient client;
    private final Set<JmsConsumer> consumers = ConcurrentHashMap.newKeySet();
    private volatile boolean delivers;

    JmsClientConnection(Connection connection, ConnectionSpec spec, JmsClient client, TimeSource time)
            throws JMSException {
        super(spec, time);
        this.connection = connection;
        this.client = client;
        connection.setExceptionListener(this::onLost);
        time.schedule(time.nanoTime() + LOOK_NS, this::checkConsumers);
    }

    private void onLost(JMSException exception) {
        if (isClosing()) {
            return;
        }
        DriverException cause = Failures.of("connection failed", exception);
        client.lostOne();
        lose(cause);
    }

    /** Failure of a send; where its destination is unavailable, another connection may replace this one. */
    DriverException sendFailure(String what, Throwable cause) {
        DriverException failure = Failures.ofSend(what, cause);
        if (failure instanceof UnavailableException) {
            client.lostOne();
        }
        return failure;
    }

    @Override
    public Producer createProducer(ProducerSpec producer, SendListener listener) throws DriverException {
        client.capabilities().check(producer);
        try {
            return newProducer(producer, listener);
        } catch (Exception | LinkageError e) {
            if (client.takesAddressFor(producer.destination(), e)) {
                return createProducer(producer, listener);
            }
            throw Failures.of("cannot create a producer for " + producer.destination(), e);
        }
    }

    private Producer newProducer(ProducerSpec producer, SendListener listener) throws JMSException, DriverException {
        Session session = session(producer.mode() == SendMode.TRANSACTED, Session.AUTO_ACKNOWLEDGE);
        MessageProducer sender = session.createProducer(destination(session, producer.destination()));
        sender.setDeliveryMode(producer.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
        sender.setDisableMessageID(!producer.messageId());
        // With some providers a message without a timestamp never expires.
        sender.setDisableMessageTimestamp(
                !producer.timestamp() && producer.timeToLive().isZero());
        sender.setTimeToLive(producer.timeToLive().toMillis());
        if (producer.priority().isPresent()) {
            sender.setPriority(producer.priority().get());
        }
        ProducerResources resources = new ProducerResources(
                this,
                session,
                sender,
                new MessageMaker(session, producer, client.capabilities().has(Capability.KEYS)),
                producer.destination());
        if (producer.mode() == SendMode.ASYNC) {
            return register(
                    new AsyncProducer(resources, client.sendCall(sender), client.freshMessages(producer), listener));
        }
        Optional<SendCall> byCompletion =
                client.syncByCompletion(producer) ? Optional.of(client.sendCall(sender)) : Optional.empty();
        return register(new BlockingProducer(resources, client.freshMessages(producer), byCompletion, time()));
    }

    void forget(JmsConsumer consumer) {
        consumers.remove(consumer);
    }

    @Override
    public Consumer createConsumer(ConsumerSpec consumer, DeliveryListener listener) throws DriverException {
        client.capabilities().check(consumer);
        try {
            Session session = session(consumer.ackMode() == AckMode.TRANSACTED, client.ackMode(consumer.ackMode()));
            JmsConsumer made =
                    new JmsConsumer(this, session, receiver(session, consumer), consumer, client.rejection(), listener);
            made.listen();
            consumers.add(made);
            return made;
        } catch (Exception | LinkageError e) {
            if (client.takesAddressFor(consumer.destination(), e)) {
                return createConsumer(consumer, listener);
            }
            throw Failures.of("cannot create a consumer of " + consumer.destination(), e);
        }
    }

    /** Whether deliveries have started, and no stop of them has begun. */
    boolean delivers() {
        return delivers;
    }

    /** Checks the consumers, because a provider may not report that the broker has closed one. */
    private void checkConsumers() {
        if (!isClosing() && lost() == null) {
            consumers.forEach(consumer -> consumer.failureIfClosed()
                    .filter(failure -> consumers.contains(consumer))
                    .ifPresent(this::report));
            time().schedule(time().nanoTime() + LOOK_NS, this::checkConsumers);
        }
    }

    private MessageConsumer receiver(Session session, ConsumerSpec consumer) throws JMSException {
        @Nullable String selector = consumer.selector().orElse(null);
        jakarta.jms.Destination destination = destination(session, consumer.destination());
        return consumer.subscription().isPresent()
                ? subscriber(
                        session, (Topic) destination, consumer.subscription().get(), selector)
                : session.createConsumer(destination, selector);
    }

    private static MessageConsumer subscriber(
            Session session, Topic topic, Subscription subscription, @Nullable String selector) throws JMSException {
        if (subscription.shared()) {
            return subscription.durable()
                    ? session.createSharedDurableConsumer(topic, subscription.name(), selector)
                    : session.createSharedConsumer(topic, subscription.name(), selector);
        }
        // Method of JMS 1.1, equal to createDurableConsumer of 2.0: one call for all providers.
        return subscription.durable()
                ? session.createDurableSubscriber(topic, subscription.name(), selector, false)
                : session.createConsumer(topic, selector);
    }

    private Session session(boolean transacted, int ackMode) throws JMSException {
        return connection.createSession(transacted, transacted ? Session.SESSION_TRANSACTED : ackMode);
    }

    private jakarta.jms.Destination destination(Session session, Destination destination) throws JMSException {
        return destination.isTopic()
                ? session.createTopic(client.topicName(destination.name()))
                : session.createQueue(client.queueName(destination.name()));
    }

    @Override
    public void start() throws DriverException {
        try {
            connection.start();
            delivers = true;
        } catch (Exception e) {
            throw Failures.of("cannot start deliveries", e);
        }
    }

    @Override
    public void stop() throws DriverException {
        delivers = false;
        if (lost() != null) {
            return;
        }
        try {
            connection.stop();
        } catch (JMSException | RuntimeException e) {
            throw Failures.of("cannot stop deliveries", e);
        }
    }

    @Override
    public void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        if (!subscription.durable()) {
            return;
        }
        // Not every provider itself refuses to unsubscribe while there is a consumer.
        if (consumers.stream().anyMatch(consumer -> consumer.isOf(topic, subscription))) {
            throw new DriverException("cannot unsubscribe " + subscription.name() + " from " + topic
                    + ": it has a consumer; close that first");
        }
        try {
            Session session = session(false, Session.AUTO_ACKNOWLEDGE);
            try {
                if (Starlight.isOf(connection)) {
                    Starlight.announce(connection, session, session.createTopic(topic.name()), subscription.name());
                }
                session.unsubscribe(subscription.name());
            } finally {
                session.close();
            }
        } catch (ReflectiveOperationException | JMSException | RuntimeException e) {
            throw Failures.of("cannot unsubscribe " + subscription.name() + " from " + topic, e);
        }
    }

    /**
     * Number of messages that the broker has for a consumer's subscription. JMS has no call for it, and a browser does not see
     * messages assigned to a consumer. The broker is asked by CORE; by management messages of Artemis or the statistics of
     * ActiveMQ Classic, over a separate connection because this one may be stopped; or by the web service of Pulsar.
     */
    OptionalLong messagesLeft(MessageConsumer consumer, Destination destination) throws DriverException {
        return answer(
                "cannot count the messages of " + destination,
                () -> Starlight.isOf(connection)
                        ? Starlight.messagesLeft(connection, consumer)
                        : messagesOfJmsBroker(consumer, destination));
    }

    /** Number of consumers that the broker counts; known with CORE only. */
    OptionalInt consumersAtBroker(MessageConsumer consumer, Destination destination) throws DriverException {
        return answer(
                "cannot count the consumers of " + destination, () -> ArtemisCore.consumers(connection, consumer));
    }

    private <T> T answer(String cannot, Callable<T> question) throws DriverException {
        failIfLost();
        try {
            return Bounded.make(time(), "jms-count", Bounded.CLOSE_NS, question, late -> {})
                    .orElseThrow(() -> new IOException("no answer"));
        } catch (Exception e) {
            throw Failures.of(cannot, e);
        }
    }

    private OptionalLong messagesOfJmsBroker(MessageConsumer consumer, Destination destination) throws Exception {
        OptionalLong byCore = ArtemisCore.messagesLeft(connection, consumer);
        return byCore.isEmpty() ? messagesByManagement(destination) : byCore;
    }

    private OptionalLong messagesByManagement(Destination destination) throws JMSException, DriverException {
        boolean artemis = QueueDepth.isArtemis(connection);
        if (destination.kind() != Destination.Kind.QUEUE || !(artemis || QueueDepth.isStartedActiveMq(connection))) {
            return OptionalLong.empty();
        }
        Connection aside = client.open();
        try {
            return artemis
                    ? QueueDepth.inArtemis(aside, destination.name())
                    : QueueDepth.inActiveMq(aside, destination.name());
        } finally {
            aside.close();
        }
    }

    @Override
    public void close() {
        beginClose();
        DriverException closed = new DriverException("the connection was closed");
        // Sends are refused first: the close releases a producer that waits for credit, which would then continue to
        // send.
        parts().forEach(producer -> producer.refuse(closed));
        Bounded.run(time(), "jms-connection", connection::close);
        lose(closed);
    }
}
