package dev.dyno.engine.receive;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.Timeline;
import dev.dyno.model.result.ForeignMessages;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Subscriptions of a run, over all its consumer groups, and the recorders that they share.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class Subscriptions {

    /** Maximum number of recorders, and so of monitors, that the subscriptions of a group share: histograms are large. */
    private static final int MAX_RECORDERS = 16;

    private final Timeline timeline;
    private final FaultLog faults;
    private final boolean passedOn;
    public final List<Subscription> all = new ArrayList<>();
    /** Recorders by the name of the groups that share them; of each name, the first is used next. */
    private final Map<Optional<String>, Deque<Recorder>> recorders = new LinkedHashMap<>();

    /** @param passedOn whether other workers may get messages of the subscriptions, too */
    Subscriptions(Timeline timeline, FaultLog faults, boolean passedOn) {
        this.timeline = timeline;
        this.faults = faults;
        this.passedOn = passedOn;
    }

    public List<Recorder> recorders() {
        return recorders.values().stream().flatMap(Deque::stream).toList();
    }

    /** The shared subscription of a name, if a consumer group has it already; the groups' consumers compete for its messages. */
    Optional<Subscription> findShared(Destination destination, String name) {
        return all.stream()
                .filter(other -> other.shared && other.destination.equals(destination) && other.name.equals(name))
                .findFirst();
    }

    /**
     * @param fleeting whether it ends with its last consumer
     * @param group name of the groups with its consumers
     */
    Subscription add(Destination destination, String name, boolean shared, boolean fleeting, Optional<String> group) {
        Deque<Recorder> ofGroup = recorders.computeIfAbsent(group, g -> new ArrayDeque<>());
        Recorder recorder = ofGroup.size() < MAX_RECORDERS ? new Recorder(timeline, faults, group) : ofGroup.remove();
        ofGroup.add(recorder);
        Subscription subscription = new Subscription(destination, name, shared, recorder);
        subscription.fleeting = fleeting;
        subscription.passedOn = passedOn;
        if (faults.isWatching()) {
            subscription.gap = new LongestGap(faults);
        }
        all.add(subscription);
        return subscription;
    }

    /** Time of the last message that counts, or until which its consumer works on it; {@link Long#MIN_VALUE} if there was none. */
    public long lastNs() {
        return lastNs(all);
    }

    static long lastNs(List<Subscription> some) {
        long last = Long.MIN_VALUE;
        for (Subscription subscription : some) {
            synchronized (subscription.recorder) {
                last = Math.max(last, subscription.lastNs);
            }
        }
        return last;
    }

    /** Time of the last unreadable message or message of another run; {@link Long#MIN_VALUE} if there was none. */
    public long lastStrangerNs() {
        long last = Long.MIN_VALUE;
        for (Subscription subscription : all) {
            synchronized (subscription.recorder) {
                last = Math.max(last, subscription.lastStrangerNs);
            }
        }
        return last;
    }

    /** Takes unreadable messages and those of other runs out of the account, and returns their number. */
    public long resetForeignCounts() {
        long leftovers = 0;
        for (Subscription subscription : all) {
            synchronized (subscription.recorder) {
                leftovers += subscription.stale + subscription.corrupt;
                subscription.stale = 0;
                subscription.corrupt = 0;
            }
        }
        return leftovers;
    }

    /** Messages of other programs; empty if there were none. */
    public Optional<ForeignMessages> foreign() {
        return all.stream().flatMap(Subscriptions::foreignOf).reduce(ForeignMessages::plus);
    }

    private static Stream<ForeignMessages> foreignOf(Subscription subscription) {
        synchronized (subscription.recorder) {
            return subscription.foreign == 0
                    ? Stream.empty()
                    : Stream.of(new ForeignMessages(
                            subscription.foreign,
                            subscription.foreignBytes,
                            subscription.foreignTimed,
                            List.copyOf(subscription.timestamps)));
        }
    }

    /** Arrivals since the last call, in a run of several workers. */
    public List<DeliveryReport> takeArrivals() {
        List<DeliveryReport> taken = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Subscription subscription = all.get(i);
            synchronized (subscription.recorder) {
                subscription.takeArrivals(i, taken);
            }
        }
        // Sequences of several consumers are in no order. Sorted here, where no thread waits for the monitor.
        taken.forEach(some -> {
            Arrays.sort(some.inOrder());
            Arrays.sort(some.late());
        });
        return taken;
    }

    /** Whether any subscription did not exist for a time. */
    public boolean anyWasAbsent() {
        return all.stream().anyMatch(Subscription::wasAbsent);
    }
}
