package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.CapacityStep.Purpose;
import org.apache.commons.statistics.distribution.TDistribution;

/** One step of a search in progress: sums of its seconds after the time to settle. */
final class Visit {

    /** Share of the messages due: if fewer are done, the rate was not achieved. */
    private static final double LEAST_ACHIEVED = 0.995;

    /** Probability that a backlog which does not grow in the long run seems to grow, by chance, so that the rate misses. */
    private static final double BACKLOG_ERROR = 0.001;

    /**
     * Share of messages beyond the limit, or of those due and not done ({@link #SLOW}), above which a second in which the backlog
     * grew is an overload.
     */
    private static final double LATE = 0.5;

    private static final double SLOW = 0.1;
    private static final int LEAST_BATCHES = 3;
    private static final int SECONDS_OF_OVERLOAD = 2;

    /** Messages by which the number in flight may differ from second to second. */
    private static final int SOME = 10;

    final Purpose purpose;
    final double perSecond;
    final long fromNs;
    final double[] beyond;
    final double[] counted;
    final double[] farBeyond;
    /** Sums of the seconds' values, for the interval of a mean. */
    private final double[] values;

    private final double[] squares;
    private final int[] batches;
    long countedFromNs;
    long toNs;
    long outstanding;
    int seconds;
    boolean isSettled;
    private long due;
    private long done;
    long failed;
    private double growth;
    private double growthSquares;
    private int overloadedSeconds;
    private int secondsOfGrowth;
    private int secondsMissed;
    /** Whether a sum or a maximum reached the limit of its objective. */
    boolean isExceeded;

    /** @param outstanding messages outstanding at the beginning */
    Visit(Purpose purpose, double perSecond, long fromNs, long outstanding, int objectives) {
        this.purpose = purpose;
        this.perSecond = perSecond;
        this.fromNs = fromNs;
        this.outstanding = outstanding;
        beyond = new double[objectives];
        counted = new double[objectives];
        farBeyond = new double[objectives];
        values = new double[objectives];
        squares = new double[objectives];
        batches = new int[objectives];
        countedFromNs = fromNs;
        toNs = fromNs;
        isSettled = purpose != Purpose.HOLD && purpose != Purpose.CONFIRM;
    }

    /** A copy that begins now: it leaves out the sums of the seconds until now. */
    Visit settled() {
        Visit rest = new Visit(purpose, perSecond, fromNs, outstanding, beyond.length);
        rest.countedFromNs = toNs;
        rest.toNs = toNs;
        rest.overloadedSeconds = overloadedSeconds;
        rest.isSettled = true;
        return rest;
    }

    /** @param calm maximum of the messages outstanding at the end of an ordinary second */
    void add(CapacitySecond second, double calm, CapacityGoal goal) {
        boolean isLate = false;
        boolean misses = false;
        for (int i = 0; i < beyond.length; i++) {
            CapacitySecond.Tally tally = second.tallies().get(i);
            CapacityGoal.Objective objective = goal.objectives().get(i);
            isLate |= add(i, tally, objective);
            misses |= tally.counted() > 0 && tally.beyond() >= tally.counted() * objective.allowed();
        }
        secondsMissed += misses ? 1 : 0;
        double change = second.outstanding() - outstanding;
        boolean isOverload =
                change > 0 && second.outstanding() > calm && (isLate || second.done() < second.due() * (1 - SLOW));
        overloadedSeconds = isOverload || isOverloaded() ? overloadedSeconds + 1 : 0;
        secondsOfGrowth += change > 0 ? 1 : 0;
        growth += change;
        growthSquares += change * change;
        due += second.due();
        done += second.done();
        failed += second.failed();
        outstanding = second.outstanding();
        toNs = second.endNs();
        seconds++;
    }

