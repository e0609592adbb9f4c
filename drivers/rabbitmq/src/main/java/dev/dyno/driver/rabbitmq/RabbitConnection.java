package dev.dyno.driver.rabbitmq;

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
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Connection with a channel for each producer and each consumer.
 *
 * <p>Assumptions and guarantees: one failure is reported to {@link ConnectionSpec#onFailure}: the loss of the connection or of a
 * channel, a consumer that the broker cancelled, or a delivery that failed. After the loss all sends in flight have failed, and
 * closing does not wait for the broker.
 */
final class RabbitConnection extends LosableConnection {

    private final Connection connection;
    private final RabbitLink link;
    private final DeliveryThreads deliveries;
    private final RabbitClient client;
    private final Producers producers;
    private final Consumers consumers;

    /** Whether the broker takes no messages, because it has raised an alarm or the library is making a new connection. */
    private volatile boolean blocked;

    private volatile boolean recovering;

    RabbitConnection(Connector.Opened opened, DeliveryThreads deliveries, ConnectionSpec spec, RabbitClient client) {
        super(spec, client.time());
        this.connection = opened.connection();
        this.link = opened.link();
        this.deliveries = deliveries;
        this.client = client;
        Topology topology = new Topology(connection, client.settings(), client.known());
        this.producers = new Producers(this, connection, topology, client);
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
        consumers.abandon();
        DriverException cause = Failures.of("connection failed", signal);
        if (client.recovers()) {
            recovering = true;
            producers.failPending(cause);
            return;
        }
        lose(cause);
        producers.end(cause);
    }

    /** Listener for a recovered connection, whose channels the library has opened again. */
    private final class AfterRecovery implements RecoveryListener {

        @Override
        public void handleRecovery(Recoverable recoverable) {
            producers.startAgain();
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

    @Override
    public Producer createProducer(ProducerSpec producer, SendListener listener) throws DriverException {
        return producers.create(producer, listener);
    }

    void forget(FailableProducer producer) {
        producers.forget(producer);
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

    OptionalLong messagesLeft(String queue) throws DriverException {
        failIfLost();
        return consumers.messagesLeft(queue);
    }

    @Override
    public void close() {
        DriverException closed = new DriverException("the connection was closed");
        // First, because closing releases a producer that waits for the broker, which would otherwise keep sending.
        producers.refuse(closed);
        consumers.closeAll();
        beginClose();
        if (lost() != null || isUnresponsive() || !Bounded.run(time(), "rabbitmq-close", connection::close)) {
            link.cut();
        }
        lose(closed);
        producers.end(closed);
        deliveries.shutdown();
    }
}
