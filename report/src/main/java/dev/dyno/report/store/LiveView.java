package dev.dyno.report.store;

import dev.dyno.model.result.Interval;

/** Values shown by reports with one row per interval. */
public final class LiveView {

    private LiveView() {}

    /** Events a second, rounded; 0 for an interval without length. */
    public static long perSecond(Interval interval, long events) {
        return interval.endNs() > interval.startNs() ? Math.round(interval.perSecond(events)) : 0;
    }
}
