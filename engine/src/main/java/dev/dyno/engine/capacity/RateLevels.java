package dev.dyno.engine.capacity;

/** Rates of the refinement, on both sides of a middle that follows the estimate. */
final class RateLevels {

    /**
     * Distances of the rates from the middle, relative to the outermost one. They go up and down, so that a rate is reached from
     * below and from above, and lie on both sides of the middle, so that the slope can be fitted.
     */
    private static final double[] LEVELS = {-1, -1.0 / 3, 1.0 / 3, 1, 1.0 / 3, -1.0 / 3};

    private static final double TOP_LEVEL = 1.5;

    /** Range of the distance of the outermost rates from the middle that the curve's slope decides, in precisions. */
    private static final double LEAST_REACH = 0.2;

    private static final double LARGEST_REACH = 1.5;

    /**
     * Minimum distance of the outermost rates from the middle as a part of the interval's width, up to {@link #LARGEST_PART} of
     * the rate: in a wide interval, rates that are close together would leave the slope open.
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

    /** Moves the middle towards the estimate and returns the next rate. */
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
