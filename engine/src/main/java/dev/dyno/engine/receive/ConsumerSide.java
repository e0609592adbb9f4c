package dev.dyno.engine.receive;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.engine.record.Clients;
import dev.dyno.engine.record.EndpointSpecs;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.LowerBounds.Owed;
import dev.dyno.engine.record.ReplaceableConnection;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.model.workload.ConsumerGroup;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All consumer groups of a run.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class ConsumerSide {

    private static final int ASKED = 100;

    public final Subscriptions subscriptions;

    /** Number of the next consumer; consumers are numbered over all groups, after the producers. */
    final AtomicInteger numbers;

    private final RunContext run;
    private final Clients clients;
    private final List<RunningGroup> groups = new ArrayList<>();
    /** Destinations of this run's producers, which therefore receive a probe. */
    private final Set<Destination> produced;

    /** Supplies the number of sequences used so far, by producer number. */
    private Supplier<Map<Integer, Long>> sequences = Map::of;

    /** Queues to which sending a reply failed: the reply may be missing although the broker has neither it nor its request. */
    private final Set<Destination> failedReplies = ConcurrentHashMap.newKeySet();

    private int connectionCount;
    private boolean stopped;

    /** @param clients open before {@link #open} */
    public ConsumerSide(RunContext run, Clients clients) {
        this.run = run;
        this.clients = clients;
        subscriptions =
                new Subscriptions(run.timeline(), run.faultLog(), !run.peers().isAlone());
        numbers = new AtomicInteger(run.plan().workload().producerCount());
        produced = run.plan().workload().producers().stream()
                .flatMap(group -> group.destinations().stream())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Sets the supplier of the sequences used so far, which are needed when a subscription is made anew. */
    public void watch(Supplier<Map<Integer, Long>> producers) {
        sequences = producers;
    }

    Map<Integer, Long> sequences() {
        return sequences.get();
    }

    /** Whether every consumer has a connection, or has closed it to let another one join. */
    public boolean isUp() {
        return groups.stream().flatMap(group -> group.links.stream()).allMatch(ReplaceableConnection::isUp);
    }

    /** Opens the connections and consumers, unless the run ends first; deliveries do not begin yet. */
    public void open() throws DriverException {
        for (ConsumerGroup spec : run.plan().workload().consumers()) {
            RunningGroup group = new RunningGroup(spec, run, this);
            groups.add(group);
            group.open();
        }
    }

    /** Begins the deliveries of all groups but those with a later start. */
    public void start() throws DriverException {
        for (RunningGroup group : groups) {
            if (group.spec.span().start().isZero()) {
                group.start();
            }
        }
    }

    /** Schedules, at the start of the load, the late starts, early ends and rotations of groups. */
    public void scheduleSpans() {
        groups.forEach(RunningGroup::scheduleSpan);
    }

    /** Adds the consumers that left during the load and have not joined again to the lower bounds. */
    public void unjoined(LowerBounds sink) {
        groups.forEach(group -> group.unjoined(sink));
    }

    /** Stops deliveries until {@link #startAll}; when this returns, deliveries in progress have ended. */
    public void pauseAll() {
        groups.forEach(RunningGroup::pauseOrReport);
    }

    /** Starts the groups that have not started yet or are paused. */
    public void startAll() {
        groups.forEach(RunningGroup::startAtLast);
    }

    /** All subscriptions of the workload, whether or not this worker has consumers of them. */
    public List<SubscriptionName> names() {
        return subscriptions.all.stream()
                .map(subscription -> new SubscriptionName(
                        subscription.destination, subscription.name, subscription.shared, subscription.recorder.group))
                .toList();
    }

    /** The connections, once they are open. */
    public List<ReplaceableConnection> links() {
        return groups.stream().flatMap(group -> group.links.stream()).toList();
    }

    /** Number of consumers of this worker. */
    public int size() {
        return groups.stream().mapToInt(RunningGroup::size).sum();
    }

    /** Indices of the subscriptions that still wait for their probes. */
    public BitSet unprobed() {
        return waitingForProbes().mapToInt(subscriptions.all::indexOf).collect(BitSet::new, BitSet::set, BitSet::or);
    }

    private Stream<Subscription> waitingForProbes() {
        return groups.stream()
                .filter(RunningGroup::isProbed)
                .flatMap(group -> group.subscriptions.stream())
                .filter(subscription -> produced.contains(subscription.destination) && !subscription.isProbed());
    }

    /** Notes that the probe of a destination could not be sent. */
    public void expectNoProbe(Destination destination) {
        produced.remove(destination);
    }

    /** Destination of the first subscription that still waits for its probe; empty if none does. */
    public Optional<Destination> firstUnprobed() {
        return waitingForProbes().map(subscription -> subscription.destination).findFirst();
    }

    /**
     * Asks the broker how many messages can still be delivered to each subscription, over one of its consumers, and stores the
     * answer in {@link Subscription#left}: empty if the broker cannot say, no consumer is connected here, or a reply to the queue
     * could not be sent. Blocks.
     *
     * @throws DriverException if the broker did not answer; the remaining subscriptions are then not asked for
     */
    public void queryRemaining(Collection<Subscription> subscriptions) throws DriverException {
        Set<Subscription> open = new HashSet<>(subscriptions);
        open.forEach(subscription -> subscription.left = Optional.empty());
        for (RunningGroup group : groups) {
            group.queryRemaining(open);
        }
        subscriptions.stream()
                .filter(subscription -> failedReplies.contains(subscription.destination))
                .forEach(subscription -> subscription.left = Optional.empty());
        // With several workers, the coordinator adds the requests, because it has the answers of all.
        if (run.peers().isAlone()) {
            Ledger.addRequestsLeft(subscriptions, this.subscriptions.all);
        }
    }

    /**
     * Asks the broker for consumers of other programs, at queues and shared subscriptions with a consumer here. Asks about the
     * first {@value #ASKED} only: a client that was killed has probably left consumers at those, too. Blocks.
     *
     * @return the first one found, for example {@code queue://T has 2 consumers that are not of this run}; also empty if the
     *     broker cannot say or does not answer
     */
    Optional<String> findOthers() {
        Map<Subscription, Consumer> asked = new LinkedHashMap<>();
        groups.forEach(group -> group.consumersOfShared().forEach(asked::putIfAbsent));
        try {
            for (Map.Entry<Subscription, Consumer> one :
                    asked.entrySet().stream().limit(ASKED).toList()) {
                Subscription subscription = one.getKey();
                int others = one.getValue().consumersAtBroker().orElse(0) - subscription.planned;
                if (others > 0) {
                    return Optional.of(subscription.destination + " has " + others
                            + (others == 1 ? " consumer that is" : " consumers that are") + " not of this run");
                }
            }
        } catch (DriverException e) {
            // A broken connection is reported elsewhere.
        }
        return Optional.empty();
    }

    /** Last answers about messages left, by index of the subscriptions with a consumer here. */
    public Map<Integer, Optional<MessagesLeft>> left() {
        List<Subscription> all = subscriptions.all;
        return groups.stream()
                .flatMap(RunningGroup::consumed)
                .distinct()
                .collect(Collectors.toMap(all::indexOf, subscription -> subscription.left));
    }

    /** Whether every message had to reach every subscription: no group has a selector. */
    public boolean isLossKnown() {
        return groups.stream().allMatch(g -> g.spec.selector().isEmpty());
    }

    /** Number of subscriptions that each message to a destination must reach; empty if any group has a selector. */
    public Map<Owed, Long> subscriptionsOwed(Destination destination) {
        return subscriptions.all.stream()
                .filter(subscription -> subscription.isOwed(destination) && isLossKnown())
                .collect(Collectors.groupingBy(
                        subscription -> new Owed(subscription.recorder.group, subscription.latency()),
                        Collectors.counting()));
    }

    /** Whether messages were received, and only from other programs. */
    public boolean hasOnlyForeign() {
        return subscriptions.foreign().isPresent()
                && subscriptions.all.stream().allMatch(subscription -> subscription.producers() == 0);
    }

    /**
     * Lowest of Jain's indices over equal consumers; empty if no such consumers have received messages, and in a run of several
     * workers, none of which has all deliveries.
     */
    public Optional<Double> fairness() {
        return groups.stream()
                .filter(group -> run.peers().isAlone())
                .flatMap(RunningGroup::fairness)
                .min(Double::compare);
    }

    /**
     * Whether all groups that have a condition for the end of the load fulfil it; false if no group has one. Asks the broker
     * where the condition is an empty queue, and then blocks.
     */
    public boolean wantEnd(long nowNs) {
        List<RunningGroup> asked = groups.stream()
                .filter(group -> group.spec.exitWhen().isPresent())
                .toList();
        return !asked.isEmpty()
                && asked.stream().allMatch(group -> group.isIdle(nowNs))
                && isNothingLeft(asked.stream()
                        .filter(RunningGroup::isToBeEmpty)
                        .flatMap(group -> group.subscriptions.stream())
                        .toList());
    }

    /**
     * Longest time in ns from the last message, which ends the load, to the call of {@link #wantEnd} that recognises the end; 0
     * if no group has a condition for it.
     */
    public long endsEarlierNs() {
        boolean asked = groups.stream().anyMatch(group -> group.spec.exitWhen().isPresent());
        return asked ? 2 * RunningGroup.IDLE_NS : 0;
    }

    /**
     * Whether the broker has nothing left for the subscriptions; true if it cannot say, because then idleness is all that is
     * known; false if it does not answer.
     */
    private boolean isNothingLeft(List<Subscription> open) {
        try {
            queryRemaining(open);
            return open.stream().allMatch(subscription -> subscription.left.isEmpty() || subscription.hasNothingLeft());
        } catch (DriverException e) {
            return false;
        }
    }

    /** Calls that stop deliveries and settle the last batches; empty after the first time. */
    public List<Runnable> stopping() {
        boolean first = !stopped;
        stopped = true;
        return first
                ? groups.stream().flatMap(group -> group.stopping().stream()).toList()
                : List.of();
    }

    /** Calls that close the consumers, remove their subscriptions from the broker, then close the connections. */
    public List<Runnable> closing() {
        return groups.stream().flatMap(group -> group.closing().stream()).toList();
    }

    /** Whether listeners can refuse messages, see {@link Client#listenersRefuse}, or the client has nothing but listeners. */
    boolean listenersRefuse() {
        return clients.forConsumers().listenersRefuse()
                || !clients.forConsumers().capabilities().has(Capability.RECEIVE);
    }

    boolean queuesEndWithConsumers() {
        return clients.forConsumers().queuesEndWithConsumers();
    }

    /** Makes the sender of a consumer's replies. */
    ReplySender newReplySender(Destination queue, ReplaceableConnection.Session session) throws DriverException {
        boolean async = clients.forConsumers().capabilities().has(Capability.ASYNC_SEND);
        return new ReplySender(
                EndpointSpecs.replies(run.plan().workload(), queue, async ? SendMode.ASYNC : SendMode.SYNC),
                session,
                run.time(),
                () -> failedReplies.add(queue));
    }

    ReplaceableConnection connect(boolean withClientId) throws DriverException {
        int number = connectionCount++;
        Optional<String> clientId = withClientId
                ? run.plan().consumerTarget().clientIdPrefix().map(prefix -> prefix + number)
                : Optional.empty();
        return ReplaceableConnection.open(clients.forConsumers(), clientId, run.reconnector());
    }
}
