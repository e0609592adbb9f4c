package dev.dyno.engine.record;

import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.FaultResult.Reconnects;
import dev.dyno.model.result.Outage;
import dev.dyno.model.workload.Fault.OnBroker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Log of the faults of a run: when each began, and what happened between it and the next.
 *
 * <p>Assumptions and guarantees: usable from any thread. Only {@link #begun}, which takes no lock, is called for each message.
 */
public final class FaultLog {

    /** Maximum number of entries for connections that break, in a run without planned faults. */
    private static final int MAX_BREAKS = 100;

    private static final Optional<Long> NEVER = Optional.empty();

    /** Actions after which the broker is away: a gap that ends before one of them is done has another cause. */
    private static final Set<String> AWAY = Set.of(OnBroker.KILL.word(), OnBroker.STOP.word(), OnBroker.PAUSE.word());

    /** Stands in {@link #begun} for the end of an action of {@link #AWAY} that is in progress. */
    private static final long IN_PROGRESS = Long.MAX_VALUE;

    private final Timeline timeline;
    /** Whether faults or broken connections are expected. */
    private final boolean watching;

    /**
     * Times of the faults, in the order in which they began: the end of an action of {@link #AWAY}, the beginning of any other;
     * after the first fault also changes of the rate. A gap that begins after one of them is no outage of earlier faults.
     */
    private volatile long[] begun = new long[0];

    /** One entry for each fault. Guarded by this. */
    private final List<Entry> entries = new ArrayList<>();

    /** Supplies the number of sequences used so far, by producer number. */
    private Supplier<Map<Integer, Long>> sequences = Map::of;

    private int linksDown;

    public FaultLog(Timeline timeline, boolean watching) {
        this.timeline = timeline;
        this.watching = watching;
    }

    /** Whether outages are timed. */
    public boolean isWatching() {
        return watching;
    }

    public void watch(Supplier<Map<Integer, Long>> producers) {
        sequences = producers;
    }

    /** Times of the faults and of later changes of the rate, in the order in which they began. Must not be changed. */
    long[] begun() {
        return begun;
    }

    boolean hasBegun() {
        return begun.length > 0;
    }

    /** Notes that a fault begins now; returns its number. */
    synchronized int begin(String action, long intendedNs, long nowNs) {
        int number = entries.size();
        entries.add(new Entry(action, intendedNs, nowNs, begun.length, sequences.get()));
        mark(AWAY.contains(action) ? IN_PROGRESS : nowNs);
        return number;
    }

    private void mark(long nowNs) {
        long[] longer = Arrays.copyOf(begun, begun.length + 1);
        longer[begun.length] = nowNs;
        begun = longer;
    }

    /** Notes that the rate of the load changes: a gap after that, for example in a pause, is no outage of an earlier fault. */
    public synchronized void rateChanged(long nowNs) {
        if (hasBegun()) {
            mark(nowNs);
        }
    }

    /** Notes that a consumer leaves and another joins. The first time begins an entry, whatever happened before it. */
    public synchronized void rotating(long nowNs) {
        if (entries.stream().noneMatch(entry -> entry.action.equals(FaultResult.ROTATE))) {
            begin(FaultResult.ROTATE, nowNs, nowNs);
        }
    }

    /** Notes that the action of a fault is done. */
    synchronized void done(int number, long nowNs, Optional<CommandResult> command) {
        Entry entry = entries.get(number);
        entry.tookNs = nowNs - entry.beganNs;
        entry.command = command;
        settle(entry, nowNs);
    }

    private void settle(Entry entry, long nowNs) {
        if (begun[entry.place] == IN_PROGRESS) {
            long[] settled = begun.clone();
            settled[entry.place] = nowNs;
            begun = settled;
        }
    }

    /** Counts messages in doubt for the last fault begun by then. */
    public synchronized void inDoubt(long nowNs, long messages) {
        at(nowNs).ifPresent(entry -> entry.inDoubt += messages);
    }

    public synchronized void duplicate(long nowNs) {
        at(nowNs).ifPresent(entry -> entry.duplicate++);
    }

    /** Notes a broken connection. Without planned faults, the first of several that break together begins an entry. */
    synchronized void broken(long nowNs, boolean planned, Throwable cause) {
        if (!planned && linksDown == 0 && entries.size() < MAX_BREAKS) {
            begin(FaultResult.BREAK, nowNs, nowNs);
        }
        linksDown++;
        at(nowNs).ifPresent(entry -> entry.broken++);
        failed(nowNs, cause);
    }

    /** Notes why a connection broke, or why an attempt to replace it failed. */
    synchronized void failed(long nowNs, Throwable cause) {
        at(nowNs).ifPresent(entry -> entry.cause = Optional.of(cause));
    }

    /** Counts an attempt to replace a connection. */
    synchronized void attempted(long nowNs) {
        at(nowNs).ifPresent(entry -> entry.attempts++);
    }

    /** Notes that a connection was replaced. */
    synchronized void restored(long nowNs) {
        linksDown--;
        at(nowNs).ifPresent(entry -> {
            entry.restored++;
            entry.lastNs = Optional.of(nowNs - timeline.startNs);
            entry.firstNs = entry.firstNs.or(() -> entry.lastNs);
        });
    }

    /** Returns the entry that an event belongs to: the last fault begun before it; empty before the first. */
    private Optional<Entry> at(long ns) {
        return entries.stream().filter(entry -> entry.beganNs <= ns).reduce((earlier, later) -> later);
    }

    /** Number of sequences that each producer had used at the beginning of each fault. */
    public synchronized List<Map<Integer, Long>> marks() {
        return entries.stream().map(entry -> entry.marks).toList();
    }

    /**
     * Results of all faults, at the end of the run.
     *
     * @param acknowledgements gaps of all recorders of producers; empty without producers
     * @param deliveries gaps of all recorders of consumers
     * @param lost number of lost messages, by fault
     */
    public synchronized List<FaultResult> results(
            List<Gaps> acknowledgements,
            List<LongestGap> producers,
            List<Gaps> deliveries,
            List<LongestGap> subscriptions,
            long[] lost) {
        entries.forEach(entry -> settle(entry, entry.beganNs));
        long endNs = timeline.endNs();
        long[] publish = common(acknowledgements);
        long[] consume = common(deliveries);
        List<FaultResult> results = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            results.add(new FaultResult(
                    entry.action,
                    entry.intendedNs - timeline.startNs,
                    entry.beganNs - timeline.startNs,
                    entry.tookNs,
                    longest(publish, entry.place, endNs),
                    worst(producers, entry.place, endNs),
                    longest(consume, entry.place, endNs),
                    worst(subscriptions, entry.place, endNs),
                    entry.inDoubt,
                    lost[i],
                    entry.duplicate,
                    new Reconnects(
                            entry.broken,
                            entry.attempts,
                            entry.restored,
                            entry.firstNs,
                            entry.lastNs,
                            entry.cause.map(Failure::sentenceOf)),
                    entry.command));
        }
        return results;
    }

    private static long[] common(List<Gaps> all) {
        if (all.isEmpty()) {
            return new long[0];
        }
        long[] common = {Long.MIN_VALUE, Long.MAX_VALUE};
        for (Gaps gaps : all) {
            common = Gaps.intersection(common, gaps.pairs());
        }
        return common;
    }

    private Optional<Outage> longest(long[] pairs, int fault, long endNs) {
        long[] longest = {0, 0};
        for (int i = 0; i < pairs.length; i += 2) {
            if (isLonger(begun, fault, pairs[i], Math.min(pairs[i + 1], endNs), longest[1] - longest[0])) {
                longest = of(pairs, i / 2);
            }
        }
        return worst(List.of(longest), endNs);
    }

    /**
     * Whether a gap belongs to a fault and is longer than {@code longestNs}. A gap belongs to a fault if it contains the fault's
     * time, or lies between that and the next fault. A gap that begins in between and contains the next fault's time belongs to
     * both if its part before that time is longer than 1 ms and than twice {@code longestNs}.
     */
    static boolean isLonger(long[] begun, int fault, long fromNs, long toNs, long longestNs) {
        long nextNs = fault + 1 < begun.length ? begun[fault + 1] : Long.MAX_VALUE;
        return toNs > begun[fault]
                && toNs - fromNs > longestNs
                && (fromNs <= begun[fault]
                        || toNs <= nextNs
                        || nextNs - fromNs > Math.max(2 * longestNs, Gaps.SHORTEST_NS));
    }

    private static long[] of(long[] pairs, int number) {
        return new long[] {pairs[2 * number], pairs[2 * number + 1]};
    }

    private Optional<Outage> worst(List<LongestGap> gaps, int fault, long endNs) {
        return worst(gaps.stream().map(gap -> of(gap.pairs(endNs), fault)).toList(), endNs);
    }

    private Optional<Outage> worst(List<long[]> pairs, long endNs) {
        Optional<Outage> worst = Optional.empty();
        for (long[] pair : pairs) {
            boolean over = pair[1] != Long.MAX_VALUE;
            long toNs = over ? pair[1] : endNs;
            if (toNs - pair[0] >= Gaps.SHORTEST_NS) {
                Outage outage = new Outage(pair[0] - timeline.startNs, toNs - timeline.startNs, over);
                worst = worst.filter(w -> w.toNs() - w.fromNs() >= outage.toNs() - outage.fromNs())
                        .or(() -> Optional.of(outage));
            }
        }
        return worst;
    }

    private static final class Entry {
        final String action;
        final long intendedNs;
        final long beganNs;
        /** Index of the fault's time in {@link #begun}. */
        final int place;

        final Map<Integer, Long> marks;
        long tookNs;
        long inDoubt;
        long duplicate;
        long broken;
        long attempts;
        long restored;
        Optional<Long> firstNs = NEVER;
        Optional<Long> lastNs = NEVER;
        Optional<Throwable> cause = Optional.empty();
        Optional<CommandResult> command = Optional.empty();

        Entry(String action, long intendedNs, long beganNs, int place, Map<Integer, Long> marks) {
            this.action = action;
            this.intendedNs = intendedNs;
            this.beganNs = beganNs;
            this.place = place;
            this.marks = marks;
        }
    }
}
