package dev.dyno.engine.run;

import dev.dyno.engine.record.IntervalStream;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.IntervalSums;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the intervals of several workers. Those of one worker follow each other without a gap, and all workers have started at
 * the same instant, so the n-th interval of a phase is the same second everywhere; if the load was ended early, the last interval
 * of a phase may differ in length.
 *
 * <p>An interval is passed on as soon as every worker has reported its part or has ended; the last one at the very end.
 * Deliveries that are known by then to repeat earlier ones do not count as received in it.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class JointIntervals {

    /** Position of an interval in the run. */
    private record Key(Phase phase, int ordinal) implements Comparable<Key> {

        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::phase).thenComparing(Key::ordinal);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Sum {
        final IntervalStream.Parts parts = new IntervalStream.Parts();
        long endNs;

        void add(Interval part) {
            parts.add(part);
            endNs = Math.max(endNs, part.endNs());
        }
    }

    /** Intervals reported by one worker. */
    static final class Reported {
        @Nullable
        Key last;

        boolean ended;
        Counts total = Counts.ZERO;
        Counts measured = Counts.ZERO;
        /** Length in ns of the measured phase that the intervals of this worker cover. */
        long measuredNs;
        /** End of the last interval of this worker, from the start of the load. */
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

    private final Reported[] workers;
    private final TreeMap<Key, Sum> open = new TreeMap<>();
    private final IntervalStream stream;
    private final ToLongFunction<Optional<String>> repeated;
    /** Number of repeated deliveries taken out of intervals so far: of all groups, or of those of a name. */
    private final Map<Optional<String>, Long> taken = new HashMap<>();

    /** @param repeated returns the number of repeated deliveries so far: of all groups, or of those of a name */
    JointIntervals(int workers, Consumer<Interval> sink, ToLongFunction<Optional<String>> repeated) {
        this.repeated = repeated;
        this.workers = Stream.generate(Reported::new).limit(workers).toArray(Reported[]::new);
        stream = new IntervalStream(sink);
    }

    /** Sets the start of the load, on the wall clock. */
    void begin(long epochMillis) {
        stream.begin(epochMillis);
    }

    void add(int worker, Interval part) {
        Reported reported = workers[worker];
        Key key = reported.next(part.phase());
        reported.last = key;
        reported.total = reported.total.plus(part.counts());
        reported.endNs = part.endNs();
        if (part.phase() == Phase.MEASURE) {
            reported.measured = reported.measured.plus(part.counts());
            reported.measuredNs += part.endNs() - part.startNs();
        }
        open.computeIfAbsent(key, k -> new Sum()).add(part);
        handOn(haveAllEnded() ? 1 : 0);
    }

    /** Notes that a worker reports nothing more. */
    void end(int worker) {
        workers[worker].ended = true;
        handOn(haveAllEnded() ? 1 : 0);
    }

    /**
     * Passes on the last intervals; to be called last.
     *
     * @param unfinished lower bounds of messages no longer waited for, which become a part of the last interval
     */
    void finish(LowerBounds unfinished) {
        Stream.of(workers).forEach(worker -> worker.ended = true);
        IntervalStream.Parts parts = unfinished.parts();
        if (open.isEmpty() && !parts.isEmpty()) {
            open.put(new Key(Phase.DRAIN, 0), new Sum());
        }
        if (!open.isEmpty()) {
            open.lastEntry().getValue().parts.add(parts);
        }
        handOn(0);
    }

    Reported of(int worker) {
        return workers[worker];
    }

    /** @param kept number of last intervals that may still change */
    private void handOn(int kept) {
        Map.Entry<Key, Sum> first = open.firstEntry();
        while (open.size() > kept && first != null && areAllPast(first.getKey())) {
            open.remove(first.getKey());
            first.getValue().parts.takeRepeated(repeated, taken, Optional.empty());
            stream.handOn(first.getKey().phase, first.getValue().endNs, first.getValue().parts);
            first = open.firstEntry();
        }
    }

    private boolean haveAllEnded() {
        return Stream.of(workers).allMatch(reported -> reported.ended);
    }

    private boolean areAllPast(Key key) {
        return Stream.of(workers).allMatch(reported -> reported.isPast(key));
    }

    /** Sums of all workers together. */
    IntervalSums sums() {
        return stream.sums;
    }
}
