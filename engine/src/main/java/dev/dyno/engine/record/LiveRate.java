package dev.dyno.engine.record;

import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.pace.Shape;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Span;
import dev.dyno.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the rate of a load in progress. From the instant of a change on, each group of producers has a constant
 * schedule that begins with that instant; the groups keep the proportions of their first rates.
 *
 * <p>Assumptions and guarantees: usable from any thread. Changes are only added, in the order of their instants.
 */
public final class LiveRate {

    /** Cursor of a pause, without any times. */
    private static final Cursor PAUSE = new Cursor() {
        @Override
        public long next() {
            return Schedule.NEVER;
        }

        @Override
        public long skipUntil(long offsetNs) {
            return 0;
        }
    };

    /**
     * A change.
     *
     * @param fromNs instant from which the rate holds, in ns from the start of the load
     * @param perSecond messages a second of all producers of the workload; 0 for a pause
     */
    public record Change(long fromNs, double perSecond) {}

    private final Workload workload;
    private final double firstPerSecond;
    private volatile List<Change> changes = List.of();
    /** Receives each change; null before the load has begun. Guarded by this object. */
    private @Nullable Consumer<Change> onChange;

    /** @param workload with all producers, also those of other workers */
    public LiveRate(Workload workload) {
        this.workload = workload;
        firstPerSecond =
                workload.producers().stream().mapToDouble(LiveRate::perSecond).sum();
    }

    /** Reason why the rate of a workload cannot be changed while it runs, a sentence without a full stop; empty if it can. */
    public static Optional<String> obstacle(Workload workload) {
        if (workload.producers().isEmpty()) {
            return Optional.of("a load without producers has no rate");
        }
        for (ProducerGroup group : workload.producers()) {
            if (!(group.load() instanceof Schedule schedule && schedule.shape() instanceof Shape.Constant)) {
                return Optional.of("only a constant rate can be changed during a load, and that of "
                        + group.destinations().get(0) + " is " + group.load());
            }
            if (!isToTheEnd(group)) {
                return Optional.of("a rate can be changed during a load only if all producers send messages to its"
                        + " end, without a count, a start or a stop of their own");
            }
        }
        return Optional.empty();
    }

    /** Whether a group sends from the beginning of a load to its end. */
    public static boolean isToTheEnd(ProducerGroup group) {
        return group.messageCount() == 0 && group.span().equals(Span.WHOLE) && !group.connectOnly();
    }

    /** Messages a second before the first change, of the groups with a constant rate. */
    public double firstPerSecond() {
        return firstPerSecond;
    }

    /** Begins the load: passes each change to {@code changed}, also those that were added before. */
    public synchronized void begin(Consumer<Change> changed) {
        onChange = changed;
        changes.forEach(changed);
    }

    /** The changes so far, by ascending instant. */
    public List<Change> changes() {
        return changes;
    }

    /**
     * Adds a change that is decided now.
     *
     * @throws IllegalArgumentException if the workload's rate cannot be changed, with a sentence
     * @throws IllegalStateException if the load has not begun
     */
    public synchronized Change decide(double perSecond, Timeline timeline, long nowNs) {
        if (onChange == null) {
            throw new IllegalStateException("the load has not begun");
        }
        Change change = new Change(timeline.changeAfter(nowNs), perSecond);
        add(change);
        return change;
    }

    /**
     * Adds a change.
     *
     * @param change not before the last one
     * @throws IllegalArgumentException if the workload's rate cannot be changed, with a sentence
     */
    public synchronized void add(Change change) {
        obstacle(workload).ifPresent(sentence -> {
            throw new IllegalArgumentException(sentence);
        });
        List<Change> more = new ArrayList<>(changes);
        more.add(change);
        changes = List.copyOf(more);
        if (onChange != null) {
            onChange.accept(change);
        }
    }

