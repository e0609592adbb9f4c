package dev.dyno.model.pace;

import java.math.BigInteger;

/**
 * A stretch of a {@link Profile} in which the rate is constant or changes evenly.
 *
 * <p>A number of events is a pair: whole events, and the rest in ticks, {@link Profile#ticksPerEvent} of which make one event.
 * Every rate is a whole number of ticks per ns, so the pairs at the start and the end of a piece are exact.
 */
final class Piece {

    /** Start of the piece, from the start of the profile or of its cycle. */
    final long startNs;

    final long lengthNs;

    /** Events before this piece, from the start of the profile or of its cycle. */
    final long firstEvents;

    final long firstTicks;

    final long events;

    final long ticks;

    /** Rate in ticks per ns: of a constant piece, which is 0 for a pause, or at the start of a ramp. */
    final long ticksPerNs;

    final boolean ramp;

    private final long ticksPerEvent;
    private final double fromPerNs;
    private final double toPerNs;
    /** All events in this piece as ticks, the whole ones included. */
    final BigInteger allTicks;

    /**
     * @param from rate at the start
     * @param to rate at the end
     * @param startNs see the field
     * @param lengthNs see the field
     * @param ticksBefore ticks before this piece
     * @param ticksPerEvent a common multiple of the denominators of both rates; twice one for a ramp, so that the mean of its
     *     rates is a whole number of ticks
     */
    Piece(Rate from, Rate to, long startNs, long lengthNs, BigInteger ticksBefore, long ticksPerEvent) {
        this.startNs = startNs;
        this.lengthNs = lengthNs;
        this.ticksPerEvent = ticksPerEvent;
        ticksPerNs = ticksPerNs(from);
        ramp = !from.equals(to);
        fromPerNs = (double) ticksPerNs / ticksPerEvent;
        toPerNs = (double) ticksPerNs(to) / ticksPerEvent;
        // Mean of both rates times the length.
        allTicks = BigInteger.valueOf(ticksPerNs)
                .add(BigInteger.valueOf(ticksPerNs(to)))
                .multiply(BigInteger.valueOf(lengthNs))
                .shiftRight(1);
        final BigInteger perEvent = BigInteger.valueOf(ticksPerEvent);
        final BigInteger[] first = ticksBefore.divideAndRemainder(perEvent);
        final BigInteger[] inside = allTicks.divideAndRemainder(perEvent);
        firstEvents = first[0].longValueExact();
        firstTicks = first[1].longValueExact();
        events = inside[0].longValueExact();
        ticks = inside[1].longValueExact();
    }

    private long ticksPerNs(Rate rate) {
        return ticksPerEvent / rate.perNs() * rate.events();
    }

    double eventsAsDouble() {
        return events + (double) ticks / ticksPerEvent;
    }

    double perNsAt(long ns) {
        return fromPerNs + (toPerNs - fromPerNs) * ((double) ns / lengthNs);
    }

    /** Time at which a number of events in this piece is reached, in ns from the start of the piece; not for a pause. */
    long timeNs(long afterEvents, long afterTicks) {
        if (!ramp) {
            return Exact.multiplyAddDivide(afterEvents, ticksPerEvent, afterTicks, ticksPerNs);
        }
        return rampTimeNs(
                afterEvents + (double) afterTicks / ticksPerEvent,
                (events - afterEvents) + (double) (ticks - afterTicks) / ticksPerEvent);
    }

    /**
     * Time at which a number of events in this ramp is reached, in ns from the start of the ramp.
     *
     * <p>The events are counted from the slow end: {@code m = slow t + a t^2 / 2}, where {@code a} is the change of the rate per
     * ns. The formula for {@code t} has no subtraction, and the caller gives both numbers of events, because a difference of
     * nearly equal numbers loses digits where events are rare.
     *
     * @param after events from the start of the ramp to that time
     * @param before events from that time to the end of the ramp
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
