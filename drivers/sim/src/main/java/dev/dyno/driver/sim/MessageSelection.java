package dev.dyno.driver.sim;

import java.util.SplittableRandom;

/** Messages affected by a fault of the simulated broker. */
sealed interface MessageSelection {

    MessageSelection NEVER = new Chance(0);

    /** A new counter of messages, whose random numbers depend only on the seed and the name. */
    Dice dice(long seed, String name);

    /** Decides for each message; called once per message. */
    @FunctionalInterface
    interface Dice {
        boolean hit();
    }

    /** Every n-th message: n, 2n, 3n, … */
    record Every(long n) implements MessageSelection {
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

    /** Each message with the given probability, 0 to 1. */
    record Chance(double probability) implements MessageSelection {
        @Override
        public Dice dice(long seed, String name) {
            final SplittableRandom random = random(seed, name);
            return () -> probability > 0 && random.nextDouble() < probability;
        }
    }

    /** Random numbers of their own for each name, so that one setting does not change the numbers of another. */
    static SplittableRandom random(long seed, String name) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + name.hashCode());
    }
}
