package dev.dyno.engine.record;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.AckTimes;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.IntervalSums;
import dev.dyno.model.result.Latencies;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** Passes on the intervals of a run, one after the other without a gap, and adds them up. One thread at a time. */
public final class IntervalStream {

    /** Counts and latencies of one interval, and of its named groups. */
    public static final class Parts {
        public final Latencies measured = new Latencies();
        final Latencies warmup = new Latencies();
        public Counts counts = Counts.ZERO;
        AckTimes acknowledged = AckTimes.NONE;
        private long repeated;
        private final Map<String, Parts> groups = new LinkedHashMap<>();

        /**
         * @param group name of the group whose recorder has filled the buffer; empty = it has no name
         * @param loadStartNs on the clock of the buffer
         */
        void add(IntervalBuffer buffer, Optional<String> group, long loadStartNs) {
            group.ifPresent(name -> ofGroup(name).add(buffer, Optional.empty(), loadStartNs));
            counts = counts.plus(buffer.counts());
            acknowledged = acknowledged.plus(buffer.ackTimes(loadStartNs));
            repeated += buffer.repeated;
            buffer.addTo(measured, warmup);
        }

        public void add(Interval interval) {
            counts = counts.plus(interval.counts());
            acknowledged = acknowledged.plus(interval.acknowledged());
            repeated += interval.repeated();
            measured.add(interval.latencies());
            warmup.add(interval.warmupLatencies());
            interval.groups().forEach((name, part) -> ofGroup(name).add(part));
        }

        public void add(Parts other) {
            counts = counts.plus(other.counts);
            acknowledged = acknowledged.plus(other.acknowledged);
            repeated += other.repeated;
            measured.add(other.measured);
            warmup.add(other.warmup);
            other.groups.forEach((name, part) -> ofGroup(name).add(part));
        }

        /**
         * Counts repeated deliveries, which no worker can distinguish from first ones, as repeated and no longer as received.
         *
         * @param known number of repeated deliveries in the run so far, by name of a group; empty = of all groups
         * @param taken number of those taken out of earlier intervals; this call adds its own, at most all received here
         */
        public void takeRepeated(
                ToLongFunction<Optional<String>> known, Map<Optional<String>, Long> taken, Optional<String> group) {
            long before = taken.getOrDefault(group, 0L);
            long now = Math.min(counts.received(), known.applyAsLong(group) - before);
            taken.put(group, before + now);
            counts = counts.lessReceived(now);
            repeated += now;
            groups.forEach((name, part) -> part.takeRepeated(known, taken, Optional.of(name)));
        }

        Parts ofGroup(String group) {
            return groups.computeIfAbsent(group, name -> new Parts());
        }

        public Interval interval(int index, Phase phase, long startNs, long endNs, long epochMillis) {
            Map<String, Interval> ofGroups = new LinkedHashMap<>();
            groups.forEach(
                    (name, parts) -> ofGroups.put(name, parts.interval(index, phase, startNs, endNs, epochMillis)));
            return new Interval(
                    index,
                    phase,
                    startNs,
                    endNs,
                    epochMillis,
                    counts,
                    measured,
                    warmup,
                    acknowledged,
                    repeated,
                    ofGroups);
        }

        public boolean isEmpty() {
            return counts.equals(Counts.ZERO) && repeated == 0 && measured.isEmpty() && warmup.isEmpty();
        }
    }

    private final Consumer<Interval> sink;
    private long startEpochMillis;
    private int index;
    /** Start of the next interval, from the start of the load. */
    long nextStartNs;

    public final IntervalSums sums = new IntervalSums();

    public IntervalStream(Consumer<Interval> sink) {
        this.sink = sink;
    }

    /** Sets the start of the load, on the wall clock. */
    public void begin(long epochMillis) {
        startEpochMillis = epochMillis;
    }

    /** @param endNs from the start of the load; if it is too early, the interval gets the length of 1 ns */
    public void handOn(Phase phase, long endNs, Parts parts) {
        long startNs = nextStartNs;
        nextStartNs = Math.max(endNs, startNs + 1);
        Interval interval =
                parts.interval(index++, phase, startNs, nextStartNs, startEpochMillis + startNs / 1_000_000L);
        sums.add(interval);
        sink.accept(interval);
    }
}
