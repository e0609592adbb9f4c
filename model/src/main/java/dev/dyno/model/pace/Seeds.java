package dev.dyno.model.pace;

/** Derives the seeds of the parties of a run from the seed of the run. */
public final class Seeds {

    private Seeds() {}

    /**
     * Seed of party {@code index}. Neighbouring seeds and indices give unrelated results. The sum of both would not: party 1 of
     * seed 7 would have the seed of party 0 of seed 8.
     */
    public static long derive(long seed, long index) {
        return mix(mix(seed) + index * 0x9E3779B97F4A7C15L);
    }

    /** A bijection of the longs that spreads every bit (Stafford's variant 13 of the 64-bit finalizer of MurmurHash3). */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
