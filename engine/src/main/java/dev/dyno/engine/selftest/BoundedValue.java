package dev.dyno.engine.selftest;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A value of a histogram and the bounds it must be in. A recorded value stands for all values with the same three digits, so it
 * is an untruth only if none of these is in bounds.
 *
 * @param what the latency and the percentile
 * @param leastNs lowest value that the broker's behaviour allows
 * @param mostNs highest value that the broker's behaviour and the noise of this machine allow
 * @param noise the part of {@code mostNs} that is noise, in words
 * @param from the lowest value that the recorded one stands for
 * @param to the highest value that the recorded one stands for
 */
record BoundedValue(String what, long leastNs, long mostNs, String noise, long from, long to) {

    static BoundedValue of(String what, Histogram histogram, long recorded, long leastNs, long mostNs, String noise) {
        return new BoundedValue(
                what,
                leastNs,
                mostNs,
                noise,
                histogram.lowestEquivalentValue(recorded),
                histogram.highestEquivalentValue(recorded));
    }

    static BoundedValue atPercentile(
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
                "%s: %s ms came back where the broker took at least %s ms; a latency must never be reported shorter"
                        + " than it was.",
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

    /** Middle of the recorded range, for the table. */
    String measuredMillis() {
        return millis(from + (to - from) / 2);
    }

    static String millis(long ns) {
        return String.format(Locale.ROOT, "%.3f", ns / 1e6);
    }
}
