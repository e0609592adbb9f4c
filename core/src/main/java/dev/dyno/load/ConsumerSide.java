package dev.dyno.load;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.ConsumerGroup.Mode;
import dev.dyno.workload.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The connections, subscriptions, consumers and loops of a run's consumer groups.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class ConsumerSide implements AutoCloseable {

    /** Subscriptions share this many recorders, and their monitors, at the most: histograms are large. */
    private static final int MAX_RECORDERS = 16;

    private static final long JOIN_NS = 2_000_000_000L;

    private final RunPlan plan;
    private final Client client;
    private final TimeSource time;
    private final Threads threads;
    private final Timeline timeline;
    private final Failure failure;
    private final FaultLog faults;
    private final Reconnector reconnector;
    private final Runnable onCountReached;

    private final List<Group> groups = new ArrayList<>();
    private final List<Recorder> recorders = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();
    /** Destinations that producers of this run send to, and so a probe comes from. */
    private final Set<Destination> produced;

    /** The sequences that each producer has used so far, by its number. */
    private Supplier<Map<Integer, Long>> sequences = Map::of;

    private int connectionCount;
    private volatile boolean stopped;

    ConsumerSide(
            RunPlan plan,
            Client client,
            TimeSource time,
            Threads threads,
            Timeline timeline,
            Failure failure,
            FaultLog faults,
            Reconnector reconnector,
            Runnable onCountReached) {
        this.plan = plan;
        this.client = client;
        this.time = time;
        this.timeline = timeline;
        this.failure = failure;
        this.threads = threads;
        this.faults = faults;
        this.reconnector = reconnector;
        this.onCountReached = onCountReached;
        produced = plan.workload().producers().stream()
                .flatMap(group -> group.destinations().stream())
                .collect(Collectors.toSet());
    }

    List<Subscription> subscriptions() {
        return subscriptions;
    }

    List<Recorder> recorders() {
        return recorders;
    }

    /** Where to ask what has been sent, when a subscription is made anew. */
    void watch(Supplier<Map<Integer, Long>> producers) {
        sequences = producers;
    }

    /** Whether every consumer has a connection. */
    boolean isUp() {
        return groups.stream().flatMap(group -> group.links.stream()).allMatch(Link::isUp);
    }

    /** Connects and makes all consumers; nothing is delivered yet. */
    void open() throws DriverException {
        for (ConsumerGroup spec : plan.workload().consumers()) {
            Group group = new Group(spec);
            groups.add(group);
            group.open();
        }
    }

    /** Lets the deliveries begin, of the groups that are not to start later. */
    void start() throws DriverException {
        for (Group group : groups) {
            if (group.spec.span().start().isZero()) {
                group.start();
            }
        }
    }

    /** The load has begun: those that are to start later will, and those that are to stop early. */
    void scheduleSpans() {
        for (Group group : groups) {
            Span span = group.spec.span();
            if (!group.started) {
                long atNs = timeline.startNs + span.start().toNanos();
                group.delayed = time.schedule(atNs, group::startOrReport);
            }
            span.stop()
                    .ifPresent(stop ->
                            group.pausing = time.schedule(timeline.startNs + stop.toNanos(), group::pauseOrReport));
        }
    }

    /** Those that have not started yet start now. */
    void startAll() {
        for (Group group : groups) {
            group.delayed.cancel();
            group.pausing.cancel();
            group.startOrReport();
        }
    }

    /** Whether every subscription that is to get a probe has got it. */
    boolean allProbed() {
        return firstUnprobed().isEmpty();
    }

    /** The destination of a subscription that waits for its probe. */
    Optional<Destination> firstUnprobed() {
        for (Group group : groups) {
            if (group.isProbed()) {
                for (Subscription subscription : group.subscriptions) {
                    synchronized (subscription.recorder) {
                        if (!subscription.probed && produced.contains(subscription.destination)) {
                            return Optional.of(subscription.destination);
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** When the last message that is not of this run came; {@link Long#MIN_VALUE} if none has. */
    long lastStrangerNs() {
        long last = Long.MIN_VALUE;
        for (Subscription subscription : subscriptions) {
            synchronized (subscription.recorder) {
                last = Math.max(last, subscription.lastStrangerNs);
            }
        }
        return last;
    }

    /** Takes what was left in the destinations by others out of the account, and says how many messages that were. */
    long forgetStrangers() {
        long leftovers = 0;
        for (Subscription subscription : subscriptions) {
            synchronized (subscription.recorder) {
                leftovers += subscription.stale + subscription.corrupt;
                subscription.stale = 0;
                subscription.corrupt = 0;
            }
        }
        return leftovers;
    }

    /** Whether every message had to reach every subscription. */
    boolean isLossKnown() {
        return groups.stream().allMatch(g -> g.spec.selector().isEmpty());
    }

    /** Whether a subscription did not exist for a time. */
    boolean wasAbsent() {
        return subscriptions.stream().anyMatch(Subscription::wasAbsent);
    }

    /** Stops the deliveries and settles what is left of the last batches; the first call does. */
    void stop() {
        if (!stopped) {
            stopped = true;
            groups.forEach(Group::stop);
        }
    }

    /** Closes the consumers, removes their subscriptions from the broker, then closes the connections. */
    @Override
    public void close() {
        stop();
        groups.forEach(Group::close);
    }

    private Link connect(boolean withClientId) throws DriverException {
        int number = connectionCount++;
        Optional<String> clientId =
                withClientId ? plan.consumerTarget().clientIdPrefix().map(prefix -> prefix + number) : Optional.empty();
        return Link.open(client, clientId, reconnector);
    }

    /** A named subscription, to be removed at the end over the connection that has its client id. */
    private record Removal(Link link, Destination topic, ConsumerSpec.Subscription subscription) {}

    /** Something to be done at the end of the run. */
    @FunctionalInterface
    private interface LastAct {
        void run() throws DriverException;
    }

    private final class Group {

        final ConsumerGroup spec;
        final List<Subscription> subscriptions = new ArrayList<>();
        final List<Link> links = new ArrayList<>();
        final List<Seat> seats = new ArrayList<>();
        final Map<ConsumerSpec.Subscription, Removal> removals = new LinkedHashMap<>();
        final Receiver.Settings settings;
        TimeSource.Cancellable delayed = () -> {};
        TimeSource.Cancellable pausing = () -> {};
        boolean started;

        Group(ConsumerGroup spec) {
            this.spec = spec;
            settings = new Receiver.Settings(
                    time,
                    spec.ack(),
                    spec.ack() == AckMode.INDIVIDUAL ? 1 : spec.commitInterval(),
                    spec.thinkTime().toNanos(),
                    HostClock.ID,
                    plan.acceptAnyRun(),
                    plan.runId(),
                    new AtomicLong(spec.messageCount()),
                    onCountReached,
                    faults);
        }

        /** A message that the selector may leave out, or that waits for a late start, proves nothing. */
        boolean isProbed() {
            return spec.selector().isEmpty() && spec.span().start().isZero();
        }

        void open() throws DriverException {
            int number = 0;
            for (Destination destination : spec.destinations()) {
                boolean shared = destination.isTopic() && spec.sharedSubscriptions() > 0;
                boolean alone = destination.isTopic() && !shared;
                int count = shared ? spec.sharedSubscriptions() : alone ? spec.perSubscription() : 1;
                for (int s = 0; s < count; s++) {
                    Subscription subscription = alone
                            ? newSubscription(destination, destination.name() + s, false)
                            : sharedSubscription(destination, destination.name() + s);
                    Optional<ConsumerSpec.Subscription> named = shared || (alone && spec.durable())
                            ? Optional.of(new ConsumerSpec.Subscription(subscription.name, shared, spec.durable()))
                            : Optional.empty();
                    subscriptions.add(subscription);
                    for (int c = 0; c < (alone ? 1 : spec.perSubscription()); c++) {
                        if (number++ % plan.slice().count() == plan.slice().index()) {
                            addMember(subscription, named, shared);
                        }
                    }
                }
            }
        }

        /** Whoever else consumes from the queue, or has a share of the subscription, competes for the same messages. */
        private Subscription sharedSubscription(Destination destination, String name) {
            for (Subscription other : ConsumerSide.this.subscriptions) {
                if (other.shared && other.destination.equals(destination) && other.name.equals(name)) {
                    return other;
                }
            }
            return newSubscription(destination, name, true);
        }

        private Subscription newSubscription(Destination destination, String name, boolean shared) {
            if (recorders.size() < MAX_RECORDERS) {
                recorders.add(new Recorder(timeline, faults));
            }
            Recorder recorder = recorders.get(ConsumerSide.this.subscriptions.size() % recorders.size());
            Subscription subscription = new Subscription(destination, name, shared, recorder);
            subscription.fleeting = destination.isTopic() && !spec.durable();
            if (faults.isWatching()) {
                subscription.gap = new LongestGap(faults);
            }
            ConsumerSide.this.subscriptions.add(subscription);
            return subscription;
        }

        private void addMember(Subscription subscription, Optional<ConsumerSpec.Subscription> named, boolean shared)
                throws DriverException {
            // A shared subscription belongs to a client id, if there is one: with an id for each connection nobody
            // shares.
            if (spec.connections() == 0 || links.size() < spec.connections()) {
                links.add(connect(!shared));
            }
            Link link = links.get(seats.size() % links.size());
            ReceiveMode mode = spec.mode() == Mode.LISTENER ? ReceiveMode.LISTENER : ReceiveMode.RECEIVE;
            Seat seat = new Seat(
                    new ConsumerSpec(subscription.destination, named, spec.ack(), mode, spec.selector()),
                    subscription,
                    settings,
                    link,
                    spec.mode() == Mode.POLL ? spec.pollInterval().toNanos() : 0,
                    threads,
                    () -> sequences.get());
            link.add(seat);
            seats.add(seat);
            named.ifPresent(n -> removals.put(n, new Removal(link, subscription.destination, n)));
        }

        synchronized void start() throws DriverException {
            started = true;
            for (Link link : links) {
                link.start();
            }
        }

        synchronized void startOrReport() {
            if (started || stopped) {
                return;
            }
            try {
                start();
            } catch (DriverException e) {
                failure.report(e);
            }
        }

        /** No deliveries until {@link #startAll}. */
        synchronized void pauseOrReport() {
            if (started && !stopped) {
                started = false;
                links.forEach(link -> attempt(link, link::pause));
            }
        }

        synchronized void stop() {
            delayed.cancel();
            pausing.cancel();
            seats.forEach(Seat::stopLoop);
            Threads.joinAll(seats.stream().flatMap(Seat::running).toList(), time, JOIN_NS);
            for (Link link : links) {
                attempt(link, link::stop);
            }
            for (Seat seat : seats) {
                if (!failure.happened()) {
                    attempt(seat.link, seat::finish);
                }
            }
        }

        void close() {
            seats.forEach(Seat::close);
            for (Removal removal : removals.values()) {
                removal.link
                        .connection()
                        .ifPresent(connection -> attempt(
                                removal.link, () -> connection.unsubscribe(removal.topic, removal.subscription)));
            }
            links.forEach(Link::close);
        }

        /** What fails because the connection has broken is no failure of its own. */
        private void attempt(Link link, LastAct act) {
            try {
                act.run();
            } catch (DriverException e) {
                if (link.isSound()) {
                    failure.report(e);
                }
            }
        }
    }
}
