package dev.dyno.driver.pulsar;

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
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.TimeSource;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.ConsumerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.PulsarClientException.ConsumerBusyException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionMode;
import org.apache.pulsar.client.api.SubscriptionType;

/**
 * Connection of the driver: one client of the library with its producers and consumers.
 *
 * <p>Assumptions and guarantees: the library does not report a lost connection, but always reconnects by itself. This class
 * therefore checks its producers and consumers a few times a second, and takes a disconnection of one of them, however short, for
 * the loss of the connection. With {@code pulsar.reconnect} it does not check.
 */
final class NativeConnection extends LosableConnection<PulsarLink> {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final String FIRST_PARTITION = "-partition-0";

    private final PulsarClient client;
    private final NativeClient owner;
    private final PulsarSettings settings;
    private final Set<NativeConsumer> consumers = ConcurrentHashMap.newKeySet();
    private boolean started;
    private boolean watching;

    NativeConnection(PulsarClient client, ConnectionSpec spec, NativeClient owner, TimeSource time) {
        super(spec, time);
        this.client = client;
        this.owner = owner;
        this.settings = owner.settings();
    }

    void forgetConsumer(NativeConsumer consumer) {
        consumers.remove(consumer);
        forget(consumer);
    }

    /**
     * Adds a producer or consumer. With the first one the regular checks for lost connections begin, unless
     * {@code pulsar.reconnect} is set.
     */
    private void watch(PulsarLink link) {
        register(link);
        if (lost() == null && !watching && !settings.get(PulsarSettings.RECONNECT)) {
            watching = true;
            time().schedule(time().nanoTime() + LOOK_NS, this::checkConsumers);
        }
    }

    private void checkConsumers() {
        if (isClosing()) {
            return;
        }
        for (PulsarLink link : parts()) {
            if (link.wasDisconnected()) {
                lose(new DriverException(
                        "connection failed: the broker closed the connection, or took away the topic, of the "
                                + link.part()));
                return;
            }
        }
        time().schedule(time().nanoTime() + LOOK_NS, this::checkConsumers);
    }

    @Override
    public Producer createProducer(ProducerSpec producer, SendListener listener) throws DriverException {
        String topic = settings.topic(producer.destination());
        NativeClient.capabilities(settings, PulsarSettings.isPersistent(topic)).check(producer);
        try {
            if (!producer.destination().isTopic() && PulsarSettings.isPersistent(topic)) {
                ensureQueue(topic);
            }
            org.apache.pulsar.client.api.Producer<byte[]> made = client.newProducer(Schema.BYTES)
                    .loadConf(settings.library().producer())
                    .topic(topic)
                    .create();
            owner.hasPartitions(topic, partitions(topic));
            Messages messages = new Messages(made, producer);
            boolean mayBlock = settings.library().producerData().isBlockIfQueueFull();
            PulsarProducer sending = producer.mode() == SendMode.ASYNC
                    ? new AsyncProducer(this, messages, listener, new AfterCompletions(client, listener), mayBlock)
                    : new BlockingProducer(this, messages);
            watch(sending);
            return sending;
        } catch (Exception | LinkageError e) {
            throw Failures.of("cannot create a producer for " + producer.destination(), e);
        }
    }

    /**
     * Creates the subscription of a queue before its first message, because messages are kept only for existing subscriptions.
     */
    private void ensureQueue(String topic) throws PulsarClientException {
        if (!owner.queues().contains(topic)) {
            try {
                queue(topic).subscribe().close();
            } catch (ConsumerBusyException e) {
                // The subscription exists and is in use.
            }
            owner.queues().add(topic);
        }
    }

