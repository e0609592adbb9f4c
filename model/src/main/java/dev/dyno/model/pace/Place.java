package dev.dyno.model.pace;

/**
 * A number of events of a {@link Profile}, found in one of its pieces. It belongs to the caller, so that a lookup allocates
 * nothing.
 */
final class Place {

    Piece piece;

    /** Of the piece. */
    int index;

    /** Start of the piece, from the start of the schedule. */
    long startNs;

    /** Events since the start of the piece, in whole ones and ticks. */
    long events;

    long ticks;

    Place(Profile profile) {
        piece = profile.piece(0);
    }

    /** When it is reached, in ns from the start of the schedule. */
    long timeNs() {
        final long insideNs = piece.timeNs(events, ticks);
        return insideNs >= Profile.HORIZON_NS - startNs ? Schedule.NEVER : startNs + insideNs;
    }

    /** Takes some events off. */
    void subtract(long lessEvents, long lessTicks, long ticksPerEvent) {
        events -= lessEvents;
        ticks -= lessTicks;
        if (ticks < 0) {
            ticks += ticksPerEvent;
            events--;
        }
    }

    /** Puts some events on. */
    void add(long moreEvents, long moreTicks, long ticksPerEvent) {
        events += moreEvents;
        ticks += moreTicks;
        if (ticks >= ticksPerEvent) {
            ticks -= ticksPerEvent;
            events++;
        }
    }

    boolean isAtLeast(long otherEvents, long otherTicks) {
        return events > otherEvents || (events == otherEvents && ticks >= otherTicks);
    }
}
