package dev.dyno.engine.capacity;

/**
 * Rates of the warm-up, which comes before the time of the search: they double until one overloads the broker; gentle overloads
 * follow until the broker becomes no faster or the time of the warm-up is up.
 */
final class WarmUp {

    private static final long LONGEST_NS = 60_000_000_000L;
    private static final double GROWTH = 2;
    private static final int GROW_SECONDS = 2;

    /** Rate of a gentle overload, relative to the highest rate achieved in an overload. */
    private static final double OVERLOAD = 1.25;

    private static final int OVERLOAD_SECONDS = 5;

    /**
     * Number of gentle overloads in a row after which the broker is warm, if none achieved more than {@link #FASTER} times the
     * best before it.
     */
    private static final int LEVEL_OVERLOADS = 2;

    private static final double FASTER = 1.05;

    private final CapacityGoal goal;
    private double fastest;
    /** Rate achieved in the last step of the warm-up, messages a second. */
    double ceiling;

    private int levelOverloads;
    boolean isOver;

    WarmUp(CapacityGoal goal) {
        this.goal = goal;
    }

    static long longestNs(long withinNs) {
        return Math.min(LONGEST_NS, withinNs);
    }

    /** Rate of a gentle overload, which shows how fast the broker is. */
    double overload() {
        return fastest * OVERLOAD;
    }

    int seconds(Visit step) {
        return isGentle(step) ? OVERLOAD_SECONDS : GROW_SECONDS;
    }

    private boolean isGentle(Visit step) {
        return step.perSecond <= overload();
    }

    /** Takes a step that has ended, and returns the rate of the next one, which counts only if the warm-up is not over. */
    double next(Visit step) {
        double achieved = step.achievedPerSecond();
        boolean isOverloaded = step.isOverloaded();
        boolean isLevel = isOverloaded && isGentle(step) && achieved <= fastest * FASTER;
        levelOverloads = isLevel ? levelOverloads + 1 : 0;
        fastest = isOverloaded ? Math.max(fastest, achieved) : fastest;
        ceiling = achieved;
        isOver = levelOverloads >= LEVEL_OVERLOADS || step.toNs >= longestNs(goal.withinNs());
        double next = isOverloaded ? Math.max(goal.drainPerSecond(), overload()) : step.perSecond * GROWTH;
        return Math.min(goal.highestPerSecond(), next);
    }
}
