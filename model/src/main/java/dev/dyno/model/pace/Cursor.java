package dev.dyno.model.pace;

/**
 * The intended send times of one party, one after the other.
 *
 * <p>Assumptions and guarantees: one thread at a time. Nothing is allocated. All times are offsets in ns from the start of the
 * schedule, and never decrease.
 */
public interface Cursor {

    /**
     * Returns the next intended time.
     *
     * @return an offset in ns; {@link Schedule#NEVER}, on every later call too, when the schedule has ended
     */
    long next();

    /**
     * Drops the times before the given one that have not been returned yet, so that {@link #next} returns a time at or after it.
     * Takes less than a millisecond even for a billion of them.
     *
     * @param offsetNs ns from the start of the schedule
     * @return number of dropped times
     */
    long skipUntil(long offsetNs);
}
