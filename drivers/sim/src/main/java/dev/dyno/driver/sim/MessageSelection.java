package dev.dyno.driver.sim;

import java.util.SplittableRandom;

/** Selection of the messages that a fault of the simulated broker affects. */
sealed interface MessageSelection {

    MessageSelection NEVER = new Chance(0);

    /** A new decision maker for one fault. Its random numbers depend only on the seed and the name. */
    Dice dice(long seed, String name);

    /** Decides for each message whether it is selected; called once per message. */
    @FunctionalInterface
    interface Dice {
        boolean hit();
    }

    /** Every n-th message: the n-th, 2n-th, 3n-th, … */
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

    /** Each message with the given probability, from 0 to 1. */
    record Chance(double probability) implements MessageSelection {
        @Override
        public Dice dice(long seed, String name) {
            final SplittableRandom random = random(seed, name);
            return () -> probability > 0 && random.nextDouble() < probability;
        }
    }

    /** Random numbers for one setting; each name has its own, so that one setting does not change the numbers of another. */
    static SplittableRandom random(long seed, String name) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + name.hashCode());
    }
}
