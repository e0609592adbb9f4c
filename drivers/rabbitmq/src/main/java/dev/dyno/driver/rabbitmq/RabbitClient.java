package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.AckWindow;
import dev.dyno.driver.Bounded;
import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.NamesInUse;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.TimeSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Client of one broker with one set of settings.
 *
 * <p>Assumptions and guarantees: those of {@link Client}; the methods that it adds, on any thread. Its connections share the
 * sets of destinations, queues and consumers, which are safe for any thread. The failure of one connection forgets the known
 * destinations of all, so that the next use declares them again.
 */
final class RabbitClient implements Client {

    private static final String MAX_PRIORITY = "x-max-priority";

    private final TimeSource time;
    private final SettingValues settings;
    private final Connector connector;
    private final Set<Destination> known = ConcurrentHashMap.newKeySet();
    /** Queues with consumers of this client: the broker counts only started consumers, and not those that poll. */
    private final NamesInUse inUse = new NamesInUse();

    private final Set<RabbitConsumer> consumers = ConcurrentHashMap.newKeySet();
    /** Queues of which a consumer was on a connection that broke. */
    private final Set<String> givenUp = ConcurrentHashMap.newKeySet();

    /** Destinations whose messages the broker refused with {@code basic.nack}, though they were not set up for refusals. */
    private final Set<Destination> nacked = ConcurrentHashMap.newKeySet();

    private final AtomicLong producers = new AtomicLong();
    private volatile Optional<SemanticsCard.Broker> broker = Optional.empty();

    RabbitClient(ClientSpec spec, SettingValues settings, Connector connector) {
        this.time = spec.time();
        this.settings = settings;
        this.connector = connector;
    }

    SettingValues settings() {
        return settings;
    }

    TimeSource time() {
        return time;
    }

    Set<Destination> known() {
        return known;
    }

    NamesInUse inUse() {
        return inUse;
    }

    void add(RabbitConsumer consumer) {
        consumers.add(consumer);
    }

    void remove(RabbitConsumer consumer) {
        consumers.remove(consumer);
    }

    Set<String> givenUp() {
        return givenUp;
    }

    Set<Destination> nacked() {
        return nacked;
    }

    /** Consumers of a queue on all open connections. A lost connection holds only messages that the broker delivers again. */
    List<RabbitConsumer> consumersOf(String queue) {
        return consumers.stream()
                .filter(consumer -> consumer.source.queue().equals(queue) && consumer.connection.lost() == null)
                .toList();
    }

    boolean recovers() {
        return connector.recovers();
    }

    /** Part of message ids, unique among clients because it contains the time. */
    String nextProducerId() {
        return Long.toHexString(time.epochMillis()) + "-" + producers.incrementAndGet();
    }

    @Override
    public Capabilities capabilities() {
        boolean stream = RabbitSettings.isStream(settings);
        return Capabilities.all()
                .without("in AMQP 0-9-1", Capability.SELECTORS, Capability.GROUPS, Capability.KEYS)
                .withoutIf(
                        stream,
                        "with streams; choose another rabbitmq.queue.type",
                        Capability.RECEIVE,
                        Capability.CLIENT_ACK,
                        Capability.INDIVIDUAL_ACK,
                        Capability.TRANSACTIONS,
                        Capability.TIME_TO_LIVE,
                        Capability.PRIORITIES,
                        Capability.DURABLE_SUBSCRIPTIONS,
                        Capability.SHARED_SUBSCRIPTIONS)
                .withoutIf(!stream, "without rabbitmq.queue.type=stream", Capability.FROM_EARLIEST)
                .withoutIf(
                        !settings.family(RabbitSettings.QUEUE_ARGUMENTS).containsKey(MAX_PRIORITY),
                        "without rabbitmq.queue.arguments." + MAX_PRIORITY + ", which is the highest priority",
                        Capability.PRIORITIES)
                .withoutIf(
                        !settings.get(RabbitSettings.QUEUE_DURABLE),
                        "with rabbitmq.queue.durable=false; leave it out",
                        Capability.PERSISTENCE)
                .withoutIf(
                        settings.get(RabbitSettings.AUTO_ACK),
                        "with rabbitmq.auto-ack=true; leave it out",
                        Capability.CLIENT_ACK,
                        Capability.INDIVIDUAL_ACK);
    }

    @Override
    public Optional<String> lacksReject() {
        return broker.map(SemanticsCard.Broker::product)
                .filter(Product::isQpid)
                .map(product -> "with " + product + ", which delivers them again; leave it out");
    }

    /** Empty for a consumer that polls, because polling has no window. */
    @Override
    public Optional<AckWindow> ackWindow(ConsumerSpec spec) {
        int prefetch = settings.get(RabbitSettings.PREFETCH);
        return prefetch == 0 || settings.get(RabbitSettings.AUTO_ACK) || spec.mode() == ReceiveMode.RECEIVE
                ? Optional.empty()
                : Optional.of(new AckWindow(
                        RabbitSettings.PREFETCH.name(),
                        prefetch,
                        false,
                        RabbitSettings.acknowledgeEvery(settings, spec.ackMode() == AckMode.DUPS_OK)));
    }

    /** False with automatic acknowledgements: the broker has forgotten the messages that a listener refuses. */
    @Override
    public boolean listenersRefuse() {
        return !settings.get(RabbitSettings.AUTO_ACK);
    }

    @Override
    public ClientConnection connect(ConnectionSpec spec) throws DriverException {
        DeliveryThreads deliveries = new DeliveryThreads(time);
        Connector.Opened opened = open(deliveries, spec.clientId().orElse("dyno"));
        ConnectionSpec forgetting = new ConnectionSpec(spec.clientId(), failure -> {
            // The broker may have lost the declared destinations, or somebody may have removed them.
            known.clear();
            spec.onFailure().accept(failure);
        });
        RabbitConnection connection = new RabbitConnection(opened, deliveries, forgetting, this);
        connection.listen();
        return connection;
    }

    private Connector.Opened open(ExecutorService deliveries, String name) throws DriverException {
        try {
            Connector.Opened opened = connector.open(deliveries, name);
            broker = Optional.of(SemanticsCard.Broker.of(opened.connection()));
            return opened;
        } catch (DriverException e) {
            deliveries.shutdown();
            throw e;
        }
    }

    @Override
    public void prepare(List<Destination> destinations) throws DriverException {
        ExecutorService none = Executors.newSingleThreadExecutor(Connector::daemon);
        Connector.Opened opened = open(none, "dyno");
        Connection connection = opened.connection();
        Topology topology = new Topology(connection, settings, known);
        try {
            for (Destination destination : destinations) {
                RabbitConsumer.call(
                        "create " + destination,
                        () -> Channels.apart(connection, channel -> {
                            topology.ensure(channel, destination);
                            return true;
                        }));
            }
        } finally {
            if (!Bounded.run(time, "rabbitmq-close", connection::close)) {
                opened.link().cut();
            }
            none.shutdown();
        }
    }

    @Override
    public Semantics semantics(ProducerSpec spec) {
        return SemanticsCard.of(spec, settings, broker);
    }

    @Override
    public void close() {
        connector.close();
    }
}
