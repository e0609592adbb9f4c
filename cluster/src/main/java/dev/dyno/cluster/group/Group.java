package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Processes that work on one run, in the shape of a star: the coordinator has a link to each worker, and a worker has one to the
 * coordinator.
 *
 * <p>Assumptions and guarantees: usable from any thread. All its threads are daemons. After {@link #leave} calls fail and
 * messages are dropped. Silence is counted in heartbeats of this process, so that a member is not lost because this process was
 * stopped.
 */
public final class Group implements AutoCloseable {

    private static final long HEARTBEAT_MS = 500;

    /** Number of heartbeats of this process above which a member that sent nothing in the meantime is lost: 2.5 to 3 s. */
    private static final int SILENT_BEATS = 5;

    /** Time in ns between heartbeats of this process, above which it was stopped and others have seen it as silent. */
    private static final long STOPPED_NS = 2_000_000_000;

    /** Longest wait for the acknowledgement of a goodbye: a busier member notices the closed connection instead. */
    private static final Duration GOODBYE_PATIENCE = Duration.ofMillis(500);

    private static final String WE_HAVE_LEFT = "This process has left the group.";

    private final Member self;
    private final TimeSource clock;
    private final GroupListener listener;
    private final HostPort address;
    private final Closeable port;
    private final ListenerThreads deliveries;
    private final ScheduledExecutorService heart;
    private volatile long lastBeatNs;
    private volatile long resumedNs;

    /** Held while the state below changes, and while the resulting events are queued. */
    private final Object lock = new Object();

    /** Open links; those to members that have said goodbye have ended. */
    private final Map<Member, Link> links = new TreeMap<>();

    private boolean hasLeft;

    /** @param port closed with the group */
    private Group(Member self, TimeSource clock, GroupListener listener, HostPort address, Closeable port) {
        this.self = self;
        this.clock = clock;
        this.listener = listener;
        this.address = address;
        this.port = port;
        deliveries = new ListenerThreads(self.name());
        heart = Executors.newSingleThreadScheduledExecutor(ListenerThreads.daemons("dyno-link-heart-" + self.name()));
        lastBeatNs = clock.nanoTime();
        resumedNs = lastBeatNs - STOPPED_NS;
    }

    /**
     * Opens a group as its coordinator.
     *
     * @param reachable address of this machine, for others
     * @throws IOException if the address cannot be listened on
     */
    static Group coordinator(
            Member self,
            Credentials credentials,
            InetSocketAddress at,
            String reachable,
            TimeSource clock,
            GroupListener listener)
            throws IOException {
        final AdmissionServer server = new AdmissionServer(at, self, credentials);
        final Group group = new Group(self, clock, listener, new HostPort(reachable, server.port()), server);
        group.beginToBeat();
        server.open(group::serve, (who, why) -> group.deliveries.inOrder(() -> group.listener.refused(who, why)));
        return group;
    }

    static Group worker(Member self, AdmissionClient.Admitted admitted, TimeSource clock, GroupListener listener)
            throws IOException {
        final Connection connection = admitted.connection();
        final Group group = new Group(self, clock, listener, connection.peer(), connection);
        final Link link = group.open(admitted.coordinator(), connection);
        group.beginToBeat();
        ListenerThreads.daemons("dyno-link-" + self.name())
                .newThread(() -> group.read(link))
                .start();
        return group;
    }

    public Member self() {
        return self;
    }

    /** Address at which others join, HOST:PORT, with the actual port if port 0 was requested. */
    public HostPort address() {
        return address;
    }

    /** All members including this process: the coordinator first, then the workers in the order of their names. */
    public List<Member> members() {
        return Stream.concat(Stream.of(self), inGroup().stream().map(link -> link.other))
                .sorted()
                .toList();
    }

    /**
     * Sends a request to another member and waits for the answer. An interrupt ends the wait as a failure, and stays set.
     *
     * @param deadline longest wait
     * @throws GroupException if the member has left, did not answer in time, or refused
     */
    public byte[] call(Member to, byte[] request, Duration deadline) throws GroupException {
        return link(to).ask(WireMessage.Kind.REQUEST, request, deadline)
                .message()
                .body();
    }

    /**
     * Reads the clock of another member, by a question that overtakes other messages.
     *
     * @param deadline longest wait
     */
    public ClockReading readClock(Member of, Duration deadline) throws GroupException {
        final long sentNs = clock.nanoTime();
        final Link.Reply reply = link(of).ask(WireMessage.Kind.WHAT_TIME, new byte[0], deadline);
        return new ClockReading(sentNs, reply.message().number(), reply.receivedNs());
    }

    /** Sends a message to a member without an answer, in order with other messages from here; dropped if the member has left. */
    public void send(Member to, byte[] message) {
        try {
            link(to).send(new WireMessage(WireMessage.Kind.MESSAGE, 0, message));
        } catch (GroupException e) {
            return; // The member has left.
        }
    }

    /** Leaves with a goodbye, so that the others see {@link Departure#LEFT}. Idempotent. */
    public void leave() {
        final List<Link> others;
        synchronized (lock) {
            if (hasLeft) {
                return;
            }
            hasLeft = true;
            others = inGroup();
        }
        sayGoodbye(others);
        others.forEach(link -> link.end(WE_HAVE_LEFT));
        disconnect();
    }

    /** Leaves if necessary, and closes all threads and ports. */
    @Override
    public void close() {
        leave();
        deliveries.close();
        try {
            port.close();
        } catch (IOException e) {
            return; // Already closed.
        }
    }

    /** Ends all connections without a goodbye. */
    void disconnect() {
        heart.shutdownNow();
        all().forEach(Link::close);
    }

    /** Serves an admitted worker until its connection has ended. */
    private void serve(Member worker, Connection connection) {
        try {
            read(open(worker, connection));
        } catch (IOException e) {
            return; // The connection has ended already.
        }
    }

    private Link open(Member other, Connection connection) throws IOException {
        final Link link = new Link(other, connection, clock);
        synchronized (lock) {
            links.put(other, link);
            event(() -> listener.joined(other));
        }
        return link;
    }

    private void read(Link link) {
        try {
            link.read(message -> received(link, message));
        } finally {
            lose(link, wasStopped() ? Departure.SILENT : Departure.CRASHED);
        }
    }

    private void lose(Link link, Departure how) {
        synchronized (lock) {
            links.remove(link.other, link);
            left(link, how);
        }
        link.close();
    }

    /** Reports that a member has left, unless it has said goodbye before; with the lock held. */
    private void left(Link link, Departure how) {
        if (link.end(gone(link.other, how))) {
            event(() -> listener.left(link.other, how));
        }
    }

    /** Handles what another member sends, except answers. Listeners run on other threads; only the time is sent by this one. */
    private void received(Link link, WireMessage message) {
        if (message.kind() == WireMessage.Kind.WHAT_TIME) {
            link.send(WireMessage.time(message.id(), clock.nanoTime()));
            return;
        }
        synchronized (lock) {
            if (link.hasEnded()) {
                return;
            }
            switch (message.kind()) {
                case MESSAGE -> event(() -> listener.received(link.other, message.body()));
                case REQUEST -> deliveries.request(() -> link.send(answer(link.other, message)));
                case GOODBYE -> {
                    left(link, Departure.LEFT);
                    link.send(new WireMessage(WireMessage.Kind.HEARD, message.id()));
                }
                default -> {
                    // A heartbeat, which the link has counted.
                }
            }
        }
    }

    private WireMessage answer(Member from, WireMessage request) {
        try {
            return new WireMessage(WireMessage.Kind.ANSWER, request.id(), listener.answer(from, request.body()));
        } catch (GroupException e) {
            return WireMessage.refusal(request.id(), String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // The requester must get an answer instead of waiting.
            return WireMessage.refusal(request.id(), e.toString());
        }
    }

    /** Queues an event, with the lock held. */
    private void event(Runnable event) {
        if (!hasLeft) {
            deliveries.inOrder(event);
        }
    }

    private List<Link> all() {
        synchronized (lock) {
            return List.copyOf(links.values());
        }
    }

    /** Links to the other members, without those that have left. */
    private List<Link> inGroup() {
        return all().stream().filter(link -> !link.hasEnded()).toList();
    }

    private Link link(Member to) throws GroupException {
        synchronized (lock) {
            if (hasLeft) {
                throw new GroupException(WE_HAVE_LEFT);
            }
            final Link link = links.get(to);
            if (link == null || link.hasEnded()) {
                throw new GroupException("There is no " + to + " in the group any more.");
            }
            return link;
        }
    }

    private static void sayGoodbye(List<Link> others) {
        final CompletableFuture<?>[] heard = others.stream()
                .map(link -> link.begin(WireMessage.Kind.GOODBYE, new byte[0]).reply())
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(heard).get(GOODBYE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return; // The other members will notice the closed connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String gone(Member member, Departure how) {
        return switch (how) {
            case LEFT -> member + " has left the group.";
            case CRASHED -> member + " has closed its connection without a goodbye.";
            case SILENT -> member + " is silent: it is frozen, or cut off.";
        };
    }

    private void beginToBeat() {
        final Future<?> unused =
                heart.scheduleWithFixedDelay(this::beat, HEARTBEAT_MS, HEARTBEAT_MS, TimeUnit.MILLISECONDS);
    }

    private void beat() {
        final long nowNs = clock.nanoTime();
        if (nowNs - lastBeatNs > STOPPED_NS) {
            resumedNs = nowNs;
        }
        lastBeatNs = nowNs;
        for (final Link link : all()) {
            if (link.beat() > SILENT_BEATS) {
                lose(link, Departure.SILENT);
            }
        }
    }

    /** Whether this process was stopped until now, so that the others have seen it as silent. */
    private boolean wasStopped() {
        final long nowNs = clock.nanoTime();
        return nowNs - lastBeatNs > STOPPED_NS || nowNs - resumedNs < STOPPED_NS;
    }
}
