package dev.dyno.model.pace;

/** Distribution of the sends of a {@link Schedule} around its rate. */
public enum ArrivalProcess {
    /** Messages at even distances, as a machine sends. */
    REGULAR,

    /** Messages at random and independently of each other, as many unrelated clients send; the rate is the expected one. */
    POISSON
}
