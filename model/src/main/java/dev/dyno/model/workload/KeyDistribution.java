package dev.dyno.model.workload;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Keys of messages: one, or some that come in turn or at random. Its text goes into the stored run. */
public sealed interface KeyDistribution {

    /** How many different keys there are. */
    int count();

    /** The key of that number, from 0. All keys of a distribution have the same length, so that messages have, too. */
    String key(int number);

    /** What the samplers of all producers of a group have in common. */
    Samplers samplers();

    /** Makes a sampler for each producer. */
    @FunctionalInterface
    interface Samplers {

        /**
         * The sampler of one producer.
         *
         * @param producer its number in its group
         * @param seed the same seed gives the same keys; those of producers must be unrelated
         */
        Sampler of(int producer, long seed);
    }

    /** Numbers of keys, one after the other. One thread at a time; nothing is allocated. */
    @FunctionalInterface
    interface Sampler {

        /** The number of the next key. */
        int next();
    }

    /** Always the same. */
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

    /** One after the other, and then from the first one again. Each producer begins with another one. */
    record Sequence(int count) implements KeyDistribution {

        @Override
        public String key(int number) {
            return numbered(number, count);
        }

        @Override
        public Samplers samplers() {
            return (producer, seed) -> new Counter(producer % count, count);
        }

        @Override
        public String toString() {
            return count + " in turn";
        }

        private static final class Counter implements Sampler {

            private final int count;
            private int next;

            Counter(int first, int count) {
                next = first;
                this.count = count;
            }

            @Override
            public int next() {
                final int number = next;
                next = number + 1 == count ? 0 : number + 1;
                return number;
            }
        }
    }

    /** Any, all as likely. */
    record Uniform(int count) implements KeyDistribution {

        @Override
        public String key(int number) {
            return numbered(number, count);
        }

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
     * Some often and most seldom: key number <i>k</i> is drawn with a probability proportional to 1 / (<i>k</i> + 1) to the power
     * of the exponent. With exponent 1 the first key comes twice as often as the second, and ten times as often as the tenth.
     */
    record Zipf(int count, double exponent) implements KeyDistribution {

        @Override
        public String key(int number) {
            return numbered(number, count);
        }

        @Override
        public Samplers samplers() {
            final double[] ends = new double[count];
            double sum = 0;
            for (int k = 0; k < count; k++) {
                // Strict: the same on every machine, so that the same seed gives the same keys.
                sum += 1 / StrictMath.pow(k + 1.0, exponent);
                ends[k] = sum;
            }
            return (producer, seed) -> new Drawing(ends, new SplittableRandom(seed));
        }

        @Override
        public String toString() {
            return count + " by zipf " + exponent;
        }

        /** A number below the sum of the weights is drawn, and belongs to one key. */
        private static final class Drawing implements Sampler {

            /** The sum of the weights up to each key. */
            private final double[] ends;

            private final SplittableRandom random;

            Drawing(double[] ends, SplittableRandom random) {
                this.ends = ends;
                this.random = random;
            }

            @Override
            public int next() {
                final double[] sums = ends;
                final double drawn = random.nextDouble() * sums[sums.length - 1];
                final int at = Arrays.binarySearch(sums, drawn);
                return at < 0 ? -at - 1 : at + 1;
            }
        }
    }

    private static String numbered(int number, int count) {
        final String digits = Integer.toString(number);
        return "key-" + "0".repeat(Integer.toString(count - 1).length() - digits.length()) + digits;
    }
}
