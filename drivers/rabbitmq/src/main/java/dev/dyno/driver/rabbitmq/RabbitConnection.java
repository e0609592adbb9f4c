package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Recoverable;
import com.rabbitmq.client.RecoveryListener;
import com.rabbitmq.client.ShutdownSignalException;
import dev.dyno.driver.Bounded;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.InDoubtException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.UnavailableException;
import java.io.IOException;
import java.util.Optional;

/**
 * Connection with a channel for each producer and each consumer.
 *
 * <p>Assumptions and guarantees: only the first failure is reported to {@link ConnectionSpec#onFailure}: the loss of the
 * connection or of a channel, a consumer that the broker cancelled, or a delivery that failed. After the loss all sends in flight
 * have failed, and closing does not wait for the broker.
 */
final class RabbitConnection extends LosableConnection<FailableProducer> {

    private final Connection connection;
    private final RabbitLink link;
    private final DeliveryThreads deliveries;
    private final RabbitClient client;
    private final SettingValues settings;
    private final Topology topology;
    private final Consumers consumers;

    /** Whether the broker takes no messages, because it has raised an alarm. */
    private volatile boolean blocked;

    private volatile boolean recovering;

    RabbitConnection(Connector.Opened opened, DeliveryThreads deliveries, ConnectionSpec spec, RabbitClient client) {
        super(spec, client.time());
        this.connection = opened.connection();
        this.link = opened.link();
        this.deliveries = deliveries;
        this.client = client;
        this.settings = client.settings();
        this.topology = new Topology(connection, settings, client.known());
        this.consumers = new Consumers(this, connection, topology, client, deliveries, spec.clientId());
    }

    /** Adds the listeners. Not in the constructor, because the library may call back at once. */
    void listen() {
        connection.addBlockedListener(reason -> blocked = true, () -> blocked = false);
        connection.addShutdownListener(this::onShutdown);
        if (connection instanceof Recoverable recoverable) {
            recoverable.addRecoveryListener(new AfterRecovery());
        }
    }

    @Override
    public Optional<String> clusterId() {
        return Product.of(connection).cluster();
    }

    private void onShutdown(ShutdownSignalException signal) {
        if (isClosing() || signal.isInitiatedByApplication()) {
            return;
        }
        consumers.giveUp();
        if (client.recovers()) {
            recovering = true;
            DriverException unanswered = failure("no answer came before the connection failed", signal);
            parts().forEach(producer -> producer.failPending(unanswered));
            return;
        }
        lose(Failures.of("connection failed", signal));
    }

    /** Failure of a send or commit; in doubt if the connection broke and the library makes another one. */
    DriverException failure(String what, Exception cause) {
        DriverException failure = Failures.of(what, cause);
        boolean broke = cause instanceof IOException || cause instanceof ShutdownSignalException;
        return broke && client.recovers() ? new InDoubtException(String.valueOf(failure.getMessage()), cause) : failure;
    }

    /** Listener for a recovered connection, whose channels the library has opened again. */
    private final class AfterRecovery implements RecoveryListener {

        @Override
        public void handleRecovery(Recoverable recoverable) {
            parts().forEach(FailableProducer::startAgain);
            blocked = false;
            recovering = false;
        }

        @Override
        public void handleRecoveryStarted(Recoverable recoverable) {
            // The loss of the connection has been handled already.
        }
    }

    /** Whether a message should not be published now. */
    boolean wouldBlock() {
        return blocked || recovering || link.wouldBlock();
    }

    /** Failure of a message that the broker refused. A queue that is not set up to refuse messages has no leader now. */
    DriverException refused(Publisher publisher) {
        String sentence = publisher.cannotSend() + ": the broker did not take it (basic.nack)";
        if (publisher.refusing()) {
            return new DriverException(sentence);
        }
        client.nacked().add(publisher.destination());
        client.known().remove(publisher.destination());
        return new UnavailableException(sentence, new IOException("basic.nack"));
    }

    /**
     * Whether a queue refuses messages, by its arguments or by a policy. After a nack a policy is likely if the queue has
     * messages: a queue without a leader reports none to a new connection.
     */
    private boolean isRefusing(Destination destination) throws IOException {
        Object overflow = settings.family(RabbitSettings.QUEUE_ARGUMENTS).get("x-overflow");
        return String.valueOf(overflow).startsWith("reject")
                || (client.nacked().contains(destination) && topology.hasMessages(destination));
    }

