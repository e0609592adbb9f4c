package dev.dyno.engine.capacity;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Share beyond the limit of one objective as a function of the rate, near the rate at which it is the share allowed, fitted to
 * several visits of rates.
 *
 * <p>Model: x messages beyond of n have the mean n p g(u), with p the share allowed, u = b ln(rate / θ), and g(u) = M / (1 + (M -
 * 1) e^-u), which is e^u for small shares and ends at M = 1 / p, where all are beyond: a logistic curve. θ is the capacity. For a
 * queue, ln of the share is nearly linear in the rate below saturation (Kingman, "On queues in heavy traffic", 1962). Where the
 * services have a heavy tail it is convex, as single long ones count at all rates. There z / (1 - k z) stands for z = ln(rate / θ),
 * with the k by which nearly all messages are beyond at the rate of an overload, and 0 where the slope alone reaches that.
 *
 * <p>Error: messages beyond come in clumps (Aldous, "Probability Approximations via the Poisson Clumping Heuristic", 1989), so
 * their variance is φ times that of independent ones. φ is estimated from one sum for each visit: a visit is a batch far longer
 * than a clump, and between two visits the load settles, so the method is that of batch means (Law, "Simulation Modeling and
 * Analysis", chapter 9) in the frame of quasi-likelihood (McCullagh and Nelder, "Generalized Linear Models", chapter 9). An end of
 * the interval is the θ whose score, the sum of x less its mean with the best b for that θ, is as far from zero as the quantile of
 * Student's distribution. The variance is that under the θ in question, not that of what was seen: where no clump has come yet,
 * the clumps of higher rates say how little that means.
 */
final class Curve {

    /** Range of slopes: a share that grows as the rate does, and one that jumps within a thousandth of the rate. */
    private static final double FLATTEST = 1;

    private static final double STEEPEST = 4000;

    /**
     * Minimum slope of an end, as a part of the mean slope between the capacity and the ceiling of an overload, where all messages
     * are beyond.
     */
    private static final double PART_OF_MEAN_SLOPE = 0.25;

    /** Minimum distance from the capacity to that ceiling, as ln of the rate. */
    private static final double LEAST_DISTANCE = 0.005;

    /** Fits of the bend, each by the slope of the one before. */
    private static final int BENDS = 4;

    /** Minimum distance that a bend takes for that to the ceiling, which is known to a percent or so. */
    private static final double LEAST_ROOM = 0.05;

    private static final double LEAST_BENT = 0.1;

    /** Ratio to what is allowed at which the curve ends, where that is no share. */
    private static final double LARGEST_RATIO = 100;

    /** Distance of ends from the estimate, as ln of the rate, at most. */
    private static final double FARTHEST = 1;

    private static final int HALVINGS = 45;
    private static final double TOLERANCE = 5e-6;
    private static final double SLOPE_TOLERANCE = 1e-4;

    private final double[] logRate;
    private final double[] counted;
    private final double[] beyond;
    private final double most;
    private double slope = 30;
    private double information;
    private double score;

    final double theta;
    private final double bestSlope;
    final double dispersion;
    private double flattest = FLATTEST;
    private double bend;
    private final double freedom;

    /**
     * Sums of one visit.
     *
     * @param perSecond rate
     * @param beyond messages beyond the limit
     * @param counted messages
     */
    record Point(double perSecond, double beyond, double counted) {}

    /**
     * @param points at least one with fewer beyond than allowed, and one with more
     * @param objective whose share is allowed at the capacity
     * @param ceiling rate achieved in an overload
     */
    Curve(List<Point> points, CapacityGoal.Objective objective, double ceiling) {
        double allowed = objective.allowed();
        int size = points.size();
        logRate = new double[size];
        counted = new double[size];
        beyond = new double[size];
        most = allowed < 1 ? 1 / allowed : LARGEST_RATIO;
        double lowest = Double.POSITIVE_INFINITY;
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            Point point = points.get(i);
            logRate[i] = Math.log(point.perSecond());
            // In units of the messages allowed: the mean is 1 for each at θ.
            counted[i] = point.counted() * allowed;
            beyond[i] = Math.min(point.beyond(), counted[i] * most);
            lowest = Math.min(lowest, logRate[i]);
            highest = Math.max(highest, logRate[i]);
        }
        double best = root(0, lowest - 0.5, highest + 0.5);
        score(best);
        for (int i = 0; objective.kind() == CapacityGoal.Kind.SHARE && ceiling > 0 && i < BENDS; i++) {
            double room = Math.max(LEAST_ROOM, Math.log(ceiling) - best);
            bend = Math.max(0, 1 - slope * room / Math.log(most)) / room;
            best = root(0, lowest - 0.5, highest + 0.5);
            score(best);
        }
        theta = Math.exp(best);
        bestSlope = slope;
        double squares = 0;
        double weights = 0;
        double weightSquares = 0;
        for (int i = 0; i < size; i++) {
            double u = bestSlope * bent(logRate[i] - best);
            double g = curve(u);
            double weight = counted[i] * Math.sqrt(g) * (1 - g / most);
            squares += Math.pow(beyond[i] - counted[i] * g, 2) / g;
            weights += weight;
            weightSquares += weight * weight;
        }
        double effective = weights * weights / weightSquares;
        freedom = Math.max(1, effective - 2);
        dispersion = Math.max(1, squares / weights * effective / freedom);
        double distance = Math.max(LEAST_DISTANCE, Math.log(ceiling) - best);
        flattest = Math.min(bestSlope, Math.max(FLATTEST, PART_OF_MEAN_SLOPE * Math.log(most) / distance));
    }

    double slope() {
        return bestSlope;
    }

    /**
     * End of the interval, in messages a second.
     *
     * @param error share of such ends on the wrong side of the true value
     * @param isLow whether it is the lower end
     */
    double end(double error, boolean isLow) {
        double t = TDistribution.of(freedom).inverseSurvivalProbability(error);
        double best = Math.log(theta);
        // With a θ too low, the mean is too high and the score negative.
        double sign = isLow ? -1 : 1;
        double step = 0.2 / bestSlope;
        double distance = step;
        // The first crossing: far away, a flat curve fits whatever was seen.
        while (distance < FARTHEST && sign * standardized(best + sign * distance) < t) {
            step *= 1.3;
            distance += step;
        }
        double far = best + sign * distance;
        double near = far - sign * step;
        return Math.exp(isLow ? root(-t, far, near) : root(t, near, far));
    }

    private double bent(double z) {
        return z / Math.max(LEAST_BENT, 1 - bend * z);
    }

    private double curve(double u) {
        return most / (1 + (most - 1) * Math.exp(-u));
    }

    /** The logarithm of θ at which the standardized score is z; the score grows with θ. */
    private double root(double z, double from, double to) {
        double low = from;
        double high = to;
        for (int i = 0; i < HALVINGS && high - low > TOLERANCE; i++) {
            double middle = (low + high) / 2;
            score(middle);
            if (score < z * Math.sqrt(dispersion * information)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private double standardized(double logTheta) {
        score(logTheta);
        return score / Math.sqrt(dispersion * information);
    }

    /** Score of ln θ and its information, after the slope that fits best with it: Newton's method within halved bounds. */
    private void score(double logTheta) {
        double least = flattest;
        double largest = STEEPEST;
        for (int i = 0; i < HALVINGS; i++) {
            double sum = 0;
            double slopeScore = 0;
            double aa = 0;
            double ab = 0;
            double bb = 0;
            for (int k = 0; k < logRate.length; k++) {
                double z = bent(logRate[k] - logTheta);
                double g = curve(slope * z);
                double down = 1 / Math.sqrt(g);
                double residual = (beyond[k] - counted[k] * g) * down;
                double weight = counted[k] * g * down * (1 - g / most);
                sum += residual;
                slopeScore += residual * z;
                aa += weight;
                ab += weight * z;
                bb += weight * z * z;
            }
            score = sum;
            information = aa;
            if (slopeScore > 0) {
                least = slope;
            } else {
                largest = slope;
            }
            double next = largest <= least ? least : slope + slopeScore / bb;
            if (largest > least && !(next > least && next < largest)) {
                next = Math.sqrt(least * largest);
            }
            if (Math.abs(next - slope) < SLOPE_TOLERANCE * slope) {
                // At a bound of the slope, it is as if it were known.
                boolean isFree = slope > flattest * 1.01 && slope < STEEPEST * 0.99;
                information = isFree ? Math.max(aa - ab * ab / bb, aa * 1e-9) : aa;
                return;
            }
            slope = next;
        }
    }
}