    /** Adds the tally of a second for one objective; returns whether far more was beyond the limit than is allowed. */
    private boolean add(int i, CapacitySecond.Tally tally, CapacityGoal.Objective objective) {
        if (!objective.hasCurve()) {
            boolean isSum = objective.kind() == CapacityGoal.Kind.SUM;
            beyond[i] = isSum ? beyond[i] + tally.beyond() : Math.max(beyond[i], tally.beyond());
            counted[i] = Math.max(counted[i], tally.counted());
            isExceeded |= beyond[i] >= objective.allowed();
            return false;
        }
        beyond[i] += tally.beyond();
        counted[i] += tally.counted();
        farBeyond[i] += tally.farBeyond();
        if (tally.counted() > 0) {
            double value = tally.beyond() / tally.counted();
            values[i] += value;
            squares[i] += value * value;
            batches[i]++;
        }
        return tally.beyond() > tally.counted() * Math.max(LATE, 2 * objective.allowed());
    }

    /** Half the width of the interval of an objective's mean. */
    double halfInterval(int objective, double confidence) {
        return distance(values[objective], squares[objective], batches[objective], (1 - confidence) / 2);
    }

    /** Half the width of the interval of {@link #backlogPerSecond}. */
    double halfOfBacklog(double confidence) {
        return distance(growth, growthSquares, seconds, (1 - confidence) / 2);
    }

    /** Distance from its expected value that the mean of n seconds exceeds with this probability; infinite if n &lt; 3. */
    private static double distance(double sum, double squares, int n, double probability) {
        return n < LEAST_BATCHES
                ? Double.POSITIVE_INFINITY
                : Math.sqrt(Math.max(0, squares - sum * (sum / n)) / (n - 1) / n)
                        * TDistribution.of(n - 1).inverseSurvivalProbability(probability);
    }

    /** Whether seconds of overload in a row showed that the rate is too high. */
    boolean isOverloaded() {
        return overloadedSeconds >= SECONDS_OF_OVERLOAD;
    }

    boolean grewEverySecond() {
        return secondsOfGrowth == seconds;
    }

    /** Whether most seconds missed an objective, each by itself: a burst or a hiccup of the machine affects only one or two. */
    boolean missesMostSeconds() {
        return 2 * secondsMissed > seconds;
    }

    double backlogPerSecond() {
        return seconds == 0 ? 0 : growth / seconds;
    }

    double achievedPerSecond() {
        return toNs == countedFromNs ? 0 : done * 1e9 / (toNs - countedFromNs);
    }

    /**
     * Whether the rate missed whatever the shares and means are: by a clear overload, by failures, by a sum or a maximum that
     * reached its limit, or by less than 99.5 % of the due messages done while the backlog grew by more than chance explains. The
     * test by Student's t assumes that the changes of the backlog from second to second are independent; those of a bounded
     * backlog cancel out, so that it errs less often than {@link #BACKLOG_ERROR}.
     */
    boolean isMissed() {
        return isOverloaded()
                || failed > 0
                || isExceeded
                || (growth > 0
                        && done < due * LEAST_ACHIEVED
                        && growth / seconds > distance(growth, growthSquares, seconds, BACKLOG_ERROR));
    }

    /** Whether too few messages were done, perhaps by chance, so that the rate neither missed nor met. */
    boolean isOpen() {
        return !isMissed() && growth > 0 && done + SOME < due * LEAST_ACHIEVED;
    }

    /** Figure of an objective, relative to the one allowed; 0 if nothing was measured. */
    double ratio(int objective, CapacityGoal goal) {
        double allowed = counted[objective] * goal.objectives().get(objective).allowed();
        return allowed > 0 ? beyond[objective] / allowed : 0;
    }

    /** Largest {@link #ratio} of the objectives; infinite if {@link #isMissed}, at least 1 if {@link #isOpen}. */
    double worst(CapacityGoal goal) {
        double worst = isMissed() ? Double.POSITIVE_INFINITY : isOpen() ? 1 : 0;
        for (int i = 0; i < beyond.length; i++) {
            worst = Math.max(worst, ratio(i, goal));
        }
        return worst;
    }
}
