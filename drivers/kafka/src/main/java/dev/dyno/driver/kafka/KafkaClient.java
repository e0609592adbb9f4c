package dev.dyno.driver.kafka;

import dev.dyno.driver.AckWindow;
import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.TimeSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;

/** One Kafka cluster with one set of settings. */
final class KafkaClient implements Client {

    private static final Capabilities CAPABILITIES = Capabilities.all()
            .without("in Kafka", Capability.TEXT_BODIES, Capability.PRIORITIES, Capability.SELECTORS)
            .without("of a message; kafka.topic.retention.ms sets a topic's", Capability.TIME_TO_LIVE);

    private static final Capabilities IN_CONSUMER_GROUPS =
            CAPABILITIES.without("in consumer groups; use kafka.group-type=share", Capability.INDIVIDUAL_ACK);

    private static final Capabilities IN_SHARE_GROUPS = CAPABILITIES
            .without(
                    "in share groups, which are of queues; leave kafka.group-type out",
                    Capability.TOPICS,
                    Capability.DURABLE_SUBSCRIPTIONS,
                    Capability.SHARED_SUBSCRIPTIONS,
                    Capability.FROM_EARLIEST)
            .without("in share groups; use individual acknowledgement", Capability.CLIENT_ACK)
            .without("in share groups", Capability.TRANSACTIONS);

    private final KafkaSettings settings;
    private final TimeSource time;
    private final AtomicLong numbers = new AtomicLong();
    private @Nullable Parts parts;

    /** Parts that are made when a broker is first needed. */
    private record Parts(Cluster cluster, Topics topics, ConsumerGroups groups, Optional<ClusterWatch> watch) {}

    KafkaClient(KafkaSettings settings, TimeSource time) {
        this.settings = settings;
        this.time = time;
    }

    KafkaSettings settings() {
        return settings;
    }

    TimeSource time() {
        return time;
    }

    /** A number that is unique in this client. */
    long nextNumber() {
        return numbers.getAndIncrement();
    }

    @Override
    public Capabilities capabilities() {
        return settings.sharing ? IN_SHARE_GROUPS : IN_CONSUMER_GROUPS;
    }

    /** Limit of a member of a share group: it gets no more before it has acknowledged all messages of its last poll. */
    @Override
    public Optional<AckWindow> ackWindow(ConsumerSpec spec) {
        Object messages = settings.consumer()
                .getOrDefault(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, ConsumerConfig.DEFAULT_MAX_POLL_RECORDS);
        return settings.sharing
                ? Optional.of(new AckWindow(
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Long.parseLong(messages.toString()), false, 1))
                : Optional.empty();
    }

    @Override
    public void checkNames(List<Destination> destinations) throws DriverException {
        for (Destination destination : destinations) {
            destination.require(
                    "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}",
                    "a topic of Kafka; must be 1 to 249 of the characters A-Z, a-z, 0-9, ., _ and -");
        }
    }

    private Parts connected() throws DriverException {
        Parts existing = parts;
        if (existing != null) {
            existing.cluster.connect();
            return existing;
        }
        Cluster cluster = new Cluster(settings, time);
        try {
            cluster.connect();
        } catch (DriverException | RuntimeException e) {
            cluster.close();
            throw e;
        }
        Topics topics = new Topics(cluster, settings, time);
        Parts made = new Parts(
                cluster,
                topics,
                new ConsumerGroups(cluster, topics, time),
                settings.brokenAfter.map(after -> new ClusterWatch(cluster, topics, time, after)));
        parts = made;
        return made;
    }

    @Override
    public ClientConnection connect(ConnectionSpec spec) throws DriverException {
        Parts p = connected();
        KafkaConnection connection = new KafkaConnection(this, spec, p.topics, p.groups, p.watch);
        p.watch.ifPresent(watch -> watch.add(connection));
        return connection;
    }

    @Override
    public void prepare(List<Destination> destinations) throws DriverException {
        connected().topics.ensure(destinations.stream().map(Destination::name).collect(Collectors.toSet()));
    }

    Optional<String> clusterId() {
        return Optional.ofNullable(parts).flatMap(made -> made.cluster.id());
    }

    @Override
    public Semantics semantics(ProducerSpec spec) {
        return SemanticsCard.of(settings, spec, Optional.ofNullable(parts).map(Parts::cluster));
    }

    @Override
    public void close() {
        Parts p = parts;
        if (p != null) {
            p.watch.ifPresent(ClusterWatch::close);
            p.cluster.close();
        }
    }
}