    /** Schedule of a group from a change on, whose times count from the change; empty in a pause. */
    private Optional<Schedule> schedule(ProducerGroup group, Change change) {
        Rate rate = Rate.nearest(change.perSecond * perSecond(group) / firstPerSecond);
        return rate.isZero()
                ? Optional.empty()
                : Optional.of(Schedule.constant(rate).withArrivals(((Schedule) group.load()).arrivals()));
    }

    /** Times of one producer from a change on, counted from the change. */
    public Cursor cursor(RunPlan.ProducerPlace place, Change change) {
        return schedule(place.group(), change)
                .map(schedule -> schedule.cursor(place.share(), Seeds.derive(place.seed(), change.fromNs)))
                .orElse(PAUSE);
    }

    /** Number of messages intended before an instant, in ns from the start of the load, if the load's rate can be changed. */
    public long count(long ns) {
        return workload.producers().stream()
                .mapToLong(group -> count(group, (Schedule) group.load(), ns))
                .sum();
    }

    /** Number of messages of a group intended before an instant, in ns from the start of the load; for Poisson as expected. */
    long count(ProducerGroup group, Schedule first, long ns) {
        List<Change> all = changes;
        long untilNs = group.span().clampNs(all.isEmpty() ? ns : Math.min(ns, all.get(0).fromNs));
        long sum = first.count(untilNs - group.span().start().toNanos());
        for (int i = 0; i < all.size() && all.get(i).fromNs < ns; i++) {
            long endNs = i + 1 < all.size() ? Math.min(ns, all.get(i + 1).fromNs) : ns;
            long lengthNs = endNs - all.get(i).fromNs;
            sum += schedule(group, all.get(i))
                    .map(later -> later.count(lengthNs))
                    .orElse(0L);
        }
        return sum;
    }

    /**
     * Mean rate of the schedules between two instants from the start of the load; 0 without a schedule. If all producers have a
     * number of messages, the time ends when the last of all is due; if only some have, those are left out.
     *
     * @param share of the producers whose messages count
     */
    public double meanPerSecond(Share share, long fromNs, long toNs) {
        List<ProducerGroup> groups = workload.producers();
        long sum = 0;
        int firstNumber = 0;
        boolean isCounted = groups.stream().allMatch(group -> group.messageCount() > 0);
        for (ProducerGroup group : groups) {
            if (group.load() instanceof Schedule schedule && (isCounted || group.messageCount() == 0)) {
                long endNs = Math.min(toNs, lastDueNs(group));
                sum += Math.max(
                        0,
                        part(share, group, firstNumber, count(group, schedule, endNs))
                                - part(share, group, firstNumber, count(group, schedule, fromNs)));
            }
            firstNumber += group.size();
        }
        long endNs = Math.min(
                toNs, groups.stream().mapToLong(LiveRate::lastDueNs).max().orElse(0));
        return endNs > fromNs ? sum / ((endNs - fromNs) / 1e9) : 0;
    }

    /** Time by which a group's number of messages is due, from the start of the load; {@link Schedule#NEVER} without one. */
    private static long lastDueNs(ProducerGroup group) {
        long ns = group.messageCount() > 0 && group.load() instanceof Schedule schedule
                ? schedule.timeNs(group.messageCount())
                : Schedule.NEVER;
        return ns == Schedule.NEVER ? ns : group.span().start().toNanos() + ns;
    }

    /** Number of a group's messages that fall to the producers of a share. */
    private static long part(Share share, ProducerGroup group, int firstNumber, long messages) {
        return IntStream.range(0, group.size())
                .filter(i -> share.hasProducer(firstNumber + i))
                .mapToLong(i -> new Slice(i, group.size()).share(messages))
                .sum();
    }

    private static double perSecond(ProducerGroup group) {
        return group.load() instanceof Schedule schedule && schedule.shape() instanceof Shape.Constant constant
                ? constant.rate().perSecond()
                : 0;
    }
}
