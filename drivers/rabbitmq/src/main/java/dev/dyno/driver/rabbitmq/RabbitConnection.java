package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Recoverable;
import com.rabbitmq.client.RecoveryListener;
import com.rabbitmq.client.ShutdownSignalException;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection, with a channel for each producer and each consumer.
 *
 * <p>Assumptions and guarantees: what goes wrong is told to {@link ConnectionSpec#onFailure} once: the loss of the connection
 * or of a channel, a consumer that the broker cancelled, or a delivery that failed. After the loss all sends under way have
 * failed and closing does not wait for the broker.
 */
final class RabbitConnection implements ClientConnection {

    private static final long LAST_CONSUMER_NS = 2_000_000_000;
    private static final long LOOK_NS = 20_000_000;

    private final Connection connection;
    private final Link link;
    private final ExecutorService deliveries;
    private final ConnectionSpec spec;
    private final RabbitClient client;
    private final Settings settings;
    private final TimeSource time;
    private final Topology topology;
    private final Set<Failable> producers = ConcurrentHashMap.newKeySet();
    private final Set<RabbitConsumer> consumers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean reported = new AtomicBoolean();
    private boolean started;
    private volatile boolean closing;
    private volatile boolean unresponsive;
    private volatile @Nullable DriverException lost;

    /** The broker takes no messages: it has raised an alarm, or the library is making a new connection. */
    private volatile boolean blocked;

    private volatile boolean recovering;

    RabbitConnection(Connector.Opened opened, ExecutorService deliveries, ConnectionSpec spec, RabbitClient client) {
        this.connection = opened.connection();
        this.link = opened.link();
        this.deliveries = deliveries;
        this.spec = spec;
        this.client = client;
        this.settings = client.settings();
        this.time = client.time();
        this.topology = new Topology(connection, settings, client.known());
    }

    /** Apart from the constructor, because the library may call back at once. */
    void listen() {
        connection.addBlockedListener(reason -> blocked = true, () -> blocked = false);
        connection.addShutdownListener(this::onShutdown);
        if (connection instanceof Recoverable recoverable) {
            recoverable.addRecoveryListener(new AfterRecovery());
        }
    }

    private void onShutdown(ShutdownSignalException signal) {
        if (closing || signal.isInitiatedByApplication()) {
            return;
        }
        DriverException cause = Failures.of("connection failed", signal);
        if (client.recovers()) {
            recovering = true;
            producers.forEach(producer -> producer.failPending(cause));
            return;
        }
        lost = cause;
        report(cause);
        producers.forEach(producer -> end(producer, cause));
    }

    private static void end(Failable producer, DriverException cause) {
        producer.refuse(cause);
        producer.failPending(cause);
    }

    /** The library has opened the connection and its channels again. */
    private final class AfterRecovery implements RecoveryListener {

        @Override
        public void handleRecovery(Recoverable recoverable) {
            producers.forEach(Failable::startAgain);
            blocked = false;
            recovering = false;
        }

        @Override
        public void handleRecoveryStarted(Recoverable recoverable) {
            // The connection was lost: that has been seen to.
        }
    }

    /** Whether a message should not be published now. */
    boolean wouldBlock() {
        return blocked || recovering || link.wouldBlock();
    }

    /** Tells the owner of the connection, if nothing was told before and nobody has closed it. */
    void report(Throwable failure) {
        if (!closing && reported.compareAndSet(false, true)) {
            spec.onFailure().accept(failure);
        }
    }

    void failIfLost() throws DriverException {
        DriverException cause = lost;
        if (cause != null) {
            throw cause;
        }
    }

    @Override
    public Producer createProducer(ProducerSpec producer, SendListener listener) throws DriverException {
        client.refusals().check(producer);
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
        boolean mandatory = settings.mandatory(!topology.isQueue(destination));
        boolean confirmed = settings.confirms() && producer.mode() != SendMode.TRANSACTED;
        Publisher publisher = new Publisher(
                this,
                channel,
                destination,
                topology.exchange(destination),
                topology.routingKey(destination),
                mandatory,
                new MessageMaker(
                        producer,
                        confirmed && mandatory,
                        Product.of(connection).isQpid(),
                        client.nextProducerId() + "-",
                        time));
        return switch (producer.mode()) {
            case ASYNC -> publishing(publisher, producer.maxInFlight(), listener);
            case SYNC -> {
                SyncProducer waiting = new SyncProducer(publisher.cannotSend(), time);
                waiting.sendBy(publishing(publisher, 1, (token, failure) -> waiting.onSendCompleted(failure)));
                yield waiting;
            }
            case TRANSACTED -> transacted(publisher);
        };
    }

    private Producer publishing(Publisher publisher, int maxInFlight, SendListener listener) throws IOException {
        if (!settings.confirms()) {
            return register(new UnconfirmedProducer(publisher, listener), publisher.channel());
        }
        AsyncProducer producer = new AsyncProducer(publisher, maxInFlight, listener);
        publisher.channel().addConfirmListener(producer);
        publisher.channel().addReturnListener(producer);
        select(publisher.channel());
        return register(producer, publisher.channel());
    }

    /**
     * Asks for confirms by the bare method: asked for by {@link Channel#confirmSelect} the library keeps a sorted set of what
     * is unconfirmed, beside ours, which costs two objects and two searches for each message. Only its recovery has to know.
     */
    private void select(Channel channel) throws IOException {
        if (client.recovers()) {
            channel.confirmSelect();
        } else {
            channel.rpc(new AMQP.Confirm.Select.Builder().build());
        }
    }

    private Producer transacted(Publisher publisher) throws IOException {
        TransactedProducer producer = new TransactedProducer(publisher, time);
        publisher.channel().addReturnListener(producer);
        publisher.channel().txSelect();
        return register(producer, publisher.channel());
    }

    private <P extends Producer & Failable> P register(P producer, Channel channel) {
        producers.add(producer);
        channel.addShutdownListener(signal -> onChannelShutdown(producer, signal));
        DriverException cause = lost;
        if (cause != null) {
            end(producer, cause);
        }
        return producer;
    }

    private void onChannelShutdown(Failable producer, ShutdownSignalException signal) {
        // A hard error is one of the connection.
        if (!closing && !signal.isInitiatedByApplication() && !signal.isHardError()) {
            DriverException cause = Failures.of("the broker closed the channel of a producer", signal);
            report(cause);
            end(producer, cause);
        }
    }

    void forget(Failable producer) {
        producers.remove(producer);
    }

    @Override
    public Consumer createConsumer(ConsumerSpec consumer, DeliveryListener listener) throws DriverException {
        client.refusals().check(consumer);
        try {
            Channel channel = Channels.open(connection);
            try {
                return newConsumer(channel, consumer, listener);
            } catch (IOException | DriverException | RuntimeException e) {
                Channels.close(channel);
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot create a consumer of " + consumer.destination(), e);
        }
    }

    private Consumer newConsumer(Channel channel, ConsumerSpec consumer, DeliveryListener listener)
            throws IOException, DriverException {
        Topology.Source source = topology.source(channel, consumer, spec.clientId());
        boolean stream = settings.queue().isStream();
        register(source, consumer, stream);
        try {
            if (consumer.ackMode() == AckMode.TRANSACTED) {
                channel.txSelect();
            }
            RabbitConsumer made;
            if (consumer.mode() == ReceiveMode.RECEIVE) {
                made = new GettingConsumer(this, channel, source, consumer, settings, listener, time);
            } else {
                ListenerConsumer pushed =
                        new ListenerConsumer(this, channel, source, consumer, settings, listener, stream, deliveries);
                pushed.prepare();
                made = pushed;
            }
            channel.addShutdownListener(this::onConsumersChannelShutdown);
            consumers.add(made);
            if (started) {
                made.start();
            }
            return made;
        } catch (IOException | RuntimeException e) {
            client.inUse().remove(source);
            throw e;
        }
    }

    private void register(Topology.Source source, ConsumerSpec consumer, boolean stream) throws DriverException {
        String cannot = "cannot create a consumer of " + consumer.destination() + ": ";
        if (stream && !consumer.destination().isTopic()) {
            if (!client.inUse().addFirst(source)) {
                throw new DriverException(
                        cannot + "it has one already, and of a stream each gets every message; use one,"
                                + " or topic://" + source.queue());
            }
        } else if (source.exclusive()) {
            if (!client.inUse().addFirst(source)) {
                throw new DriverException(cannot + "subscription "
                        + consumer.subscription().map(Subscription::name).orElse("") + " has one already, and is not"
                        + " shared");
            }
        } else {
            client.inUse().add(source);
        }
    }

    private void onConsumersChannelShutdown(ShutdownSignalException signal) {
        if (!signal.isInitiatedByApplication() && !signal.isHardError()) {
            report(Failures.of("the broker closed the channel of a consumer", signal));
        }
    }

    @Override
    public void start() throws DriverException {
        started = true;
        try {
            for (RabbitConsumer consumer : consumers) {
                consumer.start();
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot start deliveries", e);
        }
    }

    @Override
    public void stop() throws DriverException {
        started = false;
        try {
            for (RabbitConsumer consumer : consumers) {
                consumer.stop();
            }
        } catch (IOException | RuntimeException e) {
            if (lost == null) {
                throw Failures.of("cannot stop deliveries", e);
            }
        }
    }

    @Override
    public void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        if (!subscription.durable()) {
            return;
        }
        String queue = Topology.queueName(topic, subscription, spec.clientId());
        String cannot = "cannot unsubscribe " + subscription.name() + " from " + topic;
        try {
            if (client.inUse().has(queue) || !delete(queue)) {
                throw new DriverException(cannot + ": it has a consumer");
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.of(cannot, e);
        }
    }

    /** A quorum queue takes a moment until it knows that its last consumer has gone. */
    private boolean delete(String queue) throws IOException {
        final long deadlineNs = time.nanoTime() + LAST_CONSUMER_NS;
        while (!topology.delete(queue)) {
            if (time.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
        return true;
    }

    /**
     * Closes a part of the connection in a bounded time. Once the connection is lost, or a first part could not be closed in
     * that time, the others are left to the end of the connection: a hundred of them must not wait one after the other.
     */
    void close(Bounded.Action action) {
        if (lost == null && !unresponsive && !Bounded.run(time, action)) {
            unresponsive = true;
        }
    }

    /** Closes a consumer, and removes what was made for it alone. */
    void close(RabbitConsumer consumer, Bounded.Action action) {
        if (!consumers.remove(consumer)) {
            return;
        }
        boolean last = client.inUse().remove(consumer.source);
        boolean goes =
                switch (consumer.source.end()) {
                    case STAYS -> false;
                    case GOES_WITH_ITS_CONSUMER -> true;
                    case GOES_WITH_ITS_LAST_CONSUMER -> last;
                };
        close(() -> {
            action.run();
            if (goes) {
                topology.delete(consumer.source.queue());
            }
        });
    }

    @Override
    public void close() {
        DriverException closed = new DriverException("the connection was closed");
        // First of all: a producer that waits for the broker is let go by the close, and would go on sending beside it.
        producers.forEach(producer -> producer.refuse(closed));
        consumers.forEach(RabbitConsumer::close);
        closing = true;
        if (lost != null || unresponsive || !Bounded.run(time, connection::close)) {
            link.cut();
        }
        lost = closed;
        producers.forEach(producer -> end(producer, closed));
        deliveries.shutdown();
    }
}
