package dev.dyno.engine.receive;

import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.EndpointSpecs;
import dev.dyno.engine.record.Failure;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ReplaceableConnection;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ConsumerGroup.ExitWhen;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * One consumer group of a run: its connections, consumers and loops, and the times at which it takes deliveries.
 *
 * <p>Assumptions and guarantees: one thread at a time, but for the start and end of its span and its rotations, which have
 * threads of their own.
 */
final class RunningGroup {

    /** Longest time in ns by which consumers of other workers may close later than those of this one. */
    private static final long OTHERS_NS = 2_000_000_000L;

    private static final long LOOK_NS = 50_000_000L;

    /** Time in ns without a message after which a group is idle. */
    static final long IDLE_NS = 1_000_000_000L;

    /** A named subscription, to be removed at the end over the connection with its client id. */
    private record Removal(ReplaceableConnection link, Destination topic, ConsumerSpec.Subscription subscription) {}

    final RunContext run;
    final ConsumerSide side;

    final ConsumerGroup spec;
    final List<Subscription> subscriptions = new ArrayList<>();
    final List<ReplaceableConnection> links = new ArrayList<>();
    private final List<ConsumerSlot> slots = new ArrayList<>();
    private final Map<ConsumerSpec.Subscription, Removal> removals = new LinkedHashMap<>();
    final Receiver.Settings settings;
    private TimeSource.Cancellable delayed = () -> {};
    private TimeSource.Cancellable pausing = () -> {};
    private volatile TimeSource.Cancellable rotating = () -> {};
    private volatile Optional<Threads.Running> rotation = Optional.empty();
    private int rotations;
    private volatile boolean started;
    private volatile boolean stopped;

    RunningGroup(ConsumerGroup spec, RunContext run, ConsumerSide side) {
        this.spec = spec;
        this.run = run;
        this.side = side;
        settings = new Receiver.Settings(
                run.time(),
                spec,
                new AtomicLong(),
                run.plan().acceptAnyRun(),
                run.plan().runId(),
                !run.plan().workload().produces(),
                new AtomicLong(spec.messageCount()),
                isExact() ? Optional.of(new AtomicLong(spec.messageCount())) : Optional.empty(),
                run.control()::complete,
                run.faultLog(),
                // Without producers in the load, no worker knows the clock of a sender.
                run.peers().isAlone() || !run.plan().workload().produces()
                        ? Optional.empty()
                        : Optional.of(run.peers().clocks()),
                spec.rate().map(rate -> new ReceivePace(rate, shareHere())));
    }

    /** Whether the group takes exactly its number of messages. Not in a run with producers, since that drains after the load. */
    private boolean isExact() {
        return spec.messageCount() > 0 && !run.plan().workload().produces();
    }

    /** Share of the group's consumers that this worker has, from 0 to 1. */
    private double shareHere() {
        long here = run.plan().share().countConsumers(side.numbers.get(), spec.size());
        return Math.max(1, here) / (double) spec.size();
    }

    /** Whether the group expects a probe: a selector may leave one out, and a group with a late start receives none in time. */
    boolean isProbed() {
        return spec.selector().isEmpty() && spec.span().start().isZero();
    }

    /** Opens the connections and consumers, unless the run ends first; deliveries do not begin yet. */
    void open() throws DriverException {
        for (Destination destination : spec.destinations()) {
            boolean alone = destination.isTopic() && spec.sharedSubscriptions() == 0;
            int count = !destination.isTopic() ? 1 : alone ? spec.perSubscription() : spec.sharedSubscriptions();
            for (int i = 0; i < count && !run.control().isOver(); i++) {
                String name = destination.name() + i;
                if (alone) {
                    open(newSubscription(destination, name, false), 1);
                } else {
                    open(sharedSubscription(destination, name), spec.perSubscription());
                }
            }
        }
    }

    private void open(Subscription subscription, int consumers) throws DriverException {
        // An exact number needs consumers that fetch, unless listeners can refuse a message.
        ConsumerGroup each =
                isExact() && !side.listenersRefuse() ? spec.with(parts -> parts.mode = Mode.RECEIVE) : spec;
        ConsumerSpec made = EndpointSpecs.consumer(each, subscription.destination, subscription.name);
        subscriptions.add(subscription);
        subscription.planned += consumers;
        for (int i = 0; i < consumers && !run.control().isOver(); i++) {
            if (run.plan().share().hasConsumer(side.numbers.getAndIncrement())) {
                ReplaceableConnection link = addSlot(subscription, made);
                run.calls().connected();
                // If several workers share a subscription, the worker with its first consumer removes it.
                if (i == 0 || run.peers().isAlone()) {
                    made.subscription()
                            .ifPresent(name -> removals.put(name, new Removal(link, subscription.destination, name)));
                }
            }
        }
    }

