package dev.dyno.model.pace;

/**
 * The intended send times of one party, one after the other.
 *
 * <p>Assumptions and guarantees: one thread at a time. Nothing is allocated. All times are offsets in ns from the start of the
 * schedule, and never decrease.
 */
public interface Cursor {

    /**
     * Hands out the next intended time.
     *
     * @return an offset in ns; {@link Schedule#NEVER}, again and again, when the schedule has ended
     */
    long next();

    /**
     * Drops what is intended before that time and has not been handed out yet, so that {@link #next} gives a time at or after
     * it. Takes less than a millisecond, be it for a billion of them.
     *
     * @param offsetNs ns from the start of the schedule
     * @return how many were dropped
     */
    long skipUntil(long offsetNs);
}
