package dev.dyno.report.store;

import dev.dyno.model.result.Interval;

/** Values shown by reports with one row per interval. */
public final class LiveView {

    private LiveView() {}

    /** Whether an interval is the end of a drain, too short to show. Its counts are in the totals. */
    public static boolean isTail(Interval interval) {
        return interval.phase() == Interval.Phase.DRAIN && interval.endNs() - interval.startNs() < Interval.MIN_RATE_NS;
    }

    /** Events a second, rounded; 0 for an interval without length. */
    public static long perSecond(Interval interval, long events) {
        return interval.endNs() > interval.startNs() ? Math.round(interval.perSecond(events)) : 0;
    }
}