    /**
     * The shared subscription of that name, made by the first group that consumes from it; later groups compete with that group
     * for messages.
     */
    private Subscription sharedSubscription(Destination destination, String name) {
        return side.subscriptions
                .findShared(destination, name)
                .orElseGet(() -> newSubscription(destination, name, true));
    }

    private Subscription newSubscription(Destination destination, String name, boolean shared) {
        boolean fleeting = destination.isTopic() ? !spec.durable() : side.queuesEndWithConsumers();
        Subscription subscription = side.subscriptions.add(destination, name, shared, fleeting, spec.name());
        subscription.requests = run.plan().workload().requestsOf(destination);
        return subscription;
    }

    /** Adds a consumer; returns its connection. */
    private ReplaceableConnection addSlot(Subscription subscription, ConsumerSpec made) throws DriverException {
        if (spec.connections() == 0 || links.size() < spec.connections()) {
            // A shared subscription belongs to the client id, if there is one: consumers with other ids would not share
            // it.
            boolean shared = subscription.destination.isTopic() && subscription.shared;
            links.add(side.connect(!shared));
        }
        ReplaceableConnection link = links.get(slots.size() % links.size());
        ConsumerSlot slot = new ConsumerSlot(this, made, subscription, link);
        link.add(slot);
        slots.add(slot);
        return link;
    }

    /** Sender of replies on a connection, if messages are requests. */
    Optional<ReplySender> replySender(ReplaceableConnection.Session session) throws DriverException {
        return spec.replyTo().isPresent()
                ? Optional.of(side.newReplySender(spec.replyTo().get(), session))
                : Optional.empty();
    }

    /** Schedules, at the start of the load, a late start, an early end and the first rotation. */
    synchronized void scheduleSpan() {
        long startNs = run.timeline().startNs;
        if (!started) {
            delayed = scheduleApart(startNs + spec.span().start().toNanos(), "start", this::startOrReport);
        }
        spec.span()
                .stop()
                .ifPresent(stop -> pausing = scheduleApart(startNs + stop.toNanos(), "pause", this::pauseOrReport));
        spec.rotate().map(Duration::toNanos).ifPresent(periodNs -> scheduleRotation(startNs + periodNs, periodNs));
    }

    /** Schedules a call in which a client library may block, on a thread of its own: the clock's thread has other tasks. */
    private TimeSource.Cancellable scheduleApart(long atNs, String name, Runnable call) {
        return run.time().schedule(atNs, () -> run.threads().start(name, call));
    }

    private void scheduleRotation(long atNs, long periodNs) {
        rotating = run.time()
                .schedule(
                        atNs,
                        () -> rotation = Optional.of(run.threads().start("rotate", () -> rotate(atNs, periodNs))));
    }

    /** Replaces one consumer, and schedules the next replacement until the end of the load; overdue ones follow at once. */
    private void rotate(long atNs, long periodNs) {
        if (stopped || run.time().nanoTime() >= run.timeline().endNs()) {
            return;
        }
        if (started) {
            ConsumerSlot slot = slots.get(rotations++ % slots.size());
            run.faultLog().rotating(run.time().nanoTime());
            try {
                slot.replace(() -> !stopped);
            } catch (DriverException e) {
                if (!stopped && slot.link.isSound()) {
                    run.failure().report(e);
                }
            }
        }
        scheduleRotation(atNs + periodNs, periodNs);
    }

    void unjoined(LowerBounds sink) {
        slots.forEach(slot -> slot.unjoined(sink));
    }

    /** Starts a group that has not started yet or is paused. */
    void startAtLast() {
        delayed.cancel();
        pausing.cancel();
        startOrReport();
    }

    /**
     * Whether the group has received nothing for {@link #IDLE_NS}. If it has received nothing at all, that counts only for a
     * group that ends when its destinations are empty.
     */
    boolean isIdle(long nowNs) {
        long lastNs = Subscriptions.lastNs(subscriptions);
        boolean nothingYet = lastNs == Long.MIN_VALUE;
        return nothingYet ? isToBeEmpty() && nowNs - run.timeline().startNs >= IDLE_NS : nowNs - lastNs >= IDLE_NS;
    }

    /** Whether the load lasts until the broker has nothing left for this group. */
    boolean isToBeEmpty() {
        return spec.exitWhen().equals(Optional.of(ExitWhen.EMPTY));
    }

    /** Number of consumers of this group in this worker. */
    int size() {
        return slots.size();
    }

    synchronized void start() throws DriverException {
        started = true;
        for (ReplaceableConnection link : links) {
            link.start();
        }
    }

