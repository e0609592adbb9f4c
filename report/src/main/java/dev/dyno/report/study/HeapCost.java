package dev.dyno.report.study;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Heap used per message that a broker holds, as a line through measured points of runs.
 *
 * <p>Each run gives one point: {@code x} messages that the broker held, and {@code y} bytes of heap in use at that time
 * after a collection ({@link HeapAtBacklog}). Least squares give the line {@code y = base + perMessage * x}:
 *
 * <pre>
 *   perMessage = sum((x - meanX) * (y - meanY)) / sum((x - meanX)^2)     bytes a message
 *   base       = meanY - perMessage * meanX                             bytes of a broker that holds nothing
 *   spread     = sqrt(sum((y - base - perMessage * x)^2) / (n - 2))     bytes by which points miss the line
 * </pre>
 *
 * <p>The safe number of messages fills the usable share of the heap: {@code (heap * usable - base) / perMessage}. The ends of
 * its interval are the numbers at which the confidence bounds of the line reach that much heap (Fieller's): with {@code d}
 * messages more than meanX, {@code h} the bytes to be filled and {@code t} the quantile of Student's distribution with n - 2
 * degrees of freedom, they are meanX plus the solutions of
 *
 * <pre>
 *   (h - meanY - perMessage * d)^2 = t^2 * spread^2 * (1/n + d^2 / sum((x - meanX)^2))
 * </pre>
 *
 * <p>If the slope cannot be distinguished from 0 at that confidence, no number of messages is known to be unsafe, and there is no
 * answer.
 *
 * @param points number of runs
 * @param slopeSquares sum((x - meanX)^2)
 * @param quantile t
 */
record HeapCost(
        int points,
        double base,
        double perMessage,
        double spread,
        double meanX,
        double meanY,
        double slopeSquares,
        double quantile) {

    /** Minimum number of points: a line through two has no spread. */
    static final int LEAST_POINTS = 3;

    private static final double CONFIDENCE = 0.95;

    record Point(double held, double heapBytes) {}

    /** @param messages number of messages that are safe, with the ends of its interval */
    record Safe(double messages, double lowest, double highest) {}

    /** The line; empty with fewer points than {@link #LEAST_POINTS}, or if all have one number of messages. */
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
                meanY - slope * meanX,
                slope,
                Math.sqrt(squares / (n - 2)),
                meanX,
                meanY,
                xx,
                TDistribution.of(n - 2).inverseSurvivalProbability((1 - CONFIDENCE) / 2)));
    }

    /** Half width of the interval of the bytes per message, at {@link #CONFIDENCE}. */
    double perMessageHalfWidth() {
        return quantile * spread / Math.sqrt(slopeSquares);
    }

    /** Whether the cost of a message is surely above 0. */
    boolean isClear() {
        return perMessage > perMessageHalfWidth();
    }

    /**
     * Number of messages that fill the given heap; empty if unknown.
     *
     * @param bytes bytes of heap that may be in use
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
