package dev.dyno.report.store;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;

/** What reports that have one row per interval show of it. */
public final class LiveView {

    private static final long NS_PER_MS = 1_000_000;

    /** A rate per second of the few milliseconds that most drains take says nothing; its counts are in the totals. */
    private static final double SHORT_DRAIN_SECONDS = 0.1;

    private LiveView() {}

    /** During warmup the latencies of warmup messages, afterwards those of measured ones: never a mix. */
    public static Latencies latencies(Interval interval) {
        return interval.phase() == Interval.Phase.WARMUP ? interval.warmupLatencies() : interval.latencies();
    }

    /** Whether an interval is the end of a drain, too short to be shown. */
    public static boolean isTail(Interval interval) {
        return interval.phase() == Interval.Phase.DRAIN && interval.seconds() < SHORT_DRAIN_SECONDS;
    }

    /** Events a second, rounded; 0 for an interval without length. */
    public static long perSecond(Interval interval, long events) {
        return interval.endNs() > interval.startNs() ? Math.round(interval.perSecond(events)) : 0;
    }

    public static long endEpochMillis(Interval interval) {
        return interval.startEpochMillis() + (interval.endNs() - interval.startNs()) / NS_PER_MS;
    }
}
