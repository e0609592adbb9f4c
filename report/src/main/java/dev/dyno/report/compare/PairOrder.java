package dev.dyno.report.compare;

import java.util.SplittableRandom;

/**
 * Random order within pairs; every second pair has the opposite order of the pair before it. A drift over time (heat, a disk
 * that fills) affects A and B alike, and a periodic disturbance affects both at random. The order follows from a seed, so it can
 * be repeated.
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
