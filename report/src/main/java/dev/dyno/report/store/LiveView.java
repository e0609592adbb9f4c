package dev.dyno.report.store;

import dev.dyno.model.result.Interval;

/** Values shown by reports with one row per interval. */
public final class LiveView {

    /**
     * Length in seconds below which a drain has no row: the rates of most drains, of a few milliseconds, would mean nothing. Its
     * counts are in the totals.
     */
    private static final double SHORT_DRAIN_SECONDS = 0.1;

    private LiveView() {}

    /** Whether an interval is the end of a drain, too short to show. */
    public static boolean isTail(Interval interval) {
        return interval.phase() == Interval.Phase.DRAIN && interval.seconds() < SHORT_DRAIN_SECONDS;
    }

    /** Events a second, rounded; 0 for an interval without length. */
    public static long perSecond(Interval interval, long events) {
        return interval.endNs() > interval.startNs() ? Math.round(interval.perSecond(events)) : 0;
    }
}
