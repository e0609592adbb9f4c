package dev.dyno.compare;

import java.util.SplittableRandom;

/**
 * Which setup of each pair goes first: at random, so that what comes and goes with time (other guests of the host, heat, a disk
 * that fills) meets both alike; from a seed, so that it can be done again.
 */
public final class PairOrder {

    private final SplittableRandom random;

    public PairOrder(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Whether A goes first in the next pair. */
    public boolean nextBeginsWithA() {
        return random.nextBoolean();
    }
}
