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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A connection to the simulated broker.
 *
 * <p>Assumptions and guarantees: its lists may be changed and iterated on any thread. {@link #check} and {@link #isStarted} on
 * any thread, {@link #broken(String)} on the loop; the methods of the interface do their work on the loop, and wait for it.
 * After {@link #close} all sends in flight have completed, unless a listener blocks the loop.
 */
final class SimConnection extends LosableConnection<LosableConnection.Part> {

    private final SimClient client;
    private final SimBroker broker;
    private final List<SimProducer> producers = new CopyOnWriteArrayList<>();
    private final List<SimConsumer> consumers = new CopyOnWriteArrayList<>();
    private volatile boolean started;
    private volatile String broken = "";

    SimConnection(SimClient client, SimBroker broker, ConnectionSpec spec) {
        super(spec, broker.time());
        this.client = client;
        this.broker = broker;
    }

    @Override
    public Producer createProducer(ProducerSpec producerSpec, SendListener listener) throws DriverException {
        check();
        SimClient.CAPABILITIES.check(producerSpec);
        return broker.loop().call(() -> {
            final SimTarget target = broker.store().target(producerSpec.destination());
            final SimProducer producer = new SimProducer(this, broker, target, producerSpec, listener);
            producers.add(producer);
            return producer;
        });
    }

    @Override
    public Consumer createConsumer(ConsumerSpec consumerSpec, DeliveryListener listener) throws DriverException {
        check();
        SimClient.CAPABILITIES.check(consumerSpec);
        final Optional<Selector> selector = consumerSpec.selector().isEmpty()
                ? Optional.empty()
                : Optional.of(Selector.parse(consumerSpec.selector().get()));
        return broker.loop().call(() -> {
            final SimQueue queue = broker.store().queueFor(consumerSpec, spec().clientId());
            final SimConsumer consumer = new SimConsumer(this, broker, queue, consumerSpec, selector, listener);
            consumers.add(consumer);
            queue.add(consumer);
            return consumer;
        });
    }

    @Override
    public void start() throws DriverException {
        check();
        broker.loop().run(() -> {
            started = true;
            consumers.forEach(SimConsumer::started);
        });
    }

    @Override
    public void stop() throws DriverException {
        check();
        broker.loop().run(() -> started = false);
        consumers.forEach(SimConsumer::awaitQuiet);
    }

    @Override
    public void unsubscribe(Destination topic, ConsumerSpec.Subscription subscription) throws DriverException {
        check();
        broker.loop().run(() -> broker.store().unsubscribe(topic, subscription, spec().clientId()));
    }

    @Override
    public void close() {
        if (isClosing()) {
            return;
        }
        beginClose();
        onLoop(() -> {
            started = false;
            consumers.forEach(SimConsumer::closeOnLoop);
            producers.forEach(SimProducer::closeOnLoop);
            broker.disconnected(this);
        });
        consumers.clear();
        producers.clear();
        client.closed(this);
    }

    /** Runs a part of a close on the loop; never throws, because a close must not. */
    void onLoop(Runnable task) {
        try {
            broker.loop().run(task::run);
        } catch (DriverException e) {
            // A listener of the tool blocks the loop: a task that has not begun by now never runs.
            report(e);
        }
    }

    void closed(SimProducer producer) {
        producers.remove(producer);
    }

    void closed(SimConsumer consumer) {
        consumers.remove(consumer);
    }

    boolean isStarted() {
        return started;
    }

    /** Throws if the connection is closed or broken. */
    void check() throws DriverException {
        if (isClosing()) {
            throw new DriverException("The connection to " + broker.url() + " is closed.");
        }
        if (!broken.isEmpty()) {
            throw new DriverException(broken);
        }
    }

    /** Ends the connection when the broker has died or cut it; called on the loop. */
    void broken(String why) {
        broken = why;
        started = false;
        consumers.forEach(SimConsumer::broken);
        producers.forEach(producer -> producer.broken(why));
        report(new DriverException(why));
    }
}
