package dev.dyno.report.compare;

import java.util.SplittableRandom;

/**
 * Random order within pairs: of every two consecutive pairs one begins with A and one with B. A drift over time (heat, a disk
 * that fills) affects both alike, and a periodic disturbance affects both at random. The order follows from a seed, so it can be
 * repeated.
 */
public final class PairOrder {

    private final SplittableRandom random;
    private boolean isFirstOfTwo = true;
    private boolean last;

    public PairOrder(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Whether A goes first in the next pair. */
    public boolean nextBeginsWithA() {
        last = isFirstOfTwo ? random.nextBoolean() : !last;
        isFirstOfTwo = !isFirstOfTwo;
        return last;
    }
}
