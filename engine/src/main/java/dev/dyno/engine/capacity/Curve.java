package dev.dyno.engine.capacity;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Share of messages beyond the limit of one objective, or its mean, as a function of the rate. It is fitted to visits at rates
 * near the capacity, at which the share is the one allowed.
 *
 * <p>Model: x messages beyond of n have the mean n p g(u), with p the share allowed, and g(u) = M / (1 + (M - 1) e^-u), which is
 * e^u for small shares and ends at M = 1 / p, where all are beyond: a logistic curve. u is 0 at the capacity θ. A {@link
 * CurveShape} with one parameter, the slope, computes u from the rate.
 *
 * <p>Error: messages beyond come in clumps (Aldous, "Probability Approximations via the Poisson Clumping Heuristic", 1989), so
 * their variance is φ times that of independent ones. φ is estimated from one sum for each visit: a visit is a batch far longer
 * than a clump, and between two visits the load settles, so the method is that of batch means (Law, "Simulation Modeling and
 * Analysis", chapter 9) in the frame of quasi-likelihood (McCullagh and Nelder, "Generalized Linear Models", chapter 9). An end
 * of the interval is the θ whose score, the sum of x less its mean with the best slope for that θ, is as far from zero as the
 * quantile of Student's distribution. The variance is the one expected under that θ, not the one observed: if a rate had no clump
 * yet, the clumps at higher rates show how little that means.
 */
final class Curve {

    /** Ratio to the value allowed at which the curve ends, if that value is 1 or more; otherwise it ends at 1 / allowed. */
    private static final double LARGEST_RATIO = 100;

    /** Maximum distance of an end from the estimate, as ln of the rate. */
    private static final double FARTHEST = 2;

    /** Range in which the capacity is sought, below the lowest rate visited and above the highest one, as ln of the rate. */
    private static final double BELOW = 1.5;

    private static final double ABOVE = 0.5;

    private static final int HALVINGS = 45;
    private static final double TOLERANCE = 5e-6;
    private static final double SLOPE_TOLERANCE = 1e-4;

    private final double[] logRate;
    private final double[] counted;
    private final double[] beyond;
    private final double most;
    private CurveShape shape;
    private double slope = 30;
    private double information;
    private double score;

    /** ln of the capacity that fits best. */
    private final double best;

    private final double bestSlope;
    /** φ in units of the shape's clumps; {@link #dispersion} is φ at the capacity. */
    private final double variance;

    final double dispersion;
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
     * @param points sums of visits, of which at least one met and at least one missed
     * @param objective that the curve is about
     * @param ceiling rate achieved in an overload; 0 or infinite if unknown
     * @param isByStandstills whether single standstills put the messages beyond the limit
     */
    Curve(List<Point> points, CapacityGoal.Objective objective, double ceiling, boolean isByStandstills) {
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
            // Counted in messages allowed: at θ, one message beyond is expected for each.
            counted[i] = point.counted() * allowed;
            beyond[i] = Math.min(point.beyond(), counted[i] * most);
            lowest = Math.min(lowest, logRate[i]);
            highest = Math.max(highest, logRate[i]);
        }
        boolean hasCeiling = ceiling > 0 && ceiling < Double.POSITIVE_INFINITY;
        CurveShape.Queue queue =
                CurveShape.Queue.of(Math.log(most), ceiling, objective.kind() == CapacityGoal.Kind.SHARE);
        shape = isByStandstills && hasCeiling ? new CurveShape.Standing(Math.log(ceiling)) : queue;
        best = root(0, lowest - BELOW, highest + ABOVE);
        score(best);
        bestSlope = slope;
        shape = shape == queue ? queue.around(best, bestSlope) : shape;
        double squares = 0;
        double weights = 0;
        double weightSquares = 0;
        for (int i = 0; i < size; i++) {
            double g = ratio(logRate[i], best);
            double down = 1 / shape.clump(logRate[i], g);
            double weight = counted[i] * g * down * (1 - g / most);
            squares += Math.pow((beyond[i] - counted[i] * g) * down, 2);
            weights += weight;
            weightSquares += weight * weight;
        }
        // Effective number of visits: a curve that jumps between two visits fits both, whatever their errors are.
        double effective = weightSquares > 0 ? weights * weights / weightSquares : 1;
        freedom = Math.max(1, effective - 2);
        variance = weights > 0 ? Math.max(1, squares / weights * effective / freedom) : 1;
        dispersion = variance * shape.clump(best, 1);
    }

    double theta() {
        return Math.exp(best);
    }

    /** Change of ln of the share per change of ln of the rate, at the capacity. */
    double slope() {
        return shape.atTheta(best, bestSlope);
    }

    /**
     * End of the interval, in messages a second.
     *
     * @param error probability that the end is on the wrong side of the true value
     * @param isLow whether it is the lower end
     */
    double end(double error, boolean isLow) {
        double t = TDistribution.of(freedom).inverseSurvivalProbability(error);
        // With a θ too low, the mean is too high and the score negative.
        double sign = isLow ? -1 : 1;
        double step = 0.2 / slope();
        double distance = step;
        // The crossing nearest to the estimate counts: far away, a flat curve fits any visits.
        while (distance < FARTHEST && sign * standardized(best + sign * distance) < t) {
            step *= 1.3;
            distance += step;
        }
        double far = best + sign * distance;
        double near = far - sign * step;
        return Math.exp(isLow ? root(-t, far, near) : root(t, near, far));
    }

    private double ratio(double logOfRate, double logTheta) {
        return most / (1 + (most - 1) * Math.exp(-shape.u(logOfRate, logTheta, slope)));
    }

    /** ln of the θ at which the standardized score is z, by halving the range; the score grows with θ. */
    private double root(double z, double from, double to) {
        double low = from;
        double high = to;
        for (int i = 0; i < HALVINGS && high - low > TOLERANCE; i++) {
            double middle = (low + high) / 2;
            score(middle);
            if (score < z * Math.sqrt(variance * information)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private double standardized(double logTheta) {
        score(logTheta);
        return score / Math.sqrt(variance * information);
    }

    /** Computes score and information of ln θ, with the slope that fits it best, by Newton's method within halved bounds. */
    private void score(double logTheta) {
        double flattest = shape.flattest(logTheta);
        double steepest = shape.steepest();
        double least = flattest;
        double largest = steepest;
        slope = Math.max(least, Math.min(largest, slope));
        for (int i = 0; i < HALVINGS; i++) {
            double sum = 0;
            double slopeScore = 0;
            double aa = 0;
            double ab = 0;
            double bb = 0;
            for (int k = 0; k < logRate.length; k++) {
                double g = ratio(logRate[k], logTheta);
                double z = shape.bySlope(logRate[k], logTheta, slope);
                double down = 1 / shape.clump(logRate[k], g);
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
                // A slope at its bound counts as known.
                boolean isFree = slope > flattest * 1.01 && slope < steepest * 0.99;
                information = isFree ? Math.max(aa - ab * ab / bb, aa * 1e-9) : aa;
                return;
            }
            slope = next;
        }
    }
}