    private ConsumerBuilder<ByteBuffer> queue(String topic) {
        return consumer(topic)
                .subscriptionName(settings.get(PulsarSettings.SUBSCRIPTION))
                .subscriptionType(settings.get(PulsarSettings.SUBSCRIPTION_TYPE))
                .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest);
    }

    private ConsumerBuilder<ByteBuffer> consumer(String topic) {
        // Pooled, because the body is copied out of the library's buffer anyway: into an array that is used again.
        return client.newConsumer(Schema.BYTEBUFFER)
                .loadConf(settings.library().consumer())
                .topic(topic)
                .poolMessages(true)
                // A consumer of a non-persistent topic gets only messages that are sent after its request for them.
                .startPaused(PulsarSettings.isPersistent(topic));
    }

    @Override
    public Consumer createConsumer(ConsumerSpec consumer, DeliveryListener listener) throws DriverException {
        String topic = settings.topic(consumer.destination());
        NativeClient.capabilities(settings, PulsarSettings.isPersistent(topic)).check(consumer);
        try {
            ConsumerBuilder<ByteBuffer> builder =
                    consumer.destination().isTopic() ? subscriber(consumer, topic) : queue(topic);
            org.apache.pulsar.client.api.Consumer<ByteBuffer> made = builder.subscribe();
            if (!PulsarSettings.isPersistent(topic)) {
                awaitFlow(topic);
            }
            PulsarAcknowledger acknowledger =
                    new PulsarAcknowledger(made, consumer.ackMode(), isCumulative(consumer) && partitions(topic) == 0);
            NativeConsumer receiving = new NativeConsumer(
                    this, made, acknowledger, consumer, PulsarSettings.isPersistent(topic), listener, time());
            consumers.add(receiving);
            watch(receiving);
            receiving.begin();
            if (started) {
                receiving.start();
            }
            return receiving;
        } catch (Exception | LinkageError e) {
            throw Failures.of("cannot create a consumer of " + consumer.destination(), e);
        }
    }

    /**
     * Waits until the broker knows of the consumer's first request for messages, which follows the answer to its subscription:
     * messages sent earlier are dropped. The library writes requests in order, so the answer to a later request shows that the
     * broker has the first one.
     */
    private void awaitFlow(String topic) {
        Bounded.await(client.getPartitionsForTopic(topic, false));
    }

    /** Number of partitions of a topic; 0 if it has none. */
    private int partitions(String topic) throws ExecutionException, InterruptedException {
        List<String> partitions = client.getPartitionsForTopic(topic, false).get();
        return partitions.get(0).endsWith(FIRST_PARTITION) ? partitions.size() : 0;
    }

    /** Whether one acknowledgement may stand for all before it, which the broker allows only where one consumer gets them all. */
    private boolean isCumulative(ConsumerSpec consumer) {
        SubscriptionType type = consumer.destination().isTopic()
                ? type(consumer.subscription().map(Subscription::shared).orElse(false))
                : settings.get(PulsarSettings.SUBSCRIPTION_TYPE);
        return type == SubscriptionType.Exclusive || type == SubscriptionType.Failover;
    }

    /** Type of a subscription of a topic: the type that was set, if consumers share it or take turns; otherwise exclusive. */
    private SubscriptionType type(boolean shared) {
        return shared || settings.get(PulsarSettings.SUBSCRIPTION_TYPE) == SubscriptionType.Failover
                ? settings.get(PulsarSettings.SUBSCRIPTION_TYPE)
                : SubscriptionType.Exclusive;
    }

    private ConsumerBuilder<ByteBuffer> subscriber(ConsumerSpec consumer, String topic) {
        SubscriptionInitialPosition begin =
                consumer.fromEarliest() ? SubscriptionInitialPosition.Earliest : SubscriptionInitialPosition.Latest;
        if (consumer.subscription().isEmpty()) {
            return consumer(topic)
                    .subscriptionName("dyno-" + UUID.randomUUID())
                    .subscriptionType(SubscriptionType.Exclusive)
                    .subscriptionMode(SubscriptionMode.NonDurable)
                    .subscriptionInitialPosition(begin);
        }
        return subscriber(topic, consumer.subscription().get()).subscriptionInitialPosition(begin);
    }

    private ConsumerBuilder<ByteBuffer> subscriber(String topic, Subscription subscription) {
        // The name of an unshared subscription begins with its client id.
        String name = subscription.shared() || spec().clientId().isEmpty()
                ? subscription.name()
                : spec().clientId().get() + "." + subscription.name();
        return consumer(topic)
                .subscriptionName(name)
                .subscriptionType(type(subscription.shared()))
                .subscriptionMode(subscription.durable() ? SubscriptionMode.Durable : SubscriptionMode.NonDurable);
    }

    @Override
    public void start() {
        started = true;
        consumers.forEach(NativeConsumer::start);
    }

    @Override
    public void stop() {
        started = false;
        consumers.forEach(NativeConsumer::stop);
    }

    /**
     * Backlog of a subscription, from the broker's HTTP API: everything that is not acknowledged. The broker counts a batch as
     * one entry, so a number above 0 is multiplied by the messages that fit in a batch.
     */
    OptionalLong messagesLeft(Destination destination, String subscription) throws DriverException {
        String topic = settings.topic(destination);
        if (!PulsarSettings.isPersistent(topic)) {
            return OptionalLong.empty();
        }
        try {
            OptionalLong entries = owner.web().backlog(topic, partitions(topic) > 0, subscription);
            long perEntry = settings.library().producerData().isBatchingEnabled()
                    ? settings.library().producerData().getBatchingMaxMessages()
                    : 1;
            return entries.isEmpty() ? entries : OptionalLong.of(entries.getAsLong() * perEntry);
        } catch (ExecutionException e) {
            throw Failures.of("cannot find the partitions of " + topic, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.of("cannot find the partitions of " + topic, e);
        }
    }

    /**
     * Removes a durable subscription through a consumer that is made for this: the broker refuses while the subscription has
     * others.
     */
    @Override
    public void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        if (!subscription.durable()) {
            return;
        }
        try (org.apache.pulsar.client.api.Consumer<?> last =
                subscriber(settings.topic(topic), subscription).subscribe()) {
            last.unsubscribe();
        } catch (PulsarClientException | RuntimeException e) {
            throw Failures.of("cannot unsubscribe " + subscription.name() + " from " + topic, e);
        }
    }

    @Override
    public void close() {
        beginClose();
        DriverException closed = new DriverException("the connection was closed");
        parts().forEach(link -> link.refuse(closed));
        consumers.forEach(NativeConsumer::end);
        if (lost() == null) {
            Bounded.await(CompletableFuture.allOf(
                    parts().stream().map(PulsarLink::goodbye).toArray(CompletableFuture<?>[]::new)));
        }
        // Not awaited, because the library keeps its threads for two seconds more, even with nothing left to do.
        CompletableFuture<Void> unused = client.closeAsync();
        lose(closed);
    }
}
