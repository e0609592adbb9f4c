package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ConnectionFactoryConfigurator;
import com.rabbitmq.client.SocketConfigurators;
import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import com.rabbitmq.client.impl.FrameHandlerFactory;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.Tls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;

/**
 * Opens connections by the library's factory, made from URL and settings.
 *
 * <p>Assumptions and guarantees: {@link #open} may be called by several threads at once.
 */
final class Connector {

    /** Name of the threads of connections. */
    static final String THREADS = "dyno-rabbitmq";

    private static final List<String> PLAIN = List.of("amqp", "amqp091");
    private static final List<String> ENCRYPTED = List.of("amqps", "amqp091s");

    /** Longest wait for room in the library's queue of writes; equal to the library's default timeout of a request. */
    private static final Duration ENQUEUING_TIMEOUT = Duration.ofMinutes(10);

    private final String url;
    private final ConnectionFactory factory;
    /** Nodes in addition to the one in the URL. */
    private final List<Address> more;

    private final AtomicInteger opened = new AtomicInteger();

    private Optional<EventLoopGroup> eventLoops = Optional.empty();

    /** Open connection and its transport. */
    record Opened(Connection connection, RabbitLink link) {}

    private Connector(String url, ConnectionFactory factory, List<Address> more) {
        this.url = url;
        this.factory = factory;
        this.more = more;
    }

    static Connector of(ClientSpec spec, SettingValues settings) throws DriverException {
        Tls tls = settings.tls();
        ConnectionFactory factory =
                settings.get(RabbitSettings.IO) == RabbitSettings.Io.SOCKET ? new Gathering() : new ConnectionFactory();
        factory.setAutomaticRecoveryEnabled(false);
        factory.setThreadFactory(Connector::daemon);
        factory.setExceptionHandler(new Silent());
        URI uri = uri(spec.url());
        try {
            factory.setUri(uri(spec.url().replaceFirst("^[^:]*:", "amqp:")));
            ConnectionFactoryConfigurator.load(factory, RabbitSettings.library(settings), "");
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw Failures.of("cannot use " + spec.shownUrl() + " and its properties", e);
        }
        if (spec.credentials().isPresent()) {
            factory.setUsername(spec.credentials().get().user());
            factory.setPassword(spec.credentials().get().password());
        }
        Connector connector = new Connector(
                spec.shownUrl(),
                factory,
                settings.given(RabbitSettings.MORE_HOSTS).orElse(List.of()));
        boolean encrypted = ENCRYPTED.contains(uri.getScheme());
        switch (settings.get(RabbitSettings.IO)) {
            case SOCKET -> connector.useSocket(encrypted ? Optional.of(tls) : Optional.empty());
            case NETTY -> connector.useNetty(encrypted ? Optional.of(tls) : Optional.empty());
        }
        return connector;
    }

    private static URI uri(String url) throws DriverException {
        try {
            URI uri = new URI(url);
            String scheme = String.valueOf(uri.getScheme());
            if (uri.getHost() != null && (PLAIN.contains(scheme) || ENCRYPTED.contains(scheme))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw notAUrl(url);
        }
        throw notAUrl(url);
    }

    /** Failure for a bad URL, without the parser's message, which repeats the whole URL. */
    private static DriverException notAUrl(String url) {
        return new DriverException(Secrets.withoutPassword(url)
                + ": not a URL of AMQP 0-9-1; must be amqp://HOST:PORT/VHOST, or amqps:// with TLS");
    }

    private void useSocket(Optional<Tls> tls) throws DriverException {
        if (tls.isPresent()) {
            factory.useSslProtocol(tls.get().verifyingContext());
        }
    }

    /**
     * Uses the same event loops for all connections: otherwise the library makes one for each, and waits a second for it when the
     * connection is closed. The threads are started as they are needed.
     */
    private void useNetty(Optional<Tls> tls) throws DriverException {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                Runtime.getRuntime().availableProcessors(), Connector::daemon, NioIoHandler.newFactory());
        eventLoops = Optional.of(loops);
        ConnectionFactory.NettyConfiguration netty =
                factory.netty().eventLoopGroup(loops).enqueuingTimeout(ENQUEUING_TIMEOUT);
        if (tls.isPresent()) {
            SslContextBuilder context = SslContextBuilder.forClient();
            tls.get().trust().ifPresent(file -> context.trustManager(file.toFile()));
            if (tls.get().certificate().isPresent() && tls.get().key().isPresent()) {
                context.keyManager(
                        tls.get().certificate().get().toFile(),
                        tls.get().key().get().toFile());
            }
            context.endpointIdentificationAlgorithm(tls.get().verifyHost() ? "HTTPS" : null);
            try {
                netty.sslContext(context.build());
            } catch (SSLException e) {
                throw Failures.of("TLS", e);
            }
        }
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, THREADS);
        thread.setDaemon(true);
        return thread;
    }

    boolean recovers() {
        return factory.isAutomaticRecoveryEnabled();
    }

    /** @param name shown by the broker */
    Opened open(ExecutorService deliveries, String name) throws DriverException {
        AtomicReference<RabbitLink> link = new AtomicReference<>();
        ConnectionFactory own = linking(link);
        try {
            Connection connection = more.isEmpty()
                    ? own.newConnection(deliveries, name)
                    : own.newConnection(deliveries, addressesInTurn(), name);
            if (link.get() == null) {
                throw new IllegalStateException("the client library connected without a socket");
            }
            return new Opened(connection, new RabbitLink.OfNewest(link));
        } catch (IOException | TimeoutException | RuntimeException e) {
            RabbitLink under = link.get();
            if (under != null) {
                under.cut();
            }
            throw Failures.of("cannot connect to " + url, e);
        }
    }

    /** Factory for one connection, with a hook that stores the link of the connection. */
    private ConnectionFactory linking(AtomicReference<RabbitLink> link) {
        ConnectionFactory own = factory.clone();
        if (eventLoops.isPresent()) {
            own.netty().channelCustomizer(channel -> link.set(new RabbitLink.OfNetty(channel)));
        } else {
            own.setSocketConfigurator(socket -> {
                SocketConfigurators.defaultConfigurator().configure(socket);
                link.set(new RabbitLink.OfSocket(socket));
            });
        }
        return own;
    }

    /** Addresses of all nodes; each connection begins with another one. */
    private List<Address> addressesInTurn() {
        List<Address> addresses = new ArrayList<>(more);
        addresses.add(0, new Address(factory.getHost(), factory.getPort()));
        Collections.rotate(addresses, -(opened.getAndIncrement() % addresses.size()));
        return addresses;
    }

    /** Ends the event loops, after all connections have been closed. */
    @SuppressWarnings("FutureReturnValueIgnored") // Nothing waits for the end of the loops.
    void close() {
        eventLoops.ifPresent(loops -> loops.shutdownGracefully(0, 0, TimeUnit.SECONDS));
    }

    /** Factory for blocking sockets, where each flush is a write and {@link GatheredFrames} puts some off. */
    private static final class Gathering extends ConnectionFactory {

        @Override
        protected synchronized FrameHandlerFactory createFrameHandlerFactory() throws IOException {
            FrameHandlerFactory sockets = super.createFrameHandlerFactory();
            return (address, name) -> new GatheredFrames(sockets.create(address, name));
        }
    }

    /** Logs nothing, because the driver reports each failure once. */
    private static final class Silent extends ForgivingExceptionHandler {

        @Override
        protected void handleChannelKiller(Channel channel, Throwable exception, String what) {
            // No callback of the driver throws.
        }

        @Override
        protected void log(String message, Throwable e) {
            // The driver reports failures itself.
        }
    }
}
