package dev.dyno.driver.sim;

import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.TimeSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Connection of the null driver: enables and disables the deliveries of its consumers. */
final class NullConnection extends LosableConnection<LosableConnection.Part> {

    private final NullBroker broker;
    private final List<NullConsumer> consumers = new CopyOnWriteArrayList<>();
    private volatile boolean started;

    NullConnection(NullBroker broker, ConnectionSpec spec, TimeSource time) {
        super(spec, time);
        this.broker = broker;
    }

    @Override
    public Producer createProducer(ProducerSpec producerSpec, SendListener listener) throws DriverException {
        check();
        NullClient.CAPABILITIES.check(producerSpec);
        return new NullProducer(
                this,
                broker.listeners(producerSpec.destination()),
                producerSpec.destination().isTopic(),
                listener);
    }

    @Override
    public Consumer createConsumer(ConsumerSpec consumerSpec, DeliveryListener listener) throws DriverException {
        check();
        NullClient.CAPABILITIES.check(consumerSpec);
        final NullConsumer consumer = new NullConsumer(this, broker.listeners(consumerSpec.destination()), listener);
        consumers.add(consumer);
        return consumer;
    }

    @Override
    public void start() throws DriverException {
        check();
        started = true;
    }

    @Override
    public void stop() throws DriverException {
        check();
        stopDeliveries();
    }

    private void stopDeliveries() {
        started = false;
        consumers.forEach(NullConsumer::awaitQuiet);
    }

    @Override
    public void unsubscribe(Destination topic, ConsumerSpec.Subscription subscription) throws DriverException {
        check();
    }

    @Override
    public void close() {
        if (!isClosing()) {
            beginClose();
            stopDeliveries();
            consumers.forEach(NullConsumer::close);
        }
    }

    boolean isStarted() {
        return started;
    }

    void check() throws DriverException {
        if (isClosing()) {
            throw new DriverException("The connection of the null driver is closed.");
        }
    }

    void closed(NullConsumer consumer) {
        consumers.remove(consumer);
    }
}
