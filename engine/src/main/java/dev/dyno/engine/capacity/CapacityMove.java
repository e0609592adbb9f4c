package dev.dyno.engine.capacity;

/**
 * Next action of a search.
 *
 * @param kind of the action
 * @param perSecond rate from now on, messages a second; unchanged if {@code kind} is {@code KEEP}, without meaning if it is
 *     {@code END}
 */
public record CapacityMove(Kind kind, double perSecond) {

    public enum Kind {
        /** The rate stays. */
        KEEP,
        /** A higher rate, to find an overload. */
        GROW,
        /** A rate to decide: it is held, and its first seconds are not counted. */
        HOLD,
        /** A low rate, until the backlog of an overload is gone. */
        DRAIN,
        /** A rate at the lower end of the interval, held longer than others. */
        CONFIRM,
        /** The search is over: {@link CapacitySearch#answer()} is its result. */
        END
    }
}
