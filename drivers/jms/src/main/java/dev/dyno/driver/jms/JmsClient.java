package dev.dyno.driver.jms;

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
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Connection factory of a provider, with the data of its preset.
 *
 * <p>Assumptions and guarantees: those of {@link Client}; connections may open, break and be replaced on several threads at
 * once. Facts that a connection finds out about its broker are volatile, and hold for connections opened later. Several first
 * connections may each adapt the client to the broker, with the same result.
 */
final class JmsClient implements Client {

    /** Smallest time limit of an attempt to replace a lost connection, in ns. */
    private static final long LEAST_LIMIT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Largest time limit of an attempt to replace a lost connection, in ns. */
    private static final long MOST_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private static final int TIMES_THE_LAST = 4;

    private final ClientSpec spec;
    private final Preset preset;
    private final boolean jms2;
    private volatile ConnectionUrl url;
    private volatile ConnectionFactory factory;
    private volatile Optional<String> provider = Optional.empty();
    private volatile OptionalInt coreVersion = OptionalInt.empty();

    /** Time limit of the next attempt to replace a lost connection, in ns. */
    private volatile long limitNs = LEAST_LIMIT_NS;

    /** Whether a connection has been lost, so that new ones replace it. */
    private volatile boolean hasLostOne;

    /** Whether the broker is a RabbitMQ with AMQP 1.0; the next field says whether it accepts only addresses of version 2. */
    private volatile boolean isRabbit;

    private volatile boolean usesAddresses;

    JmsClient(ClientSpec spec, Preset preset, ConnectionUrl url, ConnectionFactory factory) {
        this.spec = spec;
        this.preset = preset;
        this.url = url;
        this.factory = factory;
        this.jms2 = ConnectionFactories.isJms2(factory);
    }

    /** Whether the provider has a way to send asynchronously. */
    boolean sendsWithCompletions() {
        return jms2
                || preset.values.given(JmsSettings.SEND_CALLBACK).isPresent()
                || preset.values.get(JmsSettings.COMPLETES_AT_RETURN);
    }

    /** Way of asynchronous sends, for producers of the class of the given one. */
    SendCall sendCall(MessageProducer producer) throws DriverException {
        if (preset.values.get(JmsSettings.COMPLETES_AT_RETURN)) {
            return SendCall.COMPLETE_AT_RETURN;
        }
        return preset.values.given(JmsSettings.SEND_CALLBACK).isPresent()
                ? ProviderCallback.of(
                        preset.values.given(JmsSettings.SEND_CALLBACK).get(), producer)
                : SendCall.COMPLETION_LISTENER;
    }

