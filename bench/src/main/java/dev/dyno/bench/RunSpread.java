package dev.dyno.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** Median and spread of a few repetitions, and of the ratio of two programs in them. */
final class RunSpread {

    private RunSpread() {}

    private static double median(double[] sorted) {
        int n = sorted.length;
        return n == 0 ? Double.NaN : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }

    static <T> String of(List<T> all, ToDoubleFunction<T> value) {
        double[] sorted = all.stream().mapToDouble(value).sorted().toArray();
        if (sorted.length == 0) {
            return "not run";
        }
        return String.format(Locale.ROOT, "%.1f (%.1f-%.1f)", median(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    /**
     * Median of the ratios of repetitions that ran side by side, its interval of 95 % by the sign test, and a word for that
     * interval, see {@link #shows}. With fewer than nine ratios the interval has all of them, with fewer than six at a lower
     * confidence. Turns of one round share their JVMs, so the interval is too narrow if there are few rounds.
     *
     * @param margin largest difference that counts as none, for example 0.15
     */
    static <T> String ratio(List<T> own, List<T> other, ToDoubleFunction<T> value, double margin) {
        double[] sorted = IntStream.range(0, Math.min(own.size(), other.size()))
                .mapToDouble(i -> value.applyAsDouble(own.get(i)) / value.applyAsDouble(other.get(i)))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return "not run";
        }
        int outside = outside(sorted.length);
        double least = sorted[outside];
        double most = sorted[sorted.length - 1 - outside];
        return String.format(
                Locale.ROOT, "%.2f (%.2f-%.2f) %s", median(sorted), least, most, shows(least, most, margin));
    }

    /** Word for an interval: {@code level} if all of it is within the margin, else {@code different} if 1 is outside of it. */
    private static String shows(double least, double most, double margin) {
        if (least >= 1 / (1 + margin) && most <= 1 + margin) {
            return "level";
        }
        return least > 1 || most < 1 ? "different" : "undecided";
    }

    /** Number of n sorted values outside the interval on each side: the largest k with P(Binomial(n, 1/2) <= k) <= 2.5 % or 0. */
    private static int outside(int n) {
        int tooMany = BinomialDistribution.of(n, 0.5).inverseCumulativeProbability(0.025);
        return Math.max(0, tooMany - 1);
    }
}
