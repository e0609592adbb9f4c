package dev.dyno.model.pace;

/** How the sends of a {@link Schedule} lie around its rate. */
public enum Arrivals {
    /** Evenly: as a machine would send. */
    REGULAR,

    /** At random and independently of each other, as many unrelated clients send; the rate is the expected one. */
    POISSON
}