    private synchronized void startOrReport() {
        if (started || stopped) {
            return;
        }
        try {
            start();
        } catch (DriverException e) {
            run.failure().report(e);
        }
    }

    /** Stops deliveries until {@link #startAtLast}. */
    synchronized void pauseOrReport() {
        if (started && !stopped) {
            started = false;
            links.forEach(link -> attempt(link, link::pause));
        }
    }

    /** Calls that stop deliveries for good and settle the last batches. */
    List<Runnable> stopping() {
        List<Runnable> calls = new ArrayList<>();
        calls.add(this::stopLoops);
        links.forEach(link -> calls.add(() -> attempt(link, link::stop)));
        for (ConsumerSlot slot : slots) {
            calls.add(() -> {
                if (!run.failure().happened()) {
                    attempt(slot.link, slot::finish);
                }
            });
        }
        return calls;
    }

    private synchronized void stopLoops() {
        stopped = true;
        delayed.cancel();
        pausing.cancel();
        rotating.cancel();
        long mostNs = ConsumerSlot.JOIN_NS + spec.thinkTime().toNanos();
        rotation.ifPresent(last -> last.join(mostNs / 1_000_000));
        slots.forEach(ConsumerSlot::stopLoop);
        Threads.joinAll(slots.stream().flatMap(ConsumerSlot::running).toList(), run.time(), mostNs);
    }

    Stream<Subscription> consumed() {
        return slots.stream().map(slot -> slot.subscription);
    }

    /**
     * Asks the broker what it has left for those of the given subscriptions that have a consumer here, and removes them from the
     * set.
     */
    void queryRemaining(Set<Subscription> open) throws DriverException {
        for (ConsumerSlot slot : slots) {
            Optional<Consumer> consumer = slot.consumer();
            if (consumer.isPresent() && open.remove(slot.subscription)) {
                slot.subscription.left = consumer.get().messagesLeft();
            }
        }
    }

    /** One consumer of each subscription that consumers of other programs may share. */
    Map<Subscription, Consumer> consumersOfShared() {
        Map<Subscription, Consumer> one = new LinkedHashMap<>();
        slots.stream().filter(slot -> slot.subscription.shared).forEach(slot -> slot.consumer()
                .ifPresent(consumer -> one.putIfAbsent(slot.subscription, consumer)));
        return one;
    }

    /** Jain's index of each subscription with several consumers of this group, of which some received messages. */
    Stream<Double> fairness() {
        return slots.stream().collect(Collectors.groupingBy(slot -> slot.subscription)).values().stream()
                .filter(alike -> alike.size() > 1)
                .map(alike -> alike.stream().mapToDouble(ConsumerSlot::measured).toArray())
                .filter(counts -> DoubleStream.of(counts).sum() > 0)
                .map(RunningGroup::jain);
    }

    /** Jain's index: the square of the sum, divided by the number of counts times the sum of their squares. */
    static double jain(double... counts) {
        double sum = DoubleStream.of(counts).sum();
        return sum
                * sum
                / (counts.length * DoubleStream.of(counts).map(x -> x * x).sum());
    }

    /** Calls that close the consumers, remove their subscriptions from the broker, then close the connections. */
    List<Runnable> closing() {
        List<Runnable> calls = new ArrayList<>();
        slots.forEach(slot -> calls.add(slot::close));
        for (Removal removal : removals.values()) {
            calls.add(() -> removal.link.connection().ifPresent(connection -> remove(removal, connection)));
        }
        links.forEach(link -> calls.add(link::close));
        return calls;
    }

    /**
     * Removes a subscription. Other workers that share it may be about to close their consumers; if they take too long, it stays
     * at the broker.
     */
    private void remove(Removal removal, ClientConnection connection) {
        if (run.peers().isAlone() || !removal.subscription.shared()) {
            attempt(removal.link, () -> connection.unsubscribe(removal.topic, removal.subscription));
            return;
        }
        long untilNs = run.time().nanoTime() + OTHERS_NS;
        while (!isRemoved(removal, connection) && run.time().nanoTime() - untilNs < 0) {
            run.time().parkUntil(run.time().nanoTime() + LOOK_NS);
        }
    }

    private static boolean isRemoved(Removal removal, ClientConnection connection) {
        try {
            connection.unsubscribe(removal.topic, removal.subscription);
            return true;
        } catch (DriverException e) {
            return false;
        }
    }

    /** Runs an action; a failure that a broken connection caused is not reported again. */
    private void attempt(ReplaceableConnection link, Failure.Step act) {
        try {
            act.run();
        } catch (DriverException e) {
            if (link.isSound()) {
                run.failure().report(e);
            }
        }
    }
}
