package dev.dyno.engine.selftest;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A value of a histogram, and between what it must be. A recorded value stands for all those that have the same three
 * digits, so that only what none of them can be is an untruth.
 *
 * @param what the latency and the percentile
 * @param leastNs what the broker's behaviour makes it at the least: nothing may be below
 * @param mostNs what the broker's behaviour and the noise of this machine make it at the most
 * @param noise what {@code mostNs} allows for, in words
 * @param from the lowest value that the recorded one stands for
 * @param to the highest
 */
record Claim(String what, long leastNs, long mostNs, String noise, long from, long to) {

    static Claim of(String what, Histogram histogram, long recorded, long leastNs, long mostNs, String noise) {
        return new Claim(
                what,
                leastNs,
                mostNs,
                noise,
                histogram.lowestEquivalentValue(recorded),
                histogram.highestEquivalentValue(recorded));
    }

    static Claim atPercentile(
            String latency, double percentile, Histogram histogram, long leastNs, long mostNs, String noise) {
        String what = String.format(Locale.ROOT, "%s, p%s", latency, text(percentile));
        return of(what, histogram, histogram.getValueAtPercentile(percentile), leastNs, mostNs, noise);
    }

    private static String text(double percentile) {
        return percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
    }

    boolean isBelow() {
        return to < leastNs;
    }

    boolean isAbove() {
        return from > mostNs;
    }

    String belowSentence() {
        return String.format(
                Locale.ROOT,
                "%s: %s ms came back where the broker took at least %s ms; a latency must never come back shorter than it was.",
                what,
                millis(to),
                millis(leastNs));
    }

    String aboveSentence(int tries) {
        return String.format(
                Locale.ROOT,
                "%s: %s ms came back, in the last of %d tries as in those before, and at most %s ms are explained: by the"
                        + " broker, and %s.",
                what,
                millis(from),
                tries,
                millis(mostNs),
                noise);
    }

    /** The middle of what is recorded, for the table. */
    String measuredMillis() {
        return millis(from + (to - from) / 2);
    }

    static String millis(long ns) {
        return String.format(Locale.ROOT, "%.3f", ns / 1e6);
    }
}
