package dev.dyno.driver.nats;

import static dev.dyno.driver.nats.NatsSettings.PUBLISH_TIMEOUT;
import static dev.dyno.driver.nats.NatsSettings.QUEUE_GROUP;

import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.NamesInUse;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.TimeSource;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamSubscription;
import io.nats.client.api.ServerInfo;
import io.nats.client.support.Status;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A connection to NATS, which its producers and consumers share, and the listener for its events.
 *
 * <p>Assumptions and guarantees: jnats reports events on its own threads. Only the first failure is reported to the owner: the
 * connection is closed for good, the server reported an error, or a consumer failed. When the connection is closed, all sends in
 * flight have failed.
 */
final class NatsLink extends LosableConnection<StreamProducer> implements ConnectionListener, ErrorListener {

    private final SettingValues settings;
    private final NamesInUse inUse;
    /** Consumers on all links of the client. */
    final Set<NatsConsumer> ofClient;

    private final Set<NatsConsumer> consumers = ConcurrentHashMap.newKeySet();
    private @Nullable Connection connection;
    private Optional<Streams> streams = Optional.empty();
    private boolean started;
    private volatile boolean wasConnected;
    private volatile @Nullable Throwable lastError;

    /** A link whose connection is still to be opened, because the link receives the events of the opening. */
    NatsLink(
            ConnectionSpec spec,
            TimeSource time,
            SettingValues settings,
            NamesInUse inUse,
            Set<NatsConsumer> ofClient) {
        super(spec, time);
        this.settings = settings;
        this.inUse = inUse;
        this.ofClient = ofClient;
    }

    void opened(Connection made) {
        connection = made;
    }

    void use(Streams jetStream) {
        streams = Optional.of(jetStream);
    }

    Connection connection() {
        return Objects.requireNonNull(connection);
    }

    Optional<Streams> streams() {
        return streams;
    }

    boolean isConnected() {
        return connection().getStatus() == Connection.Status.CONNECTED;
    }

    /** Name of the cluster, or else of the server; empty if nobody named the server, whose name then changes at each start. */
    @Override
    public Optional<String> clusterId() {
        ServerInfo server = connection().getServerInfo();
        String cluster = server.getCluster();
        if (cluster != null && !cluster.isEmpty()) {
            return Optional.of(cluster);
        }
        String name = server.getServerName();
        return Optional.ofNullable(name).filter(given -> !given.equals(server.getServerId()));
    }

    @Override
    public Producer createProducer(ProducerSpec spec, SendListener listener) throws DriverException {
        NatsClient.capabilities(settings).check(spec);
        Outgoing outgoing = new Outgoing(connection(), spec);
        if (streams.isEmpty()) {
            return new CoreProducer(outgoing, settings.get(PUBLISH_TIMEOUT), listener);
        }
        streams.get().streamOf(spec.destination());
        return register(new StreamProducer(outgoing, streams.get().stream(), this, listener));
    }

    @Override
    public Consumer createConsumer(ConsumerSpec spec, DeliveryListener listener) throws DriverException {
        NatsClient.capabilities(settings).check(spec);
        NatsConsumer consumer = streams.isPresent() ? ofStream(spec, streams.get(), listener) : ofCore(spec, listener);
        consumers.add(consumer);
        ofClient.add(consumer);
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
                    connection(),
                    group.isPresent()
                            ? connection().subscribe(subject, group.get())
                            : connection().subscribe(subject));
            awaitKnown(spec);
            return consumer(spec, source, listener, () -> {});
        } catch (IllegalStateException e) {
            throw Failures.of("cannot create a consumer of " + spec.destination(), e);
        }
    }

    private NatsConsumer ofStream(ConsumerSpec spec, Streams jetStream, DeliveryListener listener)
            throws DriverException {
        String stream = jetStream.streamOf(spec.destination());
        String name = jetStream.consumerName(spec, spec().clientId());
        String used = usedName(stream, name);
        if (spec.subscription().filter(s -> !s.shared()).isPresent()) {
            inUse.addAlone(used);
        } else {
            inUse.add(used);
        }
        try {
            MessageSource source = jetStream.subscribe(spec, stream, name);
            awaitKnown(spec);
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

    /** Waits for an answer of the server, which by then knows the subscription and the first request of the consumer. */
    private void awaitKnown(ConsumerSpec spec) throws DriverException {
        Outgoing.flush(
                connection(), settings.get(PUBLISH_TIMEOUT), "cannot create a consumer of " + spec.destination());
    }

    private static String usedName(String stream, String consumer) {
        return "subscription " + consumer + " of stream " + stream;
    }

    void forget(NatsConsumer consumer) {
        consumers.remove(consumer);
        ofClient.remove(consumer);
    }

    private static void forget(Streams jetStream, String stream, String name) {
        try {
            jetStream.remove(stream, name);
        } catch (DriverException e) {
            // The server removes the consumer by itself, later.
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
        String name = Streams.consumerName(subscription, spec().clientId());
        inUse.refuseIfUsed(usedName(stream, name));
        streams.get().remove(stream, name);
    }

    /** The failure with the error that jnats reported before, because its exception for an absent server is not informative. */
    Throwable explain(Exception failure) {
        Throwable known = lastError;
        boolean saysItAll = failure instanceof AuthenticationException || failure.getCause() != null;
        return known == null || saysItAll ? failure : new IOException(failure.getMessage(), known);
    }

    @Override
    @SuppressWarnings("deprecation") // Called by the method that is not deprecated.
    public void connectionEvent(Connection from, Events type) {
        wasConnected |= type == Events.CONNECTED;
        // A connection that was never opened is reported by the thread that opens it.
        if (type == Events.CLOSED && wasConnected && !isClosing()) {
            String closed = "connection failed: closed by the server";
            Throwable known = lastError;
            lose(known == null ? new DriverException(closed) : Failures.of(closed, known));
        }
    }

    @Override
    public void errorOccurred(Connection from, String error) {
        DriverException failure = Failures.ofServer(error);
        lastError = failure;
        if (from.getStatus() == Connection.Status.CONNECTED) {
            report(failure);
        }
    }

    @Override
    public void exceptionOccurred(Connection from, Exception exception) {
        // A server that refuses a connection says why and closes it. jnats reports the close later, or as an answer
        // that did not come; the reason is kept.
        if (wasConnected || !(lastError instanceof DriverException)) {
            lastError = exception;
        }
    }

    @Override
    public void pullStatusError(Connection from, JetStreamSubscription subscription, Status status) {
        report(new DriverException("the server ended a delivery: " + status.getMessageWithCode()));
    }

    /** Reports a refused request: jnats does not repeat it, so its consumer would get nothing more. */
    @Override
    public void pullStatusWarning(Connection from, JetStreamSubscription subscription, Status status) {
        if (status.getMessage().startsWith(Status.EXCEEDED_MAX_PREFIX)) {
            report(
                    new RefusedException(
                            "the server refuses the requests of a consumer: " + status.getMessageWithCode()
                                    + "; its durable consumer was made with that limit: remove it, or let nats.queue-group name another"));
        }
    }

    @Override
    public void close() {
        if (isClosing()) {
            return;
        }
        beginClose();
        consumers.forEach(NatsConsumer::close);
        Outgoing.flushBeforeClose(connection());
        try {
            connection().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lose(new DriverException("the connection was closed"));
    }
}
