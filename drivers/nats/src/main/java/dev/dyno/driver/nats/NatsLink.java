package dev.dyno.driver.nats;

import static dev.dyno.driver.nats.NatsSettings.PUBLISH_TIMEOUT;
import static dev.dyno.driver.nats.NatsSettings.QUEUE_GROUP;

import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.NamesInUse;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.SettingValues;
import io.nats.client.Connection;
import io.nats.client.api.ServerInfo;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A connection to NATS, shared by its producers and consumers. */
final class NatsLink implements ClientConnection {

    private final Connection connection;
    private final Watch watch;
    private final Optional<String> clientId;
    private final SettingValues settings;
    private final Optional<Streams> streams;
    private final NamesInUse inUse;
    private final Set<NatsConsumer> consumers = ConcurrentHashMap.newKeySet();
    private boolean started;
    private boolean closed;

    NatsLink(
            Connection connection,
            Watch watch,
            Optional<String> clientId,
            SettingValues settings,
            Optional<Streams> streams,
            NamesInUse inUse) {
        this.connection = connection;
        this.watch = watch;
        this.clientId = clientId;
        this.settings = settings;
        this.streams = streams;
        this.inUse = inUse;
    }

    Connection connection() {
        return connection;
    }

    boolean isConnected() {
        return connection.getStatus() == Connection.Status.CONNECTED;
    }

    @Override
    public Optional<String> clusterId() {
        return clusterId(connection);
    }

    /** Name of a cluster, or that given to a server; a server without a name has another id after each start. */
    static Optional<String> clusterId(Connection connection) {
        ServerInfo server = connection.getServerInfo();
        String cluster = server.getCluster();
        if (cluster != null && !cluster.isEmpty()) {
            return Optional.of(cluster);
        }
        String name = server.getServerName();
        return Optional.ofNullable(name).filter(given -> !given.equals(server.getServerId()));
    }

    boolean isLost() {
        return watch.lost() != null;
    }

    void failIfLost() throws DriverException {
        DriverException lost = watch.lost();
        if (lost != null) {
            throw lost;
        }
    }

    void report(Throwable failure) {
        watch.report(failure);
    }

    @Override
    public Producer createProducer(ProducerSpec spec, SendListener listener) throws DriverException {
        NatsClient.capabilities(settings).check(spec);
        Outgoing outgoing = new Outgoing(connection, spec);
        if (streams.isEmpty()) {
            return new CoreProducer(outgoing, settings.get(PUBLISH_TIMEOUT), listener);
        }
        streams.get().streamOf(spec.destination());
        StreamProducer producer = new StreamProducer(outgoing, streams.get().stream(), watch, listener);
        watch.add(producer);
        return producer;
    }

    @Override
    public Consumer createConsumer(ConsumerSpec spec, DeliveryListener listener) throws DriverException {
        NatsClient.capabilities(settings).check(spec);
        NatsConsumer consumer = streams.isPresent() ? ofStream(spec, streams.get(), listener) : ofCore(spec, listener);
        consumers.add(consumer);
        if (started) {
            consumer.resume();
        }
        consumer.begin();
        return consumer;
    }

    private NatsConsumer ofCore(ConsumerSpec spec, DeliveryListener listener) throws DriverException {
        String subject = Names.subject(spec.destination());
        Optional<String> group = spec.destination().isTopic()
                ? spec.subscription().filter(Subscription::shared).map(s -> Names.plain(s.name()))
                : Optional.of(settings.get(QUEUE_GROUP));
        try {
            CoreSource source = new CoreSource(
                    connection,
                    group.isPresent() ? connection.subscribe(subject, group.get()) : connection.subscribe(subject));
            // After the answer, the server knows the subscription.
            Outgoing.flush(
                    connection, settings.get(PUBLISH_TIMEOUT), "cannot create a consumer of " + spec.destination());
            return consumer(spec, source, listener, () -> {});
        } catch (IllegalStateException e) {
            throw Failures.of("cannot create a consumer of " + spec.destination(), e);
        }
    }

    private NatsConsumer ofStream(ConsumerSpec spec, Streams jetStream, DeliveryListener listener)
            throws DriverException {
        String stream = jetStream.streamOf(spec.destination());
        String name = jetStream.consumerName(spec, clientId);
        String used = usedName(stream, name);
        if (spec.subscription().filter(s -> !s.shared()).isPresent()) {
            inUse.addAlone(used);
        } else {
            inUse.add(used);
        }
        try {
            MessageSource source = jetStream.subscribe(spec, stream, name);
            boolean unnamed =
                    spec.destination().isTopic() && spec.subscription().isEmpty();
            return consumer(spec, source, listener, () -> {
                inUse.remove(used);
                if (unnamed && isConnected()) {
                    forget(jetStream, stream, name);
                }
            });
        } catch (DriverException e) {
            inUse.remove(used);
            throw e;
        }
    }

    private static String usedName(String stream, String consumer) {
        return "subscription " + consumer + " of stream " + stream;
    }

    void forget(NatsConsumer consumer) {
        consumers.remove(consumer);
    }

    private static void forget(Streams jetStream, String stream, String name) {
        try {
            jetStream.remove(stream, name);
        } catch (DriverException e) {
            // The server does that by itself, later.
        }
    }

    private NatsConsumer consumer(
            ConsumerSpec spec, MessageSource source, DeliveryListener listener, Runnable afterClose) {
        Acknowledging acknowledging = new Acknowledging(spec.ackMode(), settings);
        return new NatsConsumer(this, spec, source, acknowledging, listener, afterClose);
    }

    @Override
    public void start() {
        started = true;
        consumers.forEach(NatsConsumer::resume);
    }

    @Override
    public void stop() {
        started = false;
        consumers.forEach(NatsConsumer::pause);
    }

    @Override
    public void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        if (streams.isEmpty()) {
            return;
        }
        String stream = streams.get().streamOf(topic);
        String name = Streams.consumerName(subscription, clientId);
        inUse.refuseIfUsed(usedName(stream, name));
        streams.get().remove(stream, name);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.closing();
        consumers.forEach(NatsConsumer::close);
        Outgoing.flushBeforeClose(connection);
        NatsClient.close(connection);
        watch.end(new DriverException("the connection was closed"));
    }
}
