package dev.dyno.model.verdict;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Change of a figure during the measured phase. A span is a third of the seconds, in a row; of all pairs of spans that do not
 * overlap, the drift has the pair whose means differ most. Stalled seconds are left out, because they have their own sentence.
 *
 * @param peak highest value of a single second
 * @param trendLow lower end of the 95 % interval of the change from the beginning to the end, by the line of least squares, as
 *     a share of the mean
 * @param trendHigh upper end of this interval
 */
record Drift(Span low, Span high, double peak, double trendLow, double trendHigh) {

    /** Minimum number of seconds for a span of a third of them. */
    private static final int MIN_SECONDS = 6;

    private static final double WHOLE = 0.5;

    /** Difference of two means, in standard errors, that chance exceeds less than once in a thousand runs; less is no drift. */
    private static final double CERTAIN = 5;

    /** Median of the absolute differences between successive values of a normal distribution, in standard deviations. */
    private static final double SUCCESSIVE = 0.954;

    /** Half of the width of a 95 % interval, in standard errors. */
    private static final double TWO_SIDED = 2;

    /** Consecutive seconds, from the start of the load, and the mean of the figure in them. */
    record Span(double fromS, double toS, double mean) {

        boolean has(double atS) {
            return atS >= fromS && atS <= toS;
        }
    }

    /** The drift of a figure; empty if the measured phase has too few seconds, or if the difference may be chance. */
    static Optional<Drift> of(IntervalSeries intervals, Column figure, Set<Integer> stalled) {
        int[] seconds = IntStream.range(0, Math.min(intervals.size(), figure.size()))
                .filter(i -> intervals.phaseOf(i) == Interval.Phase.MEASURE && figure.has(i) && !stalled.contains(i))
                .filter(i -> intervals.endS().get(i) - intervals.startS().get(i) > WHOLE)
                .toArray();
        int width = seconds.length / 3;
        if (seconds.length < MIN_SECONDS) {
            return Optional.empty();
        }
        double[] values = Arrays.stream(seconds).mapToDouble(figure::get).toArray();
        List<Span> spans = IntStream.rangeClosed(0, values.length - width)
                .mapToObj(i -> new Span(
                        intervals.startS().get(seconds[i]),
                        intervals.endS().get(seconds[i + width - 1]),
                        Arrays.stream(values, i, i + width).sum() / width))
                .toList();
        Span low = spans.get(0);
        Span high = low;
        // The lowest and the highest of the spans that end before the current one begins.
        Span lowest = low;
        Span highest = low;
        for (int i = width; i < spans.size(); i++) {
            Span before = spans.get(i - width);
            Span span = spans.get(i);
            lowest = before.mean < lowest.mean ? before : lowest;
            highest = before.mean > highest.mean ? before : highest;
            if (span.mean - lowest.mean > high.mean - low.mean) {
                low = lowest;
                high = span;
            }
            if (highest.mean - span.mean > high.mean - low.mean) {
                low = span;
                high = highest;
            }
        }
        double difference = high.mean - low.mean;
        boolean isChance = difference <= CERTAIN * noise(values) * Math.sqrt(2.0 / width);
        double mean = Arrays.stream(values).sum() / values.length;
        double[] trend = trend(values);
        return isChance
                ? Optional.empty()
                : Optional.of(new Drift(
                        low,
                        high,
                        Arrays.stream(values).max().orElse(0),
                        (trend[0] - TWO_SIDED * trend[1]) / mean,
                        (trend[0] + TWO_SIDED * trend[1]) / mean));
    }

    /** Standard deviation of single seconds, from the median difference of neighbouring seconds, which a step does not change. */
    private static double noise(double... values) {
        double[] steps = IntStream.range(1, values.length)
                .mapToDouble(i -> Math.abs(values[i] - values[i - 1]))
                .sorted()
                .toArray();
        return steps[steps.length / 2] / SUCCESSIVE;
    }

    /** Change over all values by the line of least squares, and the standard error of this change. */
    private static double[] trend(double... values) {
        int n = values.length;
        double mean = Arrays.stream(values).sum() / n;
        double middle = (n - 1) / 2.0;
        double squares =
                IntStream.range(0, n).mapToDouble(i -> square(i - middle)).sum();
        double slope = IntStream.range(0, n)
                        .mapToDouble(i -> (i - middle) * (values[i] - mean))
                        .sum()
                / squares;
        DoubleStream rest = IntStream.range(0, n).mapToDouble(i -> square(values[i] - mean - slope * (i - middle)));
        return new double[] {slope * (n - 1), Math.sqrt(rest.sum() / (n - 2) / squares) * (n - 1)};
    }

    private static double square(double value) {
        return value * value;
    }

    /** Whether the lowest span is below the highest by more than a share, or the line surely changed by more than that share. */
    boolean isMoreThan(double share) {
        return high.mean - low.mean > share * high.mean
                || (hasTrend() && Math.min(Math.abs(trendLow), Math.abs(trendHigh)) > share);
    }

    /** Whether the 95 % interval of the line's change excludes zero. */
    boolean hasTrend() {
        return trendLow * trendHigh > 0;
    }

    Span first() {
        return low.fromS < high.fromS ? low : high;
    }

    Span second() {
        return low.fromS < high.fromS ? high : low;
    }
}
