package dev.dyno.driver.kafka;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Connection to a cluster. All asynchronous and synchronous producers share one producer of the library, with its buffer, sender
 * thread and sockets; each transacted producer and each consumer has an object of the library of its own.
 *
 * <p>Assumptions and guarantees: only the first failure is reported to {@link ConnectionSpec#onFailure}: the loss of all brokers,
 * another cluster, a removed topic, or a failed delivery. After a loss all sends in flight have failed, and closing does not wait
 * for the broker.
 */
final class KafkaConnection extends LosableConnection<LosableConnection.Part> {

    /** Longest time in ns for which the library may not know an existing topic; after it, sends fail. */
    static final long METADATA_NS = TimeUnit.SECONDS.toNanos(15);

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final KafkaClient client;
    private final Topics topics;
    private final ConsumerGroups groups;
    private final Optional<ClusterWatch> watch;
    private final Set<KafkaProducer<byte[], byte[]>> producers = ConcurrentHashMap.newKeySet();
    private final List<PollingConsumer> consumers = new CopyOnWriteArrayList<>();
    private @Nullable KafkaProducer<byte[], byte[]> shared;
    private boolean started;

    KafkaConnection(
            KafkaClient client,
            ConnectionSpec spec,
            Topics topics,
            ConsumerGroups groups,
            Optional<ClusterWatch> watch) {
        super(spec, client.time());
        this.client = client;
        this.topics = topics;
        this.groups = groups;
        this.watch = watch;
    }

    @Override
    public Optional<String> clusterId() {
        return client.clusterId();
    }

    ConsumerGroups groups() {
        return groups;
    }

    /** Fails everything that waits for a broker, because none is left or another cluster answers. Any thread. */
    void brokerIsGone(DriverException cause) {
        if (isClosing() || lost() != null) {
            return;
        }
        lose(cause);
        consumers.forEach(PollingConsumer::lose);
        // The close fails the sends in flight, on the sender thread of each producer.
        producers.forEach(producer -> producer.close(Duration.ZERO));
    }

    /** Reports the removal of a topic if it has consumers here, which get nothing more. Any thread. */
    void topicIsRemoved(String topic) {
        if (consumers.stream().anyMatch(consumer -> consumer.isOfTopic(topic))) {
            report(new DriverException(
                    "topic " + topic + " was removed at the broker, and its consumers get nothing more"));
        }
    }

    @Override
    public Producer createProducer(ProducerSpec producer, SendListener listener) throws DriverException {
        client.capabilities().check(producer);
        failIfLost();
        String topic = producer.destination().name();
        topics.ensure(Set.of(topic));
        Records records = new Records(producer, client.settings().keys, client.nextNumber());
        try {
            return producer.mode() == SendMode.TRANSACTED
                    ? newTransactedProducer(records)
                    : newProducer(producer, records, listener);
        } catch (Exception e) {
            throw Failures.of("cannot create a producer for " + producer.destination(), e);
        }
    }

    private Producer newProducer(ProducerSpec producer, Records records, SendListener listener) {
        KafkaProducer<byte[], byte[]> library = shared;
        if (library == null) {
            library = open(client.settings().producer(), "producer");
            shared = library;
        }
        learn(library, records.topic());
        return producer.mode() == SendMode.ASYNC
                ? new AsyncProducer(this, library, records, producer.maxInFlight(), listener)
                : new SyncProducer(this, library, records);
    }

    /** Makes the library fetch the topic's metadata now, so that sends do not wait for it. */
    private void learn(KafkaProducer<byte[], byte[]> library, String topic) {
        long giveUpNs = time().nanoTime() + METADATA_NS;
        while (true) {
            try {
                library.partitionsFor(topic);
                return;
            } catch (TimeoutException e) {
                if (lost() != null || time().nanoTime() - giveUpNs > 0) {
                    throw e;
                }
            }
            time().parkUntil(time().nanoTime() + LOOK_NS);
        }
    }

    private Producer newTransactedProducer(Records records) {
        Map<String, Object> settings = client.settings().transactedProducer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "dyno-" + UUID.randomUUID());
        KafkaProducer<byte[], byte[]> library = open(settings, "transactions");
        try {
            library.initTransactions();
        } catch (RuntimeException e) {
            close(library);
            throw e;
        }
        return new TransactedProducer(this, library, records);
    }

    private KafkaProducer<byte[], byte[]> open(Map<String, Object> settings, String what) {
        name(settings, ProducerConfig.CLIENT_ID_CONFIG, what);
        KafkaProducer<byte[], byte[]> library =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        Failures.leaveThoseOfThreads();
        producers.add(library);
        if (lost() != null) {
            library.close(Duration.ZERO);
        }
        return library;
    }

    /**
     * Gives a producer or consumer a unique name that begins with the client id, if there is one and the user has set no name:
     * the library warns of repeated names.
     */
    private void name(Map<String, Object> settings, String key, String what) {
        spec().clientId().ifPresent(id -> settings.putIfAbsent(key, id + "-" + what + "-" + client.nextNumber()));
    }

    /** Waits until the sends of the shared producer are answered; ends them by force if that takes too long. */
    void finishSends() {
        KafkaProducer<byte[], byte[]> library = shared;
        if (library == null || isClosing() || lost() != null) {
            return;
        }
        if (isUnresponsive() || !Bounded.run(time(), "kafka-flush", library::flush)) {
            setUnresponsive();
            library.close(Duration.ZERO);
        }
    }

    /** Closes a producer of the library in a limited time, after which unsent messages fail. */
    void close(KafkaProducer<byte[], byte[]> library) {
        long beganNs = time().nanoTime();
        library.close(patience());
        slow(beganNs);
        producers.remove(library);
    }

    /** Longest time for closing a part; none after the loss of the brokers, or once a part was not closed in time. */
    Duration patience() {
        return lost() != null || isUnresponsive() ? Duration.ZERO : Duration.ofNanos(Bounded.CLOSE_NS);
    }

    /** Notes that a part could not be closed in time, if its close has taken {@link Bounded#CLOSE_NS} since {@code beganNs}. */
    void slow(long beganNs) {
        if (time().nanoTime() - beganNs >= Bounded.CLOSE_NS) {
            setUnresponsive();
        }
    }

    @Override
    public Consumer createConsumer(ConsumerSpec consumer, DeliveryListener listener) throws DriverException {
        client.capabilities().check(consumer);
        failIfLost();
        String topic = consumer.destination().name();
        topics.ensure(Set.of(topic));
        Map<String, Object> settings = client.settings().consumer();
        name(settings, ConsumerConfig.CLIENT_ID_CONFIG, "consumer");
        try {
            Source source =
                    Source.of(consumer, spec().clientId(), client.settings(), topics.partitions(topic), topics, groups);
            settings.put(ConsumerConfig.GROUP_ID_CONFIG, source.group());
            PollingConsumer made = source.inShareGroup()
                    ? new ShareConsumer(this, consumer, source, settings, listener)
                    : new GroupConsumer(this, consumer, source, settings, listener);
            consumers.add(made);
            made.begin();
            if (started) {
                made.start();
            }
            return made;
        } catch (Exception e) {
            throw Failures.of("cannot create a consumer of " + consumer.destination(), e);
        }
    }

    void forget(PollingConsumer consumer) {
        consumers.remove(consumer);
    }

    @Override
    public void start() throws DriverException {
        failIfLost();
        started = true;
        for (PollingConsumer consumer : consumers) {
            consumer.start();
        }
    }

    @Override
    public void stop() {
        started = false;
        consumers.forEach(PollingConsumer::pause);
        consumers.forEach(PollingConsumer::awaitPaused);
    }

    @Override
    public void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        String group = Source.groupOf(subscription, spec().clientId());
        if (consumers.stream().anyMatch(consumer -> consumer.isMemberOf(group))) {
            throw new DriverException("cannot unsubscribe " + subscription.name() + " from " + topic
                    + ": consumers use it; close them before");
        }
        failIfLost();
        groups.delete(group);
    }

    @Override
    public void close() {
        if (isClosing()) {
            return;
        }
        beginClose();
        watch.ifPresent(w -> w.remove(this));
        consumers.forEach(PollingConsumer::pause);
        consumers.forEach(PollingConsumer::close);
        producers.forEach(this::close);
        if (lost() == null) {
            lose(new DriverException("the connection was closed"));
        }
    }
}
