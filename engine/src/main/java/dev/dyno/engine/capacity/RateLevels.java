package dev.dyno.engine.capacity;

/** Rates of the refinement: in turns above and below a middle that follows the estimate. */
final class RateLevels {

    /**
     * Rates as ln of their share relative to the one allowed. Up and down, so that rates are reached from both sides; on both sides,
     * so that the slope is known.
     */
    private static final double[] LEVELS = {-1, -1.0 / 3, 1.0 / 3, 1, 1.0 / 3, -1.0 / 3};

    private static final double TOP_LEVEL = 1.5;

    /** Distance of the outermost levels by the slope of the curve, in precisions. */
    private static final double LEAST_REACH = 0.2;

    private static final double LARGEST_REACH = 1.5;

    /**
     * Distance of these as a part of the interval, and at most: where little is known, rates that are nearly the same would leave
     * the slope open.
     */
    private static final double PART_OF_WIDTH = 0.15;

    private static final double LARGEST_PART = 0.09;

    private final CapacityGoal goal;
    double middle;
    private int level;

    RateLevels(CapacityGoal goal) {
        this.goal = goal;
        middle = goal.startPerSecond();
    }

    void around(double perSecond) {
        middle = perSecond;
    }

    /** Next rate, after the middle came nearer to the estimate. */
    double next(Evidence evidence) {
        double ofSlope = TOP_LEVEL / evidence.slope / goal.precision();
        double reach = Math.max(
                Math.max(LEAST_REACH, Math.min(LARGEST_REACH, ofSlope)) * goal.precision(),
                Math.min(LARGEST_PART, evidence.width() * PART_OF_WIDTH));
        if (evidence.estimate < Double.POSITIVE_INFINITY) {
            double farthest = middle * Math.max(goal.precision(), reach);
            middle = Math.max(middle - farthest, Math.min(middle + farthest, evidence.estimate));
        }
        double rate = middle * (1 + reach * LEVELS[level++ % LEVELS.length]);
        return Math.max(goal.lowestPerSecond(), Math.min(rate, goal.highestPerSecond()));
    }
}