    /** Name that the provider gets for a queue: an address of version 2 if the broker accepts nothing else. */
    String queueName(String name) {
        return usesAddresses
                ? "/queues/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20")
                : name;
    }

    /** Whether the broker refused the name of a queue because it accepts only addresses, which are used from now on. */
    boolean takesAddressFor(Destination destination, Throwable refusal) {
        boolean refused = !destination.isTopic() && Failures.words(refusal).contains(Failures.ONLY_ADDRESSES);
        if (refused) {
            usesAddresses = true;
        }
        return refused;
    }

    /** Name of a topic for the provider: RabbitMQ takes one without a prefix for the name of a queue. */
    String topicName(String name) {
        return isRabbit && !name.startsWith("/") ? "/topic/" + name : name;
    }

    boolean freshMessages(ProducerSpec producer) {
        return preset.values.get(JmsSettings.FRESH_MESSAGES).match(producer, preset.parameters(url));
    }

    boolean syncByCompletion(ProducerSpec producer) {
        return sendsWithCompletions()
                && producer.mode() == SendMode.SYNC
                && preset.values.get(JmsSettings.SYNC_BY_COMPLETION).match(producer, preset.parameters(url));
    }

    int ackMode(AckMode mode) {
        return switch (mode) {
            case AUTO -> Session.AUTO_ACKNOWLEDGE;
            case CLIENT -> Session.CLIENT_ACKNOWLEDGE;
            case DUPS_OK -> Session.DUPS_OK_ACKNOWLEDGE;
            case TRANSACTED -> Session.SESSION_TRANSACTED;
            case INDIVIDUAL ->
                preset.values.given(JmsSettings.INDIVIDUAL_ACK_MODE).orElseThrow();
        };
    }

    /** Way of rejecting a message, in the notation of {@link JmsSettings#REJECTION}, if the provider has one. */
    Optional<String> rejection() {
        return preset.values.given(JmsSettings.REJECTION);
    }

    @Override
    public Optional<String> lacksReject() {
        return rejection().isPresent()
                ? Optional.empty()
                : Optional.of(
                        "of this provider, which delivers such a message again; where that makes a dead letter of it at"
                                + " once, give jms.rejection=recover");
    }

    @Override
    public Optional<String> lacksDelivery() {
        return Optional.of("in JMS, which acknowledges a message before the next one comes; leave it out");
    }

    @Override
    public Optional<AckWindow> ackWindow(ConsumerSpec spec) {
        Map<String, String> parameters = preset.parameters(url);
        return preset.values
                .given(JmsSettings.ACK_WINDOW)
                .map(text -> text.split(":", -1))
                .map(named ->
                        new AckWindow(named[0], limit(parameters.getOrDefault(named[0], named[1]), named[1]), false, 1))
                .filter(window -> window.messages() > 0);
    }

    /** Limit as a number, possibly in quotation marks; the default for any other text, which the provider reports. */
    private static long limit(String text, String otherwise) {
        String number = text.replace("'", "");
        return Long.parseLong(number.matches("-?\\d{1,9}") ? number : otherwise);
    }

    @Override
    public Capabilities capabilities() {
        List<Capability> lacking = preset.values.get(JmsSettings.WITHOUT);
        return Capabilities.all()
                .without("by the driver's jms.without; leave them out", lacking.toArray(new Capability[0]))
                .without("in JMS; read a queue, or begin with the latest", Capability.FROM_EARLIEST)
                .withoutIf(
                        lacking.contains(Capability.GROUPS),
                        "without message groups, whose names they are",
                        Capability.KEYS)
                .withoutIf(!sendsWithCompletions(), "in JMS 1.1; send synchronously", Capability.ASYNC_SEND)
                .withoutIf(!jms2, "in JMS 1.1", Capability.SHARED_SUBSCRIPTIONS)
                .withoutIf(
                        !preset.values.has(JmsSettings.INDIVIDUAL_ACK_MODE),
                        "of this provider; jms.individualAckMode gives its session mode",
                        Capability.INDIVIDUAL_ACK)
                // RabbitMQ ignores selectors, and refuses the other capabilities only when they are used.
                .withoutIf(
                        isRabbit,
                        "in the AMQP 1.0 of RabbitMQ; leave them out",
                        Capability.SELECTORS,
                        Capability.TRANSACTIONS,
                        Capability.DURABLE_SUBSCRIPTIONS,
                        Capability.SHARED_SUBSCRIPTIONS);
    }

    @Override
    public void prepare(List<Destination> destinations) throws DriverException {
        int partitions = preset.values.get(JmsSettings.PARTITIONS);
        if (partitions < 2 || destinations.isEmpty()) {
            return;
        }
        Connection connection = open();
        try {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Starlight.create(factory, session, destinations, partitions);
        } catch (JMSException e) {
            throw Failures.of("cannot create destinations", e);
        } finally {
            Bounded.run(spec.time(), "jms-connection", connection::close);
        }
    }

    @Override
    public ClientConnection connect(ConnectionSpec connectionSpec) throws DriverException {
        Connection connection = open(connectionSpec);
        if (provider.isEmpty() && adaptsTo(connection)) {
            Connection tooOld = connection;
            Bounded.run(spec.time(), "jms-connection", tooOld::close);
            connection = open(connectionSpec);
        }
        try {
            provider = Optional.of(describe(connection.getMetaData()));
            return new JmsClientConnection(connection, connectionSpec, this, spec.time());
        } catch (JMSException | RuntimeException e) {
            Connection opened = connection;
            Bounded.run(spec.time(), "jms-connection", opened::close);
            throw Failures.of("cannot connect to " + spec.shownUrl(), e);
        }
    }

    /** Adapts to the broker of the first connection; true if the connection must be made again with another URL. */
    private boolean adaptsTo(Connection connection) throws DriverException {
        coreVersion = ArtemisCore.version(connection);
        if (coreVersion.isEmpty()
                || ArtemisCore.confirmsEachSend(coreVersion.getAsInt())
                || !preset.isDefault(spec.url(), ArtemisCore.WINDOW)) {
            return false;
        }
        url = url.with(ArtemisCore.WINDOW, ArtemisCore.WINDOW_OF_ONE_SEND);
        factory = ConnectionFactories.create(preset, url);
        return true;
    }

    /** Connection without a client id, whose loss need not be reported. */
    Connection open() throws DriverException {
        return open(new ConnectionSpec(Optional.empty(), failure -> {}));
    }

    private Connection open(ConnectionSpec connectionSpec) throws DriverException {
        String what = "cannot connect to " + spec.shownUrl();
        if (preset.values.get(JmsSettings.CONNECTS_LATE)) {
            JmsReachability.check(what, url, preset.values.tls());
        }
        long fromNs = spec.time().nanoTime();
        try {
            Connection connection = hasLostOne ? openedInTime(connectionSpec) : opened(connectionSpec);
            setLimit(TIMES_THE_LAST * (spec.time().nanoTime() - fromNs));
            return connection;
        } catch (Exception | LinkageError e) {
            throw JmsReachability.explain(Failures.of(what, e), what, url, preset.values.tls());
        }
    }

    /**
     * Opens a connection within a limit. Some providers wait half a minute on a connection that was accepted and closed, while
     * the broker may be back. An attempt that takes {@link #TIMES_THE_LAST} times as long as the last successful one,
     * and at least {@link #LEAST_LIMIT_NS}, is given up. The next one has twice the time, because the network may have become
     * slow.
     */
    private Connection openedInTime(ConnectionSpec connectionSpec) throws Exception {
        long presentNs = limitNs;
        Optional<Connection> connection = Bounded.make(
                spec.time(),
                "jms-connect",
                presentNs,
                () -> opened(connectionSpec),
                late -> Bounded.run(spec.time(), "jms-connection", late::close));
        if (connection.isEmpty()) {
            setLimit(2 * presentNs);
        }
        return connection.orElseThrow(() -> new DriverException(String.format(
                Locale.ROOT,
                "no connection within %.1f s; the next attempt has up to %.1f s",
                presentNs / 1e9,
                limitNs / 1e9)));
    }

    private void setLimit(long wantedNs) {
        limitNs = Math.min(MOST_LIMIT_NS, Math.max(LEAST_LIMIT_NS, wantedNs));
    }

    /** Notes that a connection has broken. */
    void lostOne() {
        hasLostOne = true;
    }

    private Connection opened(ConnectionSpec connectionSpec) throws Exception {
        Connection connection = spec.credentials().isPresent() && !preset.values.has(JmsSettings.CREDENTIALS)
                ? factory.createConnection(
                        spec.credentials().get().user(),
                        spec.credentials().get().password())
                : factory.createConnection();
        try {
            if (connectionSpec.clientId().isPresent()) {
                connection.setClientID(connectionSpec.clientId().get());
            }
            // Some providers contact the broker only with the first session.
            Session first = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            isRabbit = AmqpBroker.product(connection).equals("RabbitMQ");
            // RabbitMQ before 4.2 may lose the begin frame of a session that has the number of one just ended.
            if (!isRabbit) {
                first.close();
            }
            return connection;
        } catch (Exception | LinkageError e) {
            Bounded.run(spec.time(), "jms-connection", connection::close);
            throw e;
        }
    }

    private static String describe(ConnectionMetaData metadata) throws JMSException {
        return metadata.getJMSProviderName() + " " + metadata.getProviderVersion();
    }

    @Override
    public Semantics semantics(ProducerSpec producer) {
        return SemanticsCard.of(producer, preset, url, provider, coreVersion, syncByCompletion(producer));
    }

    @Override
    public void close() {
        if (factory instanceof AutoCloseable closeable) {
            // The factory's connections are closed; its other resources, for example threads of a network library, may
            // end later.
            Bounded.begin(spec.time(), "jms-client", closeable::close);
        }
    }
}
