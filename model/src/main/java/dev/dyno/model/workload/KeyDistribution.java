package dev.dyno.model.workload;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Keys of messages: a constant one, or several in turn or at random. The text is stored with the run. */
public sealed interface KeyDistribution {

    /** Number of different keys. */
    int count();

    /** Key of the given number, from 0. All keys of a distribution have the same length, so message sizes do not vary. */
    default String key(int number) {
        final String digits = Integer.toString(number);
        return "key-" + "0".repeat(Integer.toString(count() - 1).length() - digits.length()) + digits;
    }

    /** State shared by the samplers of all producers of a group. */
    Samplers samplers();

    /** Makes a sampler for each producer. */
    @FunctionalInterface
    interface Samplers {

        /**
         * The sampler of one producer.
         *
         * @param producer its number in its group
         * @param seed the same seed gives the same keys; seeds of different producers must be unrelated
         */
        Sampler of(int producer, long seed);
    }

    /** Sequence of key numbers. One thread at a time; nothing is allocated. */
    @FunctionalInterface
    interface Sampler {

        /** The number of the next key. */
        int next();
    }

    record Fixed(String text) implements KeyDistribution {

        @Override
        public int count() {
            return 1;
        }

        @Override
        public String key(int number) {
            return text;
        }

        @Override
        public Samplers samplers() {
            return (producer, seed) -> () -> 0;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** One key after the other, round and round. Producers begin with different keys, as far as there are enough. */
    record Sequence(int count) implements KeyDistribution {

        @Override
        public Samplers samplers() {
            return (producer, seed) -> {
                final int[] next = {producer % count};
                return () -> {
                    final int number = next[0];
                    next[0] = number + 1 == count ? 0 : number + 1;
                    return number;
                };
            };
        }

        @Override
        public String toString() {
            return count + " in turn";
        }
    }

    /** All keys with equal probability. */
    record Uniform(int count) implements KeyDistribution {

        @Override
        public Samplers samplers() {
            return (producer, seed) -> {
                final SplittableRandom random = new SplittableRandom(seed);
                return () -> random.nextInt(count);
            };
        }

        @Override
        public String toString() {
            return count + " at random";
        }
    }

    /**
     * Few frequent keys and many rare ones: key number <i>k</i> is drawn with a probability proportional to 1 / (<i>k</i> + 1) to
     * the power of the exponent. With exponent 1 the first key is twice as frequent as the second, and ten times as frequent as
     * the tenth.
     */
    record Zipf(int count, double exponent) implements KeyDistribution {

        @Override
        public Samplers samplers() {
            final double[] ends = new double[count];
            double sum = 0;
            for (int k = 0; k < count; k++) {
                // StrictMath has equal results on all machines, so that a seed gives equal keys everywhere.
                sum += 1 / StrictMath.pow(k + 1.0, exponent);
                ends[k] = sum;
            }
            return (producer, seed) -> {
                final SplittableRandom random = new SplittableRandom(seed);
                return () -> {
                    // The number belongs to the first key whose sum of weights is above it.
                    final int at = Arrays.binarySearch(ends, random.nextDouble() * ends[ends.length - 1]);
                    return at < 0 ? -at - 1 : at + 1;
                };
            };
        }

        @Override
        public String toString() {
            return count + " by zipf " + exponent;
        }
    }
}
