package dev.dyno.report.compare;

import java.util.SplittableRandom;

/**
 * Which setup of each pair goes first: of each two pairs one begins with A and one with B, in an order of chance. What drifts
 * with time (heat, a disk that fills) meets both alike, and what comes and goes in a rhythm meets both by chance; from a seed, so
 * that it can be done again.
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
