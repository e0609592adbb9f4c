package dev.dyno.engine.capacity;

/**
 * Next action of a search.
 *
 * @param kind of the action
 * @param perSecond rate from now on, messages a second; that of before if {@code kind} is {@code KEEP}, and of no meaning if it
 *     is {@code END}
 */
public record CapacityMove(Kind kind, double perSecond) {

    public enum Kind {
        /** The rate stays. */
        KEEP,
        /** A higher rate, to find an overload. */
        GROW,
        /** A rate to be decided; its first seconds are left out. */
        HOLD,
        /** A low rate, until the backlog of an overload is gone. */
        DRAIN,
        /** The lower end, held longer. */
        CONFIRM,
        /** The search is over: {@link CapacitySearch#answer()} is its result. */
        END
    }
}
