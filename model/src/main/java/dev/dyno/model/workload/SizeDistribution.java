package dev.dyno.model.workload;

import dev.dyno.driver.setting.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Sizes of messages, in bytes. The text parses back ({@link #parse}). */
public sealed interface SizeDistribution {

    /** Smallest possible size. */
    int min();

    /** Largest possible size. */
    int max();

    double mean();

    /**
     * Sampler of the sizes of one producer: the same seed gives the same sizes. Seeds of producers must be unrelated, as {@code
     * Seeds} makes them.
     */
    Sampler sampler(long seed);

    /** Sequence of sizes. One thread at a time; nothing is allocated. */
    @FunctionalInterface
    interface Sampler {

        int next();
    }

    /**
     * Parses {@code 1024} or {@code 4KiB} (one size), {@code 100..200} (any size in this range with equal probability) or {@code
     * 256:70, 1KiB:20, 4KiB:10} (these sizes in these proportions).
     *
     * @throws IllegalArgumentException with a sentence: which piece, what was given, what is allowed
     */
    static SizeDistribution parse(String text) {
        final String trimmed = text.strip();
        if (trimmed.contains(":") || trimmed.contains(",")) {
            return weighted(trimmed);
        }
        final int dots = trimmed.indexOf("..");
        if (dots >= 0) {
            return new Range(bytes(trimmed.substring(0, dots)), bytes(trimmed.substring(dots + 2)));
        }
        return fixed(bytes(trimmed));
    }

    static SizeDistribution fixed(int bytes) {
        return new Range(bytes, bytes);
    }

    /** Any size from the first to the last, both included, with equal probability. */
    record Range(int min, int max) implements SizeDistribution {

        public Range {
            requireSize(min);
            if (max < min) {
                throw new IllegalArgumentException(Units.formatBytes(min) + ".." + Units.formatBytes(max)
                        + "; must go from the smaller to the larger size.");
            }
        }

        @Override
        public double mean() {
            return ((double) min + max) / 2;
        }

        @Override
        public Sampler sampler(long seed) {
            final SplittableRandom random = new SplittableRandom(seed);
            final long end = max + 1L;
            return min == max ? () -> min : () -> (int) random.nextLong(min, end);
        }

        @Override
        public String toString() {
            return Units.formatBytes(min) + (min == max ? "" : ".." + Units.formatBytes(max));
        }
    }

    /** Several sizes in given proportions. */
    record Weighted(List<Weight> weights) implements SizeDistribution {

        public Weighted {
            weights = List.copyOf(weights);
            if (weights.isEmpty()) {
                throw new IllegalArgumentException("no sizes; must be one or more, like 256:70, 1KiB:30.");
            }
            final Set<Integer> sizes = new HashSet<>();
            for (final Weight weight : weights) {
                if (!sizes.add(weight.bytes())) {
                    throw new IllegalArgumentException(
                            Units.formatBytes(weight.bytes()) + " twice; must be there once. Add the two weights up.");
                }
            }
        }

        @Override
        public int min() {
            return weights.stream().mapToInt(Weight::bytes).min().orElseThrow();
        }

        @Override
        public int max() {
            return weights.stream().mapToInt(Weight::bytes).max().orElseThrow();
        }

        @Override
        public double mean() {
            double sum = 0;
            long total = 0;
            for (final Weight weight : weights) {
                sum += (double) weight.bytes() * weight.weight();
                total += weight.weight();
            }
            return sum / total;
        }

        @Override
        public Sampler sampler(long seed) {
            final SplittableRandom random = new SplittableRandom(seed);
            final int[] bytes = weights.stream().mapToInt(Weight::bytes).toArray();
            // Sums of the weights up to each size: a number belongs to the first size whose sum is above it.
            final long[] ends = weights.stream().mapToLong(Weight::weight).toArray();
            Arrays.parallelPrefix(ends, Long::sum);
            return () -> {
                final int at = Arrays.binarySearch(ends, random.nextLong(ends[ends.length - 1]));
                return bytes[at < 0 ? -at - 1 : at + 1];
            };
        }

        @Override
        public String toString() {
            return weights.stream().map(Weight::toString).collect(Collectors.joining(", "));
        }
    }

    /** A size and its frequency relative to the others. */
    record Weight(int bytes, int weight) {

        public Weight {
            requireSize(bytes);
            if (weight < 1) {
                throw new IllegalArgumentException(Units.formatBytes(bytes) + ":" + weight
                        + "; the weight must be at least 1. Leave the size out if it must not come.");
            }
        }

        @Override
        public String toString() {
            return Units.formatBytes(bytes) + ":" + weight;
        }
    }

    private static Weighted weighted(String text) {
        final List<Weight> weights = new ArrayList<>();
        for (final String piece : text.split(",", -1)) {
            final String part = piece.strip();
            final int colon = part.indexOf(':');
            if (colon < 0) {
                throw bad(part.isEmpty() ? "\"\"" : part);
            }
            weights.add(new Weight(bytes(part.substring(0, colon)), weight(part, part.substring(colon + 1))));
        }
        return new Weighted(weights);
    }

    private static int weight(String part, String weight) {
        if (!weight.matches("\\d{1,9}")) {
            throw bad(part);
        }
        return Integer.parseInt(weight);
    }

    private static int bytes(String text) {
        final long bytes = Units.parseBytes(text);
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(text + "; must be less than 2GiB.");
        }
        return (int) bytes;
    }

    private static IllegalArgumentException bad(String part) {
        return new IllegalArgumentException(part
                + "; must be a size and a whole weight of at least 1, like 1KiB:20, with a comma before the next.");
    }

    private static void requireSize(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(bytes + "; must be at least 0.");
        }
    }
}
