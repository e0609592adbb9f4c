package dev.dyno.engine.proxy;

import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Passes TCP connections on to one server, with delay, jitter, limited bandwidth, stalls and breaks, of all connections or of
 * one. It is meant for tests, calibrations and faults: it uses four threads per connection and does not limit the connections.
 *
 * <p>Assumptions and guarantees: usable from any thread. All times are those of the time source.
 */
public final class TcpProxy implements Wire, AutoCloseable {

    private static final int BACKLOG = 50;

    private final TimeSource time;
    private volatile InetSocketAddress server;
    private final Tap tap;
    private final SplittableRandom random;
    /** Conditions and stalls of each direction that a new connection begins with. */
    private final Map<Way, Lane> lanes = new EnumMap<>(Way.class);

    private final Set<ProxiedConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final ServerSocket listening;
    private volatile Reception reception = Reception.SERVES;
    private volatile long receptionUntilNs;
    private volatile boolean closed;

    /** Treatment of a new connection of a client. */
    public enum Reception {
        /** The connection is passed on. */
        SERVES,
        /** The connection is accepted and closed at once, as a load balancer without a server does. */
        CLOSES,
        /** The connection is accepted and broken at once by TCP's RST. */
        RESETS
    }

    private TcpProxy(InetAddress host, InetSocketAddress server, TimeSource time, Tap tap, long seed)
            throws IOException {
        this.server = server;
        this.time = time;
        this.tap = tap;
        random = new SplittableRandom(seed);
        for (Way way : Way.values()) {
            lanes.put(way, new Lane(time));
        }
        listening = new ServerSocket(0, BACKLOG, host);
    }

    /**
     * Listens on a free port.
     *
     * @param host address to listen on
     * @param server to pass connections on to; needed only once the first client connects
     * @param seed of the jitter
     */
    public static TcpProxy open(InetAddress host, InetSocketAddress server, TimeSource time, Tap tap, long seed) {
        try {
            TcpProxy proxy = new TcpProxy(host, server, time, tap, seed);
            start("proxy accept", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Passes new connections on to another server. */
    public void passTo(InetSocketAddress other) {
        server = other;
    }

    /** Sets the conditions of a direction, for open and new connections; see {@link #change}. */
    public void set(Way way, WireConditions conditions) {
        change(way, present -> conditions);
    }

    @Override
    public synchronized void change(Way way, UnaryOperator<WireConditions> wanted) {
        lanes(way).forEach(lane -> lane.change(wanted));
    }

    @Override
    public synchronized void stall(Way way, long fromNs, long untilNs) {
        lanes(way).forEach(lane -> lane.stall(fromNs, untilNs));
    }

    private Stream<Lane> lanes(Way way) {
        return Stream.concat(Stream.of(lane(lanes, way)), open.stream().map(connection -> lane(connection.lanes, way)));
    }

    private static Lane lane(Map<Way, Lane> lanes, Way way) {
        return Objects.requireNonNull(lanes.get(way));
    }

    /** Whether any connection has been passed on to the server. */
    public boolean wasUsed() {
        return connections.get() > 0;
    }

    /** The open connection that has carried the most bytes. */
    public Optional<Wire> busiest() {
        return open.stream().<Wire>map(connection -> connection).max(Comparator.comparing(Wire::carried));
    }

    @Override
    public long carried() {
        return open.stream().mapToLong(Wire::carried).sum();
    }

    @Override
    public void reset() {
        breakAll(Reception.RESETS, time.nanoTime());
    }

    /**
     * Closes all connections at once, or resets them if new ones are reset, too, and drops the bytes they hold.
     *
     * @param meanwhile treatment of new connections until {@code untilNs}
     */
    public synchronized void breakAll(Reception meanwhile, long untilNs) {
        receptionUntilNs = untilNs;
        reception = meanwhile;
        open.forEach(meanwhile == Reception.RESETS ? ProxiedConnection::reset : ProxiedConnection::close);
    }

    private void accept() throws IOException {
        while (!closed) {
            receive(listening.accept());
        }
    }

    private synchronized void receive(Socket client) {
        ProxiedConnection connection = new ProxiedConnection(client);
        boolean isShut = receptionUntilNs - time.nanoTime() > 0;
        if (isShut && reception == Reception.RESETS) {
            connection.reset();
            return;
        }
        open.add(connection);
        if (closed || (isShut && reception != Reception.SERVES)) {
            connection.close();
        } else {
            start("proxy connect", connection::open);
        }
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(listening);
        open.forEach(ProxiedConnection::close);
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The proxy is closed, or one side of a connection is; the other side is being closed.
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // The socket is no longer needed.
        }
    }

    /** Connection of a client, with the connection to the server that belongs to it. */
    private final class ProxiedConnection implements Wire {

        private final Socket client;
        private final Socket server = new Socket();
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final Map<Way, Lane> lanes = new EnumMap<>(Way.class);
        private final List<Pump> pumps = new CopyOnWriteArrayList<>();

        private ProxiedConnection(Socket client) {
            this.client = client;
            TcpProxy.this.lanes.forEach((way, lane) -> lanes.put(way, new Lane(lane)));
        }

        @Override
        public void change(Way way, UnaryOperator<WireConditions> wanted) {
            lane(lanes, way).change(wanted);
        }

        @Override
        public void stall(Way way, long fromNs, long untilNs) {
            lane(lanes, way).stall(fromNs, untilNs);
        }

        @Override
        public long carried() {
            return pumps.stream().mapToLong(Pump::carried).sum();
        }

        @Override
        public void reset() {
            for (Socket socket : List.of(client, server)) {
                try {
                    socket.setSoLinger(true, 0);
                } catch (SocketException e) {
                    // The socket is closed already.
                }
            }
            close();
        }

        private void open() throws IOException {
            try {
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                server.connect(TcpProxy.this.server);
            } catch (IOException e) {
                close();
                throw e;
            }
            int number = connections.getAndIncrement();
            carry(number, Way.TO_SERVER, client, server);
            carry(number, Way.TO_CLIENT, server, client);
        }

        private void carry(int number, Way way, Socket from, Socket to) {
            SplittableRandom own;
            synchronized (random) {
                own = random.split();
            }
            Pump pump = new Pump(number, way, lane(lanes, way), tap, time, own);
            pumps.add(pump);
            String name = "proxy " + number + " " + way;
            begin(name + " read", () -> pump.read(from));
            begin(name + " write", () -> pump.write(to));
        }

        /** Starts a thread of the connection. The end of a stream is passed on; a failure ends the connection. */
        private void begin(String name, Work work) {
            start(name, () -> {
                threads.add(Thread.currentThread());
                try {
                    if (client.isClosed()) {
                        return;
                    }
                    work.run();
                } catch (IOException | InterruptedException e) {
                    close();
                    throw e;
                } finally {
                    threads.remove(Thread.currentThread());
                    if (Stream.of(client, server).allMatch(Socket::isOutputShutdown)) {
                        close();
                    }
                }
            });
        }

        private void close() {
            open.remove(this);
            closeQuietly(client);
            closeQuietly(server);
            threads.forEach(Thread::interrupt);
        }
    }
}
