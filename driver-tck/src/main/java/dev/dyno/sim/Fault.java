package dev.dyno.sim;

import java.util.SplittableRandom;

/** Which messages something happens to. */
sealed interface Fault {

    Fault NEVER = new Never();

    /** A fresh count of the messages, the draws of which depend on the seed and the name alone. */
    Dice dice(long seed, String name);

    /** Is asked once per message. */
    @FunctionalInterface
    interface Dice {
        boolean hit();
    }

    /** None. */
    record Never() implements Fault {
        @Override
        public Dice dice(long seed, String name) {
            return () -> false;
        }
    }

    /** Message n, 2n, 3n, … of those that come by. */
    record Every(long n) implements Fault {
        @Override
        public Dice dice(long seed, String name) {
            return new Dice() {
                private long count;

                @Override
                public boolean hit() {
                    if (++count < n) {
                        return false;
                    }
                    count = 0;
                    return true;
                }
            };
        }
    }

    /** Each with that probability, 0 to 1. */
    record Chance(double probability) implements Fault {
        @Override
        public Dice dice(long seed, String name) {
            final SplittableRandom random = random(seed, name);
            return () -> random.nextDouble() < probability;
        }
    }

    /** A stream of random numbers of its own for each name, so that one setting does not change the draws of another. */
    static SplittableRandom random(long seed, String name) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + name.hashCode());
    }
}
