package dev.dyno.engine.capacity;

/** Range of rates between the highest that met the objectives and the lowest that missed them, and the next rate to narrow it. */
final class Bracket {

    /** First rates, relative to a rate just below the ceiling, which is the rate achieved in an overload. */
    private static final double[] LADDER = {0.25, 0.5, 0.75};

    /** Rates below this part of the ceiling are far from it. */
    private static final double FAR_BELOW = 0.9;

    private static final double SHRINKING = 4;

    /** First step outwards from the ceiling, as a share of the rate. A bracket at most 1.5 times as wide is narrow. */
    private static final double FIRST_WIDTH = 0.04;

    /** Highest rate that met the objectives; 0 if none has. */
    double low;
    /** Lowest rate that missed an objective; infinite if none has. */
    double high = Double.POSITIVE_INFINITY;

    private double stride = FIRST_WIDTH;

    void add(double perSecond, boolean isMet) {
        low = isMet ? Math.max(low, perSecond) : low;
        high = isMet ? high : Math.min(high, perSecond);
    }

    /** Forgets the rates that missed, because the given one has met: the search goes on above it. */
    void reopen(double met) {
        low = met;
        high = Double.POSITIVE_INFINITY;
        stride = FIRST_WIDTH;
    }

    boolean isNarrow() {
        return low > 0 && high <= low * (1 + 1.5 * FIRST_WIDTH);
    }

    double middle() {
        return Math.sqrt(low * high);
    }

    static boolean isFarBelow(double perSecond, double ceiling) {
        return perSecond < FAR_BELOW * ceiling;
    }

    /** Whether the next rate is one of the first ones, which do not count towards the time of the search. */
    boolean isOnLadder(double next, double ceiling) {
        return high == Double.POSITIVE_INFINITY && next < center(ceiling);
    }

    /**
     * Next rate to ask: first those of {@link #LADDER}, then steps outwards from the ceiling, each twice as wide, then the
     * middle. While all rates missed, it is a quarter of the lowest one.
     */
    double next(double ceiling) {
        double center = center(ceiling);
        if (low == 0 && high < Double.POSITIVE_INFINITY) {
            return high / SHRINKING;
        }
        if (low > 0 && (low >= center || (high <= center && !isFarBelow(low, center)))) {
            double rate =
                    low >= center ? Math.min(low * (1 + stride), middle()) : Math.max(high / (1 + stride), middle());
            stride *= 2;
            return rate;
        }
        if (high <= center) {
            return middle();
        }
        for (double part : LADDER) {
            if (part * center > low) {
                return part * center;
            }
        }
        return center;
    }

    private static double center(double ceiling) {
        return ceiling * (1 - FIRST_WIDTH / 2);
    }
}
