package dev.dyno.driver.nats;

import static dev.dyno.driver.nats.NatsSettings.ACK_SYNC;
import static dev.dyno.driver.nats.NatsSettings.JETSTREAM;
import static dev.dyno.driver.nats.NatsSettings.MAX_ACK_PENDING;
import static dev.dyno.driver.nats.NatsSettings.PUBLISH_TIMEOUT;
import static dev.dyno.driver.nats.NatsSettings.STORAGE;

import dev.dyno.driver.AckWindow;
import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.NamesInUse;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.SettingValues;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StorageType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;

/**
 * One NATS server, or cluster, with one set of settings.
 *
 * <p>Assumptions and guarantees: those of {@link Client}. Its connections share the names in use, the consumers and the known
 * streams, which are safe for any thread; the last connection that was opened sets the server and the cluster of the
 * semantics.
 */
final class NatsClient implements Client {

    /** The server's default limit of unacknowledged messages, which applies if {@code nats.max-ack-pending} is 0. */
    private static final long SERVERS_LIMIT = 1_000;

    /** Timeout of connecting: jnats waits for all of it even if the server has refused the password. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final ClientSpec spec;
    private final SettingValues settings;
    private final Optional<SSLContext> sslContext;

    /** JetStream consumers in use: the server does not report their use, and would allow their removal. */
    private final NamesInUse inUse = new NamesInUse();

    /** Consumers on all connections. */
    private final Set<NatsConsumer> consumers = ConcurrentHashMap.newKeySet();

    private final StreamFacts streams = new StreamFacts();
    private volatile String server = "";
    private volatile Optional<String> cluster = Optional.empty();

    NatsClient(ClientSpec spec, SettingValues settings) throws DriverException {
        this.spec = spec;
        this.settings = settings;
        boolean secure = spec.url().toLowerCase(Locale.ROOT).startsWith("tls:");
        this.sslContext =
                secure || settings.usesTls() ? Optional.of(settings.tls().verifyingContext()) : Optional.empty();
        try {
            options("dyno").build();
        } catch (RuntimeException e) {
            throw Failures.of("cannot use " + spec.shownUrl(), e);
        }
    }

    @Override
    public boolean queuesEndWithConsumers() {
        return !settings.get(JETSTREAM);
    }

    @Override
    public Optional<String> lacksDelivery() {
        return settings.get(ACK_SYNC)
                ? Optional.of("with " + ACK_SYNC.name() + "=true, which waits for each answer; leave it out")
                : Optional.empty();
    }

    @Override
    public Capabilities capabilities() {
        return capabilities(settings);
    }

    static Capabilities capabilities(SettingValues settings) {
        return Capabilities.all()
                .without(
                        "in NATS",
                        Capability.TRANSACTIONS,
                        Capability.TEXT_BODIES,
                        Capability.PRIORITIES,
                        Capability.GROUPS,
                        Capability.KEYS,
                        Capability.TIME_TO_LIVE,
                        Capability.SELECTORS)
                .withoutIf(
                        !settings.get(JETSTREAM),
                        "in core NATS, which keeps no message; use the driver jetstream",
                        Capability.PERSISTENCE,
                        Capability.CLIENT_ACK,
                        Capability.INDIVIDUAL_ACK,
                        Capability.FROM_EARLIEST,
                        Capability.DURABLE_SUBSCRIPTIONS)
                .withoutIf(
                        settings.get(STORAGE) == StorageType.Memory,
                        "with nats.stream.storage=memory, which keeps none over a restart; must be file",
                        Capability.PERSISTENCE);
    }

    /** Limit of unacknowledged messages. The server counts them together for all receivers that share a JetStream consumer. */
    @Override
    public Optional<AckWindow> ackWindow(ConsumerSpec consumer) {
        long limit = settings.get(MAX_ACK_PENDING);
        return limit < 0 || !settings.get(JETSTREAM)
                ? Optional.empty()
                : Optional.of(new AckWindow(MAX_ACK_PENDING.name(), limit == 0 ? SERVERS_LIMIT : limit, true, 1));
    }

    @Override
    public void checkNames(List<Destination> destinations) throws DriverException {
        for (Destination destination : destinations) {
            Names.subject(destination);
        }
    }

    @Override
    public ClientConnection connect(ConnectionSpec connectionSpec) throws DriverException {
        NatsLink link = open(connectionSpec);
        server = "nats-server " + link.connection().getServerInfo().getVersion();
        cluster = link.clusterId();
        return link;
    }

    private NatsLink open(ConnectionSpec connectionSpec) throws DriverException {
        NatsLink link = new NatsLink(connectionSpec, spec.time(), settings, inUse, consumers);
        Options options = options(connectionSpec.clientId().orElse("dyno"))
                .connectionListener(link)
                .errorListener(link)
                .build();
        try {
            link.opened(Nats.connect(options));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw Failures.of("cannot connect to " + spec.shownUrl(), refusal(link.explain(e), options));
        }
        if (settings.get(JETSTREAM)) {
            try {
                link.use(new Streams(link.connection(), settings, spec.time(), streams));
            } catch (IOException e) {
                link.close();
                throw Failures.of("cannot use JetStream at " + spec.shownUrl(), e);
            }
        }
        return link;
    }

    /**
     * Message of a server that refuses a connection right after its greeting, for example at its limit; jnats drops the message.
     */
    private static Throwable refusal(Throwable failure, Options options) {
        if (!Failures.words(failure).contains("Read past initial info message")) {
            return failure;
        }
        URI server = options.getServers().get(0);
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(1_000);
            List<String> lines = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .limit(2)
                    .toList();
            return lines.size() > 1
                    ? new IOException("the server refused: " + lines.get(1).replaceFirst("-ERR '?(.*?)'?$", "$1"))
                    : failure;
        } catch (IOException | UncheckedIOException e) {
            return failure; // The server may have room again.
        }
    }

    private Options.Builder options(String name) {
        Properties properties = new Properties();
        properties.putAll(settings.of(NatsSettings.CLIENT));
        Options.Builder options = new Options.Builder(properties).server(spec.url());
        options.connectionName(name);
        if (!properties.containsKey(Options.PROP_CONNECTION_TIMEOUT)) {
            options.connectionTimeout(CONNECT_TIMEOUT);
        }
        if (!properties.containsKey(Options.PROP_MAX_RECONNECT)) {
            options.noReconnect();
        }
        // This is also the time after which jnats gives up an asynchronous publish without an answer.
        if (!properties.containsKey(Options.PROP_CLEANUP_INTERVAL)) {
            options.requestCleanupInterval(settings.get(PUBLISH_TIMEOUT));
        }
        spec.credentials()
                .ifPresent(credentials -> options.userInfo(
                        credentials.user().toCharArray(), credentials.password().toCharArray()));
        sslContext.ifPresent(options::sslContext);
        return options;
    }

    /** Creates the streams of JetStream; in core NATS a subject exists by its use. */
    @Override
    public void prepare(List<Destination> destinations) throws DriverException {
        if (!settings.get(JETSTREAM) || destinations.isEmpty()) {
            return;
        }
        NatsLink link = open(new ConnectionSpec(Optional.of("dyno-prepare"), failure -> {}));
        try {
            for (Destination destination : destinations) {
                link.streams().orElseThrow().streamOf(destination);
            }
        } finally {
            link.close();
        }
    }

    @Override
    public Semantics semantics(ProducerSpec producer) {
        return SemanticsCard.of(producer, settings, server, cluster, streams);
    }

    @Override
    public void close() {
        // Every connection has its own threads, and has been closed.
    }
}
