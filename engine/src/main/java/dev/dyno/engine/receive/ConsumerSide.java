package dev.dyno.engine.receive;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.Arrivals;
import dev.dyno.engine.record.Link;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ProducerGroup;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The consumer groups of a run, all together.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class ConsumerSide {

    private static final int ASKED = 100;

    public final Subscriptions subscriptions;

    /** Of the next consumer, over all groups; the producers come before them. */
    final AtomicInteger numbers;

    private final RunContext run;
    private final Client client;
    private final List<RunningGroup> groups = new ArrayList<>();
    /** Destinations that producers of this run send to, and so a probe comes from. */
    private final Set<Destination> produced;

    /** The sequences that each producer has used so far, by its number. */
    private Supplier<Map<Integer, Long>> sequences = Map::of;

    private int connectionCount;
    private boolean stopped;

    public ConsumerSide(RunContext run, Client client) {
        this.run = run;
        this.client = client;
        subscriptions =
                new Subscriptions(run.timeline(), run.faults(), !run.ensemble().isAlone());
        numbers = new AtomicInteger(run.plan().workload().producers().stream()
                .mapToInt(ProducerGroup::size)
                .sum());
        produced = run.plan().workload().producers().stream()
                .flatMap(group -> group.destinations().stream())
                .collect(Collectors.toCollection(HashSet::new));
    }

    public List<Subscription> subscriptions() {
        return subscriptions.all();
    }

    public List<Recorder> recorders() {
        return subscriptions.recorders();
    }

    /** Where to ask what has been sent, when a subscription is made anew. */
    public void watch(Supplier<Map<Integer, Long>> producers) {
        sequences = producers;
    }

    Map<Integer, Long> sequences() {
        return sequences.get();
    }

    /** Whether every consumer has a connection. */
    public boolean isUp() {
        return groups.stream().flatMap(group -> group.links.stream()).allMatch(Link::isUp);
    }

    /** Connects and makes all consumers, unless the run is over before; nothing is delivered yet. */
    public void open() throws DriverException {
        for (ConsumerGroup spec : run.plan().workload().consumers()) {
            RunningGroup group = new RunningGroup(spec, run, this);
            groups.add(group);
            group.open();
        }
    }

    /** Lets the deliveries begin, of the groups that are not to start later. */
    public void start() throws DriverException {
        for (RunningGroup group : groups) {
            if (group.spec.span().start().isZero()) {
                group.start();
            }
        }
    }

    /** The load has begun: those that are to start later will, and those that are to stop early. */
    public void scheduleSpans() {
        groups.forEach(RunningGroup::scheduleSpan);
    }

    /** No deliveries until {@link #startAll}; those that are under way have ended when this returns. */
    public void pauseAll() {
        groups.forEach(RunningGroup::pauseOrReport);
    }

    /** Those that have not started yet, or wait, start now. */
    public void startAll() {
        groups.forEach(RunningGroup::startAtLast);
    }

    /** All of the workload, whether or not there are consumers here. */
    public List<SubscriptionName> names() {
        return subscriptions.all().stream()
                .map(subscription -> new SubscriptionName(subscription.destination, subscription.name))
                .toList();
    }

    /** What has come since it was asked last, in a run with others. */
    public List<Arrivals> takeArrivals() {
        return subscriptions.takeArrivals();
    }

    /** The connections, once they are open. */
    public List<Link> links() {
        return groups.stream().flatMap(group -> group.links.stream()).toList();
    }

    /** How many consumers there are here. */
    public int size() {
        return groups.stream().mapToInt(RunningGroup::size).sum();
    }

    /** Which subscriptions are to get a probe, or, of those, which have got one; by their places. */
    public BitSet probes(boolean arrived) {
        BitSet places = new BitSet();
        List<Subscription> all = subscriptions.all();
        for (RunningGroup group : groups) {
            for (Subscription subscription : group.isProbed() ? group.subscriptions : List.<Subscription>of()) {
                synchronized (subscription.recorder) {
                    if (produced.contains(subscription.destination) && (!arrived || subscription.probed)) {
                        places.set(all.indexOf(subscription));
                    }
                }
            }
        }
        return places;
    }

    /** Whether every subscription that is to get a probe has got it. */
    public boolean allProbed() {
        return firstUnprobed().isEmpty();
    }

    /** Its probe could not be sent. */
    public void expectNoProbe(Destination destination) {
        produced.remove(destination);
    }

    /** The destination of a subscription that waits for its probe. */
    public Optional<Destination> firstUnprobed() {
        for (RunningGroup group : groups) {
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
    public long lastStrangerNs() {
        return subscriptions.lastStrangerNs();
    }

    /** Takes what was left in the destinations by others out of the account, and says how many messages that were. */
    public long forgetStrangers() {
        return subscriptions.forgetStrangers();
    }

    /**
     * Asks the broker what can still be delivered to subscriptions, over one of the consumers of each, and keeps it in {@link
     * Subscription#left}; that is empty where it does not answer or cannot say. Blocks while it is asked.
     *
     * @throws DriverException if it did not answer; then it is asked no further
     */
    public void askWhatIsLeft(Collection<Subscription> subscriptions) throws DriverException {
        Set<Subscription> open = new HashSet<>(subscriptions);
        open.forEach(subscription -> subscription.left = OptionalLong.empty());
        for (RunningGroup group : groups) {
            group.askWhatIsLeft(open);
        }
    }

    /**
     * Asks the broker for consumers that are not of the run, at the queues and shared subscriptions that have a consumer here, but not
     * at more than a hundred: a client that was killed has left some at the first. Blocks while it is asked.
     *
     * @return the first one that has some, as {@code queue://T has 2 consumers that are not of this run}; empty also where the broker
     *     does not say
     */
    Optional<String> others() {
        Map<Subscription, Consumer> asked = new LinkedHashMap<>();
        groups.forEach(group -> group.ofShared().forEach(asked::putIfAbsent));
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
            // If the connection has broken, that is told elsewhere.
        }
        return Optional.empty();
    }

    /** The last answers, by the places of the subscriptions that have a consumer here. */
    public Map<Integer, OptionalLong> left() {
        List<Subscription> all = subscriptions.all();
        return groups.stream()
                .flatMap(RunningGroup::consumed)
                .distinct()
                .collect(Collectors.toMap(all::indexOf, subscription -> subscription.left));
    }

    /** Whether every message had to reach every subscription. */
    public boolean isLossKnown() {
        return groups.stream().allMatch(g -> g.spec.selector().isEmpty());
    }

    /** How many subscriptions each message to a destination has to reach; none where a selector decides. */
    public int subscriptionsOwed(Destination destination) {
        return isLossKnown()
                ? (int) subscriptions.all().stream()
                        .filter(subscription -> subscription.destination.equals(destination))
                        .count()
                : 0;
    }

    /** Whether all messages that came are of other programs. */
    public boolean hasOnlyForeign() {
        return subscriptions.foreign().isPresent()
                && subscriptions.all().stream().allMatch(subscription -> subscription.producers() == 0);
    }

    /** Whether a subscription did not exist for a time. */
    public boolean wasAbsent() {
        return subscriptions.anyWasAbsent();
    }

    /**
     * Whether the groups that may end the load all want to; no, if there are none. Asks the broker where that is to say that it has
     * nothing left: then it blocks.
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

    /** Where the broker cannot say, idle is all that is known. */
    private boolean isNothingLeft(List<Subscription> open) {
        try {
            askWhatIsLeft(open);
            return open.stream().allMatch(subscription -> subscription.left.orElse(0) == 0);
        } catch (DriverException e) {
            return false;
        }
    }

    /** Calls that stop the deliveries and settle what is left of the last batches; none after the first time. */
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

    /** As {@link Client#listenersRefuse}, or it has nothing else. */
    boolean listenersRefuse() {
        return client.listenersRefuse() || !client.capabilities().contains(Capability.RECEIVE);
    }

    Link connect(boolean withClientId) throws DriverException {
        int number = connectionCount++;
        Optional<String> clientId = withClientId
                ? run.plan().consumerTarget().clientIdPrefix().map(prefix -> prefix + number)
                : Optional.empty();
        return Link.open(client, clientId, run.reconnector());
    }
}
