package dev.dyno.load;

import dev.dyno.result.Counts;
import dev.dyno.result.Interval;
import dev.dyno.result.Interval.Phase;
import dev.dyno.result.Latencies;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the intervals of several workers. Those of one worker follow each other without a gap, and all workers have started at
 * the same instant, so the n-th interval of a phase is the same second everywhere; only where the load was ended early, the last
 * of a phase may be longer at one than at another.
 *
 * <p>An interval is handed on as soon as every worker has told its part, or has ended.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class JointIntervals {

    /** The place of an interval in the run. */
    private record Key(Phase phase, int ordinal) implements Comparable<Key> {

        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::phase).thenComparing(Key::ordinal);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Sum {
        final Latencies measured = new Latencies();
        final Latencies warmup = new Latencies();
        Counts counts = Counts.ZERO;
        long endNs;

        void add(Interval part) {
            counts = counts.plus(part.counts());
            measured.add(part.latencies());
            warmup.add(part.warmupLatencies());
            endNs = Math.max(endNs, part.endNs());
        }
    }

    /** What one worker has told. */
    private static final class Told {
        @Nullable
        Key last;

        boolean ended;
        Counts total = Counts.ZERO;
        long endNs;

        boolean isPast(Key key) {
            Key l = last;
            return ended || (l != null && l.compareTo(key) >= 0);
        }

        Key next(Phase phase) {
            Key l = last;
            return l != null && l.phase == phase ? new Key(phase, l.ordinal + 1) : new Key(phase, 0);
        }
    }

    private final Told[] workers;
    private final TreeMap<Key, Sum> open = new TreeMap<>();
    private final Consumer<Interval> sink;
    private long startEpochMillis;
    private int index;
    private long nextStartNs;

    private Counts total = Counts.ZERO;
    private Counts measured = Counts.ZERO;
    private final Latencies latencies = new Latencies();

    JointIntervals(int workers, Consumer<Interval> sink) {
        this.workers = new Told[workers];
        for (int i = 0; i < workers; i++) {
            this.workers[i] = new Told();
        }
        this.sink = sink;
    }

    /** The load starts at that time of the wall clock. */
    void begin(long epochMillis) {
        startEpochMillis = epochMillis;
    }

    /** A worker's next interval. */
    void add(int worker, Interval part) {
        Told told = workers[worker];
        Key key = told.next(part.phase());
        told.last = key;
        told.total = told.total.plus(part.counts());
        told.endNs = part.endNs();
        open.computeIfAbsent(key, k -> new Sum()).add(part);
        handOn();
    }

    /** Nothing more comes from that worker. */
    void end(int worker) {
        workers[worker].ended = true;
        handOn();
    }

    /** What came from a worker in all. */
    Counts total(int worker) {
        return workers[worker].total;
    }

    /** Up to when that worker's part is complete, from the start of the load. */
    long completeNs(int worker) {
        return workers[worker].endNs;
    }

    private void handOn() {
        Map.Entry<Key, Sum> first = open.firstEntry();
        while (first != null && areAllPast(first.getKey())) {
            open.remove(first.getKey());
            handOn(first.getKey().phase, first.getValue());
            first = open.firstEntry();
        }
    }

    private boolean areAllPast(Key key) {
        for (Told told : workers) {
            if (!told.isPast(key)) {
                return false;
            }
        }
        return true;
    }

    private void handOn(Phase phase, Sum sum) {
        long startNs = nextStartNs;
        nextStartNs = Math.max(sum.endNs, startNs + 1);
        Interval interval = new Interval(
                index++,
                phase,
                startNs,
                nextStartNs,
                startEpochMillis + startNs / 1_000_000L,
                sum.counts,
                sum.measured,
                sum.warmup);
        total = total.plus(sum.counts);
        if (phase == Phase.MEASURE) {
            measured = measured.plus(sum.counts);
        }
        latencies.add(sum.measured);
        sink.accept(interval);
    }

    Counts total() {
        return total;
    }

    Counts measured() {
        return measured;
    }

    /** Of the messages intended in the measured phase. */
    Latencies latencies() {
        return latencies;
    }
}
