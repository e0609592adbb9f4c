package dev.dyno.engine.receive;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.Arrivals;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.Timeline;
import dev.dyno.model.result.ForeignMessages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The subscriptions of a run, over all its consumer groups, and the recorders that they share.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class Subscriptions {

    /** Subscriptions share this many recorders, and their monitors, at the most: histograms are large. */
    private static final int MAX_RECORDERS = 16;

    private final Timeline timeline;
    private final FaultLog faults;
    private final boolean passedOn;
    private final List<Subscription> all = new ArrayList<>();
    private final List<Recorder> recorders = new ArrayList<>();

    /** @param passedOn other workers may get messages of them, too */
    Subscriptions(Timeline timeline, FaultLog faults, boolean passedOn) {
        this.timeline = timeline;
        this.faults = faults;
        this.passedOn = passedOn;
    }

    List<Subscription> all() {
        return all;
    }

    List<Recorder> recorders() {
        return recorders;
    }

    /** Whoever else consumes from the queue, or has a share of the subscription, competes for the same messages. */
    Optional<Subscription> findShared(Destination destination, String name) {
        return all.stream()
                .filter(other -> other.shared && other.destination.equals(destination) && other.name.equals(name))
                .findFirst();
    }

    /** @param fleeting ends with its consumer */
    Subscription add(Destination destination, String name, boolean shared, boolean fleeting) {
        if (recorders.size() < MAX_RECORDERS) {
            recorders.add(new Recorder(timeline, faults));
        }
        Recorder recorder = recorders.get(all.size() % recorders.size());
        Subscription subscription = new Subscription(destination, name, shared, recorder);
        subscription.fleeting = fleeting;
        subscription.passedOn = passedOn;
        if (faults.isWatching()) {
            subscription.gap = new LongestGap(faults);
        }
        all.add(subscription);
        return subscription;
    }

    /** When the last message that is not of this run came; {@link Long#MIN_VALUE} if none has. */
    long lastStrangerNs() {
        long last = Long.MIN_VALUE;
        for (Subscription subscription : all) {
            synchronized (subscription.recorder) {
                last = Math.max(last, subscription.lastStrangerNs);
            }
        }
        return last;
    }

    /** Takes what was left in the destinations by others out of the account, and says how many messages that were. */
    long forgetStrangers() {
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

    /** The messages of other programs; empty if there were none. */
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

    /** What has come since it was asked last, where it is passed on. */
    List<Arrivals> takeArrivals() {
        List<Arrivals> taken = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Subscription subscription = all.get(i);
            synchronized (subscription.recorder) {
                subscription.takeArrivals(i, taken);
            }
        }
        // Of several consumers, each in its own order; sorted here, where nobody waits for it.
        taken.forEach(some -> {
            Arrays.sort(some.inOrder());
            Arrays.sort(some.late());
        });
        return taken;
    }

    /** Whether one of them did not exist for a time. */
    boolean anyWasAbsent() {
        return all.stream().anyMatch(Subscription::wasAbsent);
    }
}
