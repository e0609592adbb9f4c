package dev.dyno.engine.record;

import dev.dyno.broker.resource.RunClock;
import dev.dyno.model.result.Interval.Phase;

/**
 * The instants of a run on the time source's clock, and the intervals between them: whole seconds counted from the start of
 * the measured phase, both ways, cut where the load ends.
 *
 * <p>Assumptions and guarantees: {@link #begin} comes before every other use, and before the start of the threads that use
 * it or under a monitor that they take. After it, usable from any thread; only the end of the load changes, and, once at most and
 * before it has come, the begin of the measured phase. Who needs that for each message has a copy under a monitor ({@link
 * Recorder#measureFrom}).
 */
public final class Timeline implements RunClock {

    public static final long INTERVAL_NS = 1_000_000_000L;

    private final long warmupNs;
    private final long durationNs;

    public long startNs;
    private volatile long measureNs;
    /** When the load is to end; {@link Long#MAX_VALUE} if nobody knows. */
    private volatile long plannedEndNs;
    /** Guarded by this object: the end has been set by {@link #endLoad}. */
    private boolean ended;

    private volatile long endNs;

    /** @param durationNs warmup included; 0 = until somebody ends it */
    public Timeline(long warmupNs, long durationNs) {
        this.warmupNs = warmupNs;
        this.durationNs = durationNs;
    }

    /** The load starts at that time. */
    public void begin(long nowNs) {
        startNs = nowNs;
        measureNs = nowNs + warmupNs;
        plannedEndNs = durationNs == 0 ? Long.MAX_VALUE : nowNs + durationNs;
        endNs = plannedEndNs;
    }

    /** When the measured phase begins, or is to begin at the latest. */
    public long measureNs() {
        return measureNs;
    }

    /** When the load is to end; {@link Long#MAX_VALUE} if nobody knows. Nobody may rely on it for longer than an interval. */
    public long plannedEndNs() {
        return plannedEndNs;
    }

    /**
     * The measured phase begins earlier than planned: at the first boundary after that time. It stays as long as planned. Does
     * nothing if it is to begin before that, or the load has ended.
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

    /** When the load has ended or is to end; {@link Long#MAX_VALUE} if nobody knows yet. */
    public long endNs() {
        return endNs;
    }

    /** The load ends now, earlier than planned, or later: the last messages of a count may be sent after it. */
    public synchronized void endLoad(long nowNs) {
        ended = true;
        endNs = nowNs;
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

    /** What the run is doing at an instant. */
    @Override
    public Phase phaseAt(long ns) {
        if (ns >= endNs) {
            return Phase.DRAIN;
        }
        return ns < measureNs ? Phase.WARMUP : Phase.MEASURE;
    }
}
