package dev.dyno.engine.record;

import dev.dyno.model.result.AckTimes;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Passes on the intervals of a run, one after the other without a gap, and adds them up. One thread at a time. */
public final class IntervalStream {

    /** Counts and latencies of one interval. */
    public static final class Parts {
        public final Latencies measured = new Latencies();
        final Latencies warmup = new Latencies();
        public Counts counts = Counts.ZERO;
        AckTimes acknowledged = AckTimes.NONE;

        /** @param loadStartNs on the frame's clock */
        public void add(IntervalBuffer frame, long loadStartNs) {
            counts = counts.plus(frame.counts());
            acknowledged = acknowledged.plus(frame.ackTimes(loadStartNs));
            frame.addTo(measured, warmup);
        }

        public void add(Interval interval) {
            counts = counts.plus(interval.counts());
            acknowledged = acknowledged.plus(interval.acknowledged());
            measured.add(interval.latencies());
            warmup.add(interval.warmupLatencies());
        }

        public void add(Parts other) {
            counts = counts.plus(other.counts);
            acknowledged = acknowledged.plus(other.acknowledged);
            measured.add(other.measured);
            warmup.add(other.warmup);
        }

        public boolean isEmpty() {
            return counts.equals(Counts.ZERO) && measured.isEmpty() && warmup.isEmpty();
        }
    }

    private final Consumer<Interval> sink;
    private long startEpochMillis;
    private int index;
    private long nextStartNs;

    private Counts total = Counts.ZERO;
    private Counts measured = Counts.ZERO;
    private final Latencies latencies = new Latencies();
    private long acknowledgedInTime;

    public IntervalStream(Consumer<Interval> sink) {
        this.sink = sink;
    }

    /** Sets the start of the load, on the wall clock. */
    public void begin(long epochMillis) {
        startEpochMillis = epochMillis;
    }

    /** Start of the next interval, from the start of the load. */
    long nextStartNs() {
        return nextStartNs;
    }

    /** @param endNs from the start of the load; if it is too early, the interval gets the length of 1 ns */
    public void handOn(Phase phase, long endNs, Parts parts) {
        long startNs = nextStartNs;
        nextStartNs = Math.max(endNs, startNs + 1);
        Interval interval = new Interval(
                index++,
                phase,
                startNs,
                nextStartNs,
                startEpochMillis + startNs / 1_000_000L,
                parts.counts,
                parts.measured,
                parts.warmup,
                parts.acknowledged);
        total = total.plus(parts.counts);
        if (phase == Phase.MEASURE) {
            measured = measured.plus(parts.counts);
            acknowledgedInTime += parts.measured
                    .get(Latency.RESPONSE)
                    .map(Histogram::getTotalCount)
                    .orElse(0L);
        }
        latencies.add(parts.measured);
        sink.accept(interval);
    }

    public Counts total() {
        return total;
    }

    public Counts measured() {
        return measured;
    }

    /** Latencies of the messages intended in the measured phase. */
    public Latencies latencies() {
        return latencies;
    }

    /** Messages that were due in the measured phase, by what became of them. */
    public DueMessages due() {
        return DueMessages.of(latencies, acknowledgedInTime);
    }
}
