package dev.dyno.model.pace;

/** Position of a number of events in the pieces of a {@link Profile}. Owned by the caller, so that a lookup allocates nothing. */
final class Place {

    Piece piece;

    int index;

    /** Start of the piece, from the start of the schedule. */
    long startNs;

    /** Whole events since the start of the piece; {@code ticks} has the rest. */
    long events;

    long ticks;

    Place(Profile profile) {
        piece = profile.piece(0);
    }

    /** Time of the position, in ns from the start of the schedule. */
    long timeNs() {
        final long insideNs = piece.timeNs(events, ticks);
        return insideNs >= Profile.HORIZON_NS - startNs ? Schedule.NEVER : startNs + insideNs;
    }

    void subtract(long lessEvents, long lessTicks, long ticksPerEvent) {
        events -= lessEvents;
        ticks -= lessTicks;
        if (ticks < 0) {
            ticks += ticksPerEvent;
            events--;
        }
    }

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
