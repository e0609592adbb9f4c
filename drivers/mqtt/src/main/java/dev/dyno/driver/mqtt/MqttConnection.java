package dev.dyno.driver.mqtt;

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
import dev.dyno.driver.TimeSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Links to a broker: one for all producers and one for each consumer. The link made at the start serves the first of the
 * producers and the consumers without a durable subscription; a durable one has a session, and so a link, of its own.
 *
 * <p>Assumptions and guarantees: only the first failure is reported to the owner: a lost link, or a failed delivery. When any
 * link is lost, the whole connection counts as lost, and all its sends in flight have failed.
 */
final class MqttConnection extends LosableConnection<MqttProducer> {

    private static final long ANSWERS_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final MqttBroker broker;
    private final Set<MqttConsumer> consumers = ConcurrentHashMap.newKeySet();
    private Optional<Connected> spare = Optional.empty();
    private Optional<Connected> forProducers = Optional.empty();
    private @Nullable Sending sending;
    private boolean started;

    private record Connected(MqttLink link, LinkWatch watch) {

        void hangUp() {
            watch.closing();
            link.disconnect();
        }
    }

    MqttConnection(MqttBroker broker, ConnectionSpec spec, TimeSource time) {
        super(spec, time);
        this.broker = broker;
    }

    /** Makes the first link. */
    void open() throws DriverException {
        spare = Optional.of(connect(spec().clientId().map(LinkSpec::passing).orElseGet(LinkSpec::passing)));
    }

    private Connected connect(LinkSpec linkSpec) throws DriverException {
        LinkWatch watch = new LinkWatch(this::onLost);
        MqttLink link = broker.link(linkSpec, watch);
        link.connect(linkSpec);
        watch.up();
        return new Connected(link, watch);
    }

    private Connected spareOrNew() throws DriverException {
        if (spare.isEmpty()) {
            return connect(LinkSpec.passing());
        }
        Connected taken = spare.get();
        spare = Optional.empty();
        return taken;
    }

    private void onLost(Throwable cause) {
        if (isClosing()) {
            return;
        }
        lose(Failures.of("connection failed", cause));
    }

    void forget(MqttConsumer consumer) {
        consumers.remove(consumer);
    }

    /** Gives the broker a moment to answer the sends in flight. */
    void awaitAnswers(MqttProducer producer) {
        long giveUpNs = time().nanoTime() + ANSWERS_NS;
        while (lost() == null && producer.hasPending() && giveUpNs - time().nanoTime() > 0) {
            time().parkUntil(time().nanoTime() + LOOK_AGAIN_NS);
        }
    }

    @Override
    public Producer createProducer(ProducerSpec producer, SendListener listener) throws DriverException {
        failIfLost();
        MqttLimits.check(producer, broker.settings());
        String topic = MqttLimits.topic(producer.destination());
        return register(new MqttProducer(this, sending(), topic, producer, listener));
    }

    private Sending sending() throws DriverException {
        Sending shared = sending;
        if (shared == null) {
            Connected link = spareOrNew();
            forProducers = Optional.of(link);
            shared = new Sending(link.link());
            sending = shared;
        }
        return shared;
    }

    @Override
    public Consumer createConsumer(ConsumerSpec consumer, DeliveryListener listener) throws DriverException {
        failIfLost();
        MqttLimits.check(consumer, broker.settings(), spec().clientId());
        String filter = MqttLimits.filter(consumer, broker.settings());
        Optional<Subscription> durable = consumer.subscription().filter(Subscription::durable);
        return durable.isPresent()
                ? keptConsumer(consumer, filter, sessionId(durable.get()), listener)
                : consumer(consumer, filter, spareOrNew(), Optional.of(filter), listener, () -> {});
    }

    /** Consumer of a kept session with a client id of its own, which allows one link at a time. */
    private Consumer keptConsumer(ConsumerSpec consumer, String filter, String sessionId, DeliveryListener listener)
            throws DriverException {
        String session = sessionOf(sessionId);
        broker.sessions().addAlone(session);
        try {
            Connected link = connect(LinkSpec.kept(sessionId));
            return consumer(consumer, filter, link, Optional.empty(), listener, () -> broker.sessions()
                    .remove(session));
        } catch (DriverException e) {
            broker.sessions().remove(session);
            throw e;
        }
    }

    private MqttConsumer consumer(
            ConsumerSpec consumer,
            String filter,
            Connected link,
            Optional<String> ending,
            DeliveryListener listener,
            Runnable afterClose)
            throws DriverException {
        try {
            link.link().subscribe(filter);
        } catch (DriverException e) {
            link.hangUp();
            throw e;
        }
        Runnable hangUp = () -> {
            link.hangUp();
            afterClose.run();
        };
        MqttConsumer made = new MqttConsumer(this, consumer, link.link(), ending, listener, broker.threads(), hangUp);
        consumers.add(made);
        if (started) {
            made.resume();
        }
        made.begin();
        return made;
    }

    /** Client id of a durable subscription: as in JMS it belongs to a client id, but each is a session with an id of its own. */
    private String sessionId(Subscription subscription) {
        return spec().clientId().orElse("") + "-" + subscription.name();
    }

    private static String sessionOf(String sessionId) {
        return "the session of client id " + sessionId;
    }

    @Override
    public void start() {
        started = true;
        consumers.forEach(MqttConsumer::resume);
    }

    @Override
    public void stop() {
        started = false;
        consumers.forEach(MqttConsumer::pause);
    }

    @Override
    public void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        if (!subscription.durable()) {
            return;
        }
        String sessionId = sessionId(subscription);
        broker.sessions().refuseIfUsed(sessionOf(sessionId));
        // A new link with that client id drops the kept session, and its own session is not kept.
        connect(LinkSpec.passing(sessionId)).hangUp();
    }

    @Override
    public void close() {
        beginClose();
        consumers.forEach(MqttConsumer::close);
        parts().forEach(MqttProducer::close);
        spare.ifPresent(Connected::hangUp);
        forProducers.ifPresent(Connected::hangUp);
        lose(new DriverException("the connection was closed"));
    }
}
