package dev.dyno.engine.capacity;

/** Highest rate that met and lowest rate that missed until now, and the rate to ask next to narrow the range between them. */
final class Bracket {

    /** First rates, relative to the ceiling. */
    private static final double[] LADDER = {0.25, 0.5, 0.75};

    /** Rates below this part of the ceiling are far from it. */
    private static final double FAR_BELOW = 0.9;

    private static final double SHRINKING = 4;

    /** First step from the ceiling; a narrow bracket is at most half as wide again. */
    private static final double FIRST_WIDTH = 0.04;

    /** Highest rate that met; 0 if none has. */
    double low;
    /** Lowest rate that missed; infinite if none has. */
    double high = Double.POSITIVE_INFINITY;

    private double stride = FIRST_WIDTH;

    void add(double perSecond, boolean isMet) {
        low = isMet ? Math.max(low, perSecond) : low;
        high = isMet ? high : Math.min(high, perSecond);
    }

    /** Forgets what missed: rates up to this one meet. */
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

    /** Whether the next rate is one of those that come before the time of the search. */
    boolean isOnLadder(double next, double ceiling) {
        return high == Double.POSITIVE_INFINITY && next < center(ceiling);
    }

    /** Rates of the ladder, then steps from the ceiling outwards, each twice as wide, then halves. */
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
