package dev.dyno.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Median, smallest and largest of a few repetitions. */
final class Spread {

    private Spread() {}

    static <T> double median(List<T> all, ToDoubleFunction<T> value) {
        double[] sorted = all.stream().mapToDouble(value).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.NaN : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }

    static <T> String of(List<T> all, ToDoubleFunction<T> value) {
        double[] sorted = all.stream().mapToDouble(value).sorted().toArray();
        if (sorted.length == 0) {
            return "not run";
        }
        return String.format(Locale.ROOT, "%.1f (%.1f-%.1f)", median(all, value), sorted[0], sorted[sorted.length - 1]);
    }
}
