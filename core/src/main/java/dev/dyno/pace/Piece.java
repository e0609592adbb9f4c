package dev.dyno.pace;

/**
 * A stretch of a {@link Profile} in which the rate is constant or changes evenly.
 *
 * <p>A number of events is a pair: whole events, and ticks of which {@link Profile#ticksPerEvent} make one. Ticks are such that
 * every rate is a whole number of them per ns, so that a piece begins and ends at an exact pair.
 */
final class Piece {

    /** From the start of the profile, or of its cycle. */
    final long startNs;

    final long lengthNs;

    /** Events before this piece, from the start of the profile or of its cycle. */
    final long firstEvents;

    final long firstTicks;

    /** Events in this piece. */
    final long events;

    final long ticks;

    /** The rate of a constant piece, 0 for a pause; the rate at the start of a ramp. */
    final long ticksPerNs;

    final boolean ramp;

    private final long ticksPerEvent;
    private final double fromPerNs;
    private final double toPerNs;

    Piece(
            long startNs,
            long lengthNs,
            long firstEvents,
            long firstTicks,
            long events,
            long ticks,
            long fromTicksPerNs,
            long toTicksPerNs,
            long ticksPerEvent) {
        this.startNs = startNs;
        this.lengthNs = lengthNs;
        this.firstEvents = firstEvents;
        this.firstTicks = firstTicks;
        this.events = events;
        this.ticks = ticks;
        this.ticksPerNs = fromTicksPerNs;
        this.ramp = fromTicksPerNs != toTicksPerNs;
        this.ticksPerEvent = ticksPerEvent;
        this.fromPerNs = (double) fromTicksPerNs / ticksPerEvent;
        this.toPerNs = (double) toTicksPerNs / ticksPerEvent;
    }

    long endNs() {
        return startNs + lengthNs;
    }

    double eventsAsDouble() {
        return events + (double) ticks / ticksPerEvent;
    }

    double perNsAt(long ns) {
        return fromPerNs + (toPerNs - fromPerNs) * ((double) ns / lengthNs);
    }

    /** When a number of events in this piece is reached, in ns from its start; not for a pause. */
    long timeNs(long afterEvents, long afterTicks) {
        if (!ramp) {
            return Profile.multiplyAddDivide(afterEvents, ticksPerEvent, afterTicks, ticksPerNs);
        }
        return rampTimeNs(
                afterEvents + (double) afterTicks / ticksPerEvent,
                (events - afterEvents) + (double) (ticks - afterTicks) / ticksPerEvent);
    }

    /**
     * When a number of events in this ramp is reached, in ns from its start.
     *
     * <p>From the slow end, with {@code a} the change of the rate per ns: {@code m = slow t + a t^2 / 2}. Its root is written
     * without a difference, and both numbers of events are given, because a difference of nearly equal numbers would cost the
     * digits that matter where events are rare.
     *
     * @param after events since the start of the ramp
     * @param before events until its end
     */
    long rampTimeNs(double after, double before) {
        final boolean up = fromPerNs < toPerNs;
        final double slow = up ? fromPerNs : toPerNs;
        final double change = Math.abs(toPerNs - fromPerNs) / lengthNs;
        final double m = up ? after : before;
        final double t = m <= 0 ? 0 : 2 * m / (slow + Math.sqrt(slow * slow + 2 * change * m));
        return Math.max(0, Math.min(lengthNs - 1, (long) (up ? t : lengthNs - t)));
    }

    /** Events in the first {@code ns} of this piece, rounded to a double. */
    double eventsUntil(long ns) {
        final double mean = (fromPerNs + perNsAt(ns)) / 2;
        return mean * ns;
    }
}
