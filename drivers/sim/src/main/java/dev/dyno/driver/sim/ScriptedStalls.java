package dev.dyno.driver.sim;

import java.util.List;

/**
 * The stalls of the server: times in which it does not work.
 *
 * <p>With the origin {@code o}, stall {@code D every P from F} is the half-open interval [o+F+(k+1)P-D, o+F+(k+1)P) for k = 0, 1,
 * 2, …: the last {@code D} of each period {@code P}, the first of which begins {@code F} after the origin. Stall {@code D at T}
 * is the one interval [o+T, o+T+D).
 */
final class ScriptedStalls {

    private static final long NO_STALL_AHEAD = Long.MAX_VALUE;

    /** Period in ns of a stall that occurs only once: longer than any run. */
    private static final long CENTURY_NS = 100L * 365 * 24 * 3600 * 1_000_000_000;

    private final long originNs;
    private final Stall[] stalls;

    /**
     * One kind of stall. All times are in ns.
     *
     * @param lengthNs length of each stall, shorter than the period
     * @param periodNs time from the end of one stall to the end of the next
     * @param fromNs start of the first period, after the origin
     */
    record Stall(long lengthNs, long periodNs, long fromNs) {

        /** A stall that occurs once, at the given time after the origin. */
        static Stall once(long lengthNs, long atNs) {
            return new Stall(lengthNs, CENTURY_NS, atNs + lengthNs - CENTURY_NS);
        }

        /** Rest of the stall at the given time after the origin; 0 outside a stall. */
        long leftNs(long sinceOriginNs) {
            if (sinceOriginNs < fromNs) {
                return 0;
            }
            final long toPeriodEnd = periodNs - (sinceOriginNs - fromNs) % periodNs;
            return toPeriodEnd <= lengthNs ? toPeriodEnd : 0;
        }

        /** Time until the next stall begins, from the given time after the origin, which is outside a stall. */
        long aheadNs(long sinceOriginNs) {
            if (sinceOriginNs < fromNs) {
                return fromNs - sinceOriginNs + periodNs - lengthNs;
            }
            return periodNs - lengthNs - (sinceOriginNs - fromNs) % periodNs;
        }
    }

    /** @param stalls kinds of stalls whose lengths, each divided by its period, add up to less than 1 */
    ScriptedStalls(List<Stall> stalls, long originNs) {
        this.stalls = stalls.toArray(Stall[]::new);
        this.originNs = originNs;
    }

    /**
     * Time in ns at which work that begins at {@code startNs} and takes {@code workNs} is done, if it pauses during every stall.
     * Work that ends exactly when a stall begins is done at that time; work of length 0 inside a stall is done at the end of the
     * stall.
     */
    long doneNs(long startNs, long workNs) {
        if (stalls.length == 0) {
            return startNs + workNs;
        }
        long at = startNs - originNs;
        long left = workNs;
        while (true) {
            at = resumedAt(at);
            final long free = freeNs(at);
            if (left <= free) {
                return originNs + at + left;
            }
            left -= free;
            at += free;
        }
    }

    private long resumedAt(long sinceOriginNs) {
        long at = sinceOriginNs;
        long before;
        do {
            before = at;
            for (final Stall stall : stalls) {
                at += stall.leftNs(at);
            }
        } while (at != before);
        return at;
    }

    private long freeNs(long sinceOriginNs) {
        long free = NO_STALL_AHEAD;
        for (final Stall stall : stalls) {
            free = Math.min(free, stall.aheadNs(sinceOriginNs));
        }
        return free;
    }
}
