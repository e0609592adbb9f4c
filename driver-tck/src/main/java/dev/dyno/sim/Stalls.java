package dev.dyno.sim;

import java.util.List;

/**
 * When the server stands still.
 *
 * <p>With the origin {@code o}, stall {@code D every P from F} is the half-open interval [o+F+(k+1)P-D, o+F+(k+1)P) for k =
 * 0, 1, 2, …: the last {@code D} of each period {@code P}, the first of which begins {@code F} after the origin. Stall {@code D
 * at T} is [o+T, o+T+D) alone.
 */
final class Stalls {

    private static final long NO_STALL_AHEAD = Long.MAX_VALUE;

    /** Nothing runs for so long. */
    private static final long CENTURY_NS = 100L * 365 * 24 * 3600 * 1_000_000_000;

    private final long originNs;
    private final Stall[] stalls;

    /**
     * One kind of stall.
     *
     * @param lengthNs how long it lasts; shorter than the period
     * @param periodNs from the end of one to the end of the next
     * @param fromNs when the first period begins, from the origin
     */
    record Stall(long lengthNs, long periodNs, long fromNs) {

        /** One that comes once, so long after the origin. */
        static Stall once(long lengthNs, long atNs) {
            return new Stall(lengthNs, CENTURY_NS, atNs + lengthNs - CENTURY_NS);
        }

        /** How long it still lasts at that time from the origin; 0 when it does not. */
        long leftNs(long sinceOriginNs) {
            if (sinceOriginNs < fromNs) {
                return 0;
            }
            final long toPeriodEnd = periodNs - (sinceOriginNs - fromNs) % periodNs;
            return toPeriodEnd <= lengthNs ? toPeriodEnd : 0;
        }

        /** How long until it begins, at a time when it does not last. */
        long aheadNs(long sinceOriginNs) {
            if (sinceOriginNs < fromNs) {
                return fromNs - sinceOriginNs + periodNs - lengthNs;
            }
            return periodNs - lengthNs - (sinceOriginNs - fromNs) % periodNs;
        }
    }

    /** Stalls, the shares of which add up to less than the whole time. */
    Stalls(List<Stall> stalls, long originNs) {
        this.stalls = stalls.toArray(Stall[]::new);
        this.originNs = originNs;
    }

    /**
     * When work that begins at {@code startNs} and takes {@code workNs} is done, if it rests during every stall. Work that
     * ends exactly when a stall begins is done then; work of no length inside a stall is done at its end.
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
