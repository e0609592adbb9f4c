package dev.dyno.engine.run;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Unit;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Decides whether a load is steady: whether its last five whole seconds are like the five before them.
 *
 * <p>Each second has two values: messages a second (acknowledged or received, whichever is more), and the median of the headline
 * latency (end-to-end time, or without consumers response time). The load is steady when for both
 * <ul>
 *   <li>the medians of the five values and of the five before differ by no more than 5 % (rate) and 20 % (latency) of the larger,
 *   <li>and, if the ten values rise or fall all along, by no more than a quarter of that. They do if at least 34 of their 45 pairs
 *       go up and the others down, or the other way round: the test of Mann and Kendall at the level of 5 %.
 * </ul>
 *
 * <p>Medians are used so that one stall does not count, and two windows because a slowly changing value is also close to its
 * predecessor. A second without messages is not steady.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class Steadiness {

    /** Shortest time in which a load can be found steady, in whole seconds. */
    static final int SECONDS = 10;

    /** Number of last seconds that are compared with as many before them. */
    static final int HALF = SECONDS / 2;

    private static final double RATE = 0.05;
    private static final double LATENCY = 0.20;
    private static final double TREND_SHARE = 0.25;
    /** Difference between rising and falling pairs among ten values that chance exceeds once in twenty times. */
    private static final int TREND = 23;

    private static final double WHOLE_SECOND = 0.999;

    private final double[] rates = new double[SECONDS];
    private final double[] latencies = new double[SECONDS];
    private int seconds;

    /** Adds the next interval; one that is shorter than a second discards those before it. */
    void add(Interval interval) {
        if (interval.seconds() < WHOLE_SECOND) {
            seconds = 0;
            return;
        }
        Counts counts = interval.counts();
        push(rates, interval.perSecond(Math.max(counts.acknowledged(), counts.received())));
        Latencies ended = interval.shown();
        push(
                latencies,
                ended.get(Latency.END_TO_END)
                        .or(() -> ended.get(Latency.RESPONSE))
                        .map(Steadiness::median)
                        .orElse(0.0));
        seconds = Math.min(SECONDS, seconds + 1);
    }

    private static double median(Histogram histogram) {
        return histogram.getValueAtPercentile(50);
    }

    private static void push(double[] values, double value) {
        System.arraycopy(values, 1, values, 0, SECONDS - 1);
        values[SECONDS - 1] = value;
    }

    boolean isSteady() {
        return seconds == SECONDS
                && Arrays.stream(rates).allMatch(rate -> rate > 0)
                && isSteady(rates, RATE)
                && isSteady(latencies, LATENCY);
    }

    private static boolean isSteady(double[] values, double tolerance) {
        double before = median(values, 0);
        double now = median(values, HALF);
        double allowed = tolerance * Math.max(before, now);
        return Math.abs(now - before) <= (hasTrend(values) ? TREND_SHARE * allowed : allowed);
    }

    private static double median(double[] values, int from) {
        return Column.median(Arrays.copyOfRange(values, from, from + HALF));
    }

    private static boolean hasTrend(double[] values) {
        int balance = 0;
        for (int i = 0; i < values.length; i++) {
            for (int j = i + 1; j < values.length; j++) {
                balance += Double.compare(values[j], values[i]);
            }
        }
        return Math.abs(balance) >= TREND;
    }

    /** The last seconds, in words for a sentence. */
    @Override
    public String toString() {
        if (seconds < SECONDS) {
            return "there were no " + SECONDS + " whole seconds";
        }
        return half(0) + " in five seconds, " + half(HALF) + " in the next five";
    }

    /** Rate and latency of five seconds; the latency is left out where nothing was answered. */
    private String half(int from) {
        double ns = median(latencies, from);
        return Unit.PER_SECOND.text(median(rates, from)) + "/s" + (ns > 0 ? " and " + Unit.NANOSECONDS.text(ns) : "");
    }
}
