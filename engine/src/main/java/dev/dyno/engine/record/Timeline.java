package dev.dyno.engine.record;

import dev.dyno.broker.resource.RunClock;
import dev.dyno.model.result.Interval.Phase;

/**
 * The instants of a run on the time source's clock, and the intervals between them: whole seconds counted from the start of the
 * measured phase, both ways, cut at the start and the end of the load; after the end they count from it.
 *
 * <p>Assumptions and guarantees: {@link #begin} comes before every other use, and before the start of the threads that use it or
 * under a monitor that they take. After it, usable from any thread; only the end of the load changes, and, once at most and
 * before it has come, the start of the measured phase. Code that needs that start for each message keeps a copy under a monitor
 * ({@link Recorder#measureFrom}).
 */
public final class Timeline implements RunClock {

    public static final long INTERVAL_NS = 1_000_000_000L;

    /** Time in ns within which every sender, on any worker, learns of a change of the rate. */
    private static final long NOTICE_NS = 200_000_000;

    private final long warmupNs;
    private final long durationNs;

    public long startNs;
    private volatile long measureNs;
    /** Planned end of the load; {@link Long#MAX_VALUE} if unknown. */
    private volatile long plannedEndNs;
    /** Whether {@link #endLoad} has set the end. Guarded by this object. */
    private boolean ended;

    private volatile long endNs;

    /** @param durationNs including the warm-up; 0 = until the load is ended */
    public Timeline(long warmupNs, long durationNs) {
        this.warmupNs = warmupNs;
        this.durationNs = durationNs;
    }

    /** Sets the start of the load. */
    public void begin(long nowNs) {
        startNs = nowNs;
        measureNs = nowNs + warmupNs;
        plannedEndNs = durationNs == 0 ? Long.MAX_VALUE : nowNs + durationNs;
        endNs = plannedEndNs;
    }

    /** Actual or latest planned start of the measured phase. */
    public long measureNs() {
        return measureNs;
    }

    /**
     * Planned end of the load; {@link Long#MAX_VALUE} if unknown. May change, so it must not be relied on for longer than an
     * interval.
     */
    public long plannedEndNs() {
        return plannedEndNs;
    }

    /**
     * Starts the measured phase earlier than planned, at the first boundary after the given time; its length stays as planned.
     * Does nothing if the planned start is earlier, or the load has ended.
     */
    public synchronized void measureAfter(long ns) {
        long planned = measureNs;
        long earlier = boundaryAfter(ns);
        if (ended || earlier >= planned) {
            return;
        }
        if (plannedEndNs < Long.MAX_VALUE) {
            plannedEndNs -= planned - earlier;
            endNs = plannedEndNs;
        }
        measureNs = earlier;
    }

    @Override
    public long startNs() {
        return startNs;
    }

    /** Actual or planned end of the load; {@link Long#MAX_VALUE} if unknown. */
    public long endNs() {
        return endNs;
    }

    /** Ends the load, earlier or later than planned: the last messages of a count may be sent after the planned end. */
    public synchronized void endLoad(long ns) {
        ended = true;
        endNs = ns;
    }

    /** Last boundary at or before an instant of the run. */
    @Override
    public long boundaryAtOrBefore(long ns) {
        long end = endNs;
        if (ns >= end) {
            return end + Math.floorDiv(ns - end, INTERVAL_NS) * INTERVAL_NS;
        }
        return Math.max(startNs, measureNs + Math.floorDiv(ns - measureNs, INTERVAL_NS) * INTERVAL_NS);
    }

    /** First boundary after an instant. */
    @Override
    public long boundaryAfter(long ns) {
        long end = endNs;
        if (ns >= end) {
            return end + (Math.floorDiv(ns - end, INTERVAL_NS) + 1) * INTERVAL_NS;
        }
        long next = measureNs + (Math.floorDiv(ns - measureNs, INTERVAL_NS) + 1) * INTERVAL_NS;
        return Math.min(next, end);
    }

    /**
     * Instant of a change of the rate that is decided now: the next boundary that is far enough ahead for every sender to learn
     * of it, in ns from the start of the load.
     */
    public long changeAfter(long nowNs) {
        return Math.max(0, boundaryAfter(nowNs + NOTICE_NS) - startNs);
    }

    /** Phase of the run at an instant. */
    @Override
    public Phase phaseAt(long ns) {
        if (ns >= endNs) {
            return Phase.DRAIN;
        }
        return ns < measureNs ? Phase.WARMUP : Phase.MEASURE;
    }
}