    @Override
    public Producer createProducer(ProducerSpec producer, SendListener listener) throws DriverException {
        client.capabilities().check(producer);
        try {
            Channel channel = Channels.open(connection);
            try {
                return newProducer(channel, producer, listener);
            } catch (IOException | RuntimeException e) {
                Channels.close(channel);
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot create a producer for " + producer.destination(), e);
        }
    }

    private Producer newProducer(Channel channel, ProducerSpec producer, SendListener listener) throws IOException {
        Destination destination = producer.destination();
        topology.ensure(channel, destination);
        boolean mandatory = RabbitSettings.mandatory(settings, !topology.isQueue(destination));
        boolean confirmed = settings.get(RabbitSettings.CONFIRMS) && producer.mode() != SendMode.TRANSACTED;
        Publisher publisher = new Publisher(
                this,
                channel,
                destination,
                topology.exchange(destination),
                topology.routingKey(destination),
                mandatory,
                isRefusing(destination),
                new MessageMaker(
                        producer,
                        confirmed && mandatory,
                        Product.of(connection).isQpid(),
                        settings.given(RabbitSettings.CONTENT_TYPE),
                        client.nextProducerId() + "-",
                        client.time()),
                settings.get(RabbitSettings.IO) == RabbitSettings.Io.SOCKET ? new DeferredFlush() : null);
        return switch (producer.mode()) {
            case ASYNC -> publishing(publisher, producer.maxInFlight(), listener);
            case SYNC -> {
                SyncProducer waiting = new SyncProducer(publisher.cannotSend(), client.time());
                waiting.sendBy(publishing(publisher, 1, (token, failure) -> waiting.onSendCompleted(failure)));
                yield waiting;
            }
            case TRANSACTED -> transacted(publisher);
        };
    }

    private Producer publishing(Publisher publisher, int maxInFlight, SendListener listener) throws IOException {
        if (!settings.get(RabbitSettings.CONFIRMS)) {
            return register(new UnconfirmedProducer(publisher, listener), publisher.channel());
        }
        AsyncProducer producer = new AsyncProducer(publisher, maxInFlight, listener);
        publisher.channel().addConfirmListener(producer);
        publisher.channel().addReturnListener(producer);
        select(publisher.channel());
        return register(producer, publisher.channel());
    }

    /**
     * Enables confirms by the bare protocol method: with {@link Channel#confirmSelect} the library keeps a sorted set of
     * unconfirmed tags beside ours, which costs two objects and two searches for each message. Only the library's recovery needs
     * that set.
     */
    private void select(Channel channel) throws IOException {
        if (client.recovers()) {
            channel.confirmSelect();
        } else {
            channel.rpc(new AMQP.Confirm.Select.Builder().build());
        }
    }

    private Producer transacted(Publisher publisher) throws IOException {
        RabbitTransactedProducer producer = new RabbitTransactedProducer(publisher, client.time());
        publisher.channel().addReturnListener(producer);
        publisher.channel().txSelect();
        return register(producer, publisher.channel());
    }

    private Producer register(FailableProducer producer, Channel channel) {
        channel.addShutdownListener(signal -> onChannelShutdown(producer, signal));
        return register(producer);
    }

    private void onChannelShutdown(FailableProducer producer, ShutdownSignalException signal) {
        // A hard error closes the whole connection.
        if (!isClosing() && !signal.isInitiatedByApplication() && !signal.isHardError()) {
            DriverException cause = Failures.of("the broker closed the channel of a producer", signal);
            report(cause);
            producer.fail(cause);
        }
    }

    @Override
    public Consumer createConsumer(ConsumerSpec consumer, DeliveryListener listener) throws DriverException {
        return consumers.create(consumer, listener);
    }

    void close(RabbitConsumer consumer, Bounded.Action action) {
        consumers.close(consumer, action);
    }

    @Override
    public void start() throws DriverException {
        consumers.start();
    }

    @Override
    public void stop() throws DriverException {
        consumers.stop();
    }

    @Override
    public void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        consumers.unsubscribe(topic, subscription);
    }

    Optional<MessagesLeft> messagesLeft(String queue) throws DriverException {
        failIfLost();
        return consumers.messagesLeft(queue);
    }

    @Override
    public void close() {
        DriverException closed = new DriverException("the connection was closed");
        // Refuses first, because the closing releases a producer that waits for the broker, which would otherwise keep
        // sending.
        parts().forEach(producer -> producer.refuse(closed));
        consumers.closeAll();
        beginClose();
        if (lost() != null || isUnresponsive() || !Bounded.run(time(), "rabbitmq-close", connection::close)) {
            link.cut();
        }
        lose(closed);
        deliveries.shutdown();
    }
}
