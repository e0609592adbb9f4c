package dev.dyno.report.study;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a held message costs of a broker's heap, as a line through what runs have shown.
 *
 * <p>Of each run there is one point: {@code x} messages that the broker held, and {@code y} bytes of heap that were in use then
 * after a collection ({@link Held}). Least squares give the line {@code y = base + perMessage * x}:
 *
 * <pre>
 *   perMessage = sum((x - meanX) * (y - meanY)) / sum((x - meanX)^2)     bytes a message
 *   base       = meanY - perMessage * meanX                             bytes of a broker that holds nothing
 *   spread     = sqrt(sum((y - base - perMessage * x)^2) / (n - 2))     bytes by which points miss the line
 * </pre>
 *
 * <p>Safe is as much as fills the usable share of the heap: {@code (heap * usable - base) / perMessage} messages. Its interval are
 * the numbers of messages at which the bounds of the line itself reach that much heap (Fieller's): with {@code d} messages more
 * than meanX, {@code h} the bytes to be filled and {@code t} the quantile of Student's distribution with n - 2 degrees of freedom,
 * the solutions of
 *
 * <pre>
 *   (h - meanY - perMessage * d)^2 = t^2 * spread^2 * (1/n + d^2 / sum((x - meanX)^2))
 * </pre>
 *
 * <p>Where the slope cannot be told from none at that confidence, no number of messages is known to be unsafe, and there is no
 * answer.
 *
 * @param points how many runs
 * @param mostHeld the greatest x: beyond it, the line is only drawn on
 * @param slopeSquares sum((x - meanX)^2)
 * @param quantile t
 */
record HeapCost(
        int points,
        double mostHeld,
        double base,
        double perMessage,
        double spread,
        double meanX,
        double meanY,
        double slopeSquares,
        double quantile) {

    /** A line through two points has no spread. */
    static final int LEAST_POINTS = 3;

    private static final double CONFIDENCE = 0.95;

    /** What one run has shown. */
    record Point(double held, double heapBytes) {}

    /** @param messages that are safe, with the interval around them */
    record Safe(double messages, double lowest, double highest) {}

    /** Empty with fewer than {@link #LEAST_POINTS}, or if all of them held the same. */
    static Optional<HeapCost> of(List<Point> points) {
        int n = points.size();
        double meanX = points.stream().mapToDouble(Point::held).average().orElse(0);
        double meanY = points.stream().mapToDouble(Point::heapBytes).average().orElse(0);
        double xx = 0;
        double xy = 0;
        for (Point point : points) {
            xx += (point.held - meanX) * (point.held - meanX);
            xy += (point.held - meanX) * (point.heapBytes - meanY);
        }
        if (n < LEAST_POINTS || xx == 0) {
            return Optional.empty();
        }
        double slope = xy / xx;
        double squares = 0;
        for (Point point : points) {
            double miss = point.heapBytes - meanY - slope * (point.held - meanX);
            squares += miss * miss;
        }
        return Optional.of(new HeapCost(
                n,
                points.stream().mapToDouble(Point::held).max().orElse(0),
                meanY - slope * meanX,
                slope,
                Math.sqrt(squares / (n - 2)),
                meanX,
                meanY,
                xx,
                TDistribution.of(n - 2).inverseSurvivalProbability((1 - CONFIDENCE) / 2)));
    }

    /** By how much the bytes of a message may be more or less, at the confidence. */
    double perMessageHalfWidth() {
        return quantile * spread / Math.sqrt(slopeSquares);
    }

    /** Whether a message surely costs something. */
    boolean isClear() {
        return perMessage > perMessageHalfWidth();
    }

    /**
     * How many messages fill so much heap; empty where that cannot be told.
     *
     * @param bytes of heap that may be in use
     */
    Optional<Safe> safe(double bytes) {
        if (!isClear()) {
            return Optional.empty();
        }
        double h = bytes - meanY;
        double error = quantile * quantile * spread * spread;
        // a d^2 - 2 b d + c = 0; a is above zero, because the slope is clear.
        double a = perMessage * perMessage - error / slopeSquares;
        double b = perMessage * h;
        double c = h * h - error / points;
        double root = Math.sqrt(Math.max(0, b * b - a * c));
        return Optional.of(new Safe(
                Math.max(0, (bytes - base) / perMessage),
                Math.max(0, meanX + (b - root) / a),
                Math.max(0, meanX + (b + root) / a)));
    }
}
