package dev.dyno.engine.capacity;

import dev.dyno.model.result.Unit;
import java.util.List;
import java.util.Locale;

/**
 * Objectives, rates and limits of a search. Rates are messages a second, over all producers.
 *
 * @param objectives that must be met; empty: only the rate must be achieved, without a growing backlog and without failures
 * @param startPerSecond first rate, above 0
 * @param lowestPerSecond lowest rate to hold; if it misses, the answer is that no rate holds
 * @param highestPerSecond highest rate to ask
 * @param precision width of the interval to reach, as a share of the estimate, above 0 and below 1
 * @param confidence of the interval, at least 0.5 and below 1
 * @param withinNs longest time of the search in ns, without the warm-up and the first rates
 */
public record CapacityGoal(
        List<Objective> objectives,
        double startPerSecond,
        double lowestPerSecond,
        double highestPerSecond,
        double precision,
        double confidence,
        long withinNs) {

    public static final double LOWEST_PER_SECOND = 10;

    public CapacityGoal {
        objectives = List.copyOf(objectives);
        if (!(lowestPerSecond > 0 && lowestPerSecond <= startPerSecond && startPerSecond <= highestPerSecond)) {
            throw new IllegalArgumentException("rates of the search: " + lowestPerSecond + ", " + startPerSecond + ", "
                    + highestPerSecond + "; must be above 0 and in order: lowest, first, highest");
        }
        if (!(precision > 0 && precision < 1)) {
            throw new IllegalArgumentException("precision: " + precision + "; must be above 0 and below 1");
        }
        if (!(confidence >= 0.5 && confidence < 1)) {
            throw new IllegalArgumentException("confidence: " + confidence + "; must be at least 0.5 and below 1");
        }
    }

    /** Lowest rate of a drain: at most {@link #LOWEST_PER_SECOND}, even if the search asks only higher rates. */
    double drainPerSecond() {
        return Math.min(LOWEST_PER_SECOND, lowestPerSecond);
    }

    /** Number of objectives whose figure is a curve over the rate: shares and means, but not sums and maxima. */
    long curves() {
        return objectives.stream().filter(Objective::hasCurve).count();
    }

    /** Way in which the seconds of a step make the figure that decides an objective. */
    public enum Kind {
        /** Share of messages: those beyond a limit, divided by all. */
        SHARE,
        /** Mean: sum of values, divided by their number or by the time. */
        MEAN,
        /** Sum of the seconds' values. */
        SUM,
        /** Largest of the seconds' values. */
        MOST
    }

    /**
     * Objective as a figure of a step that must stay below a limit. For p99 &lt; 20 ms it is the number of messages at or above
     * 20 ms, divided by that of all messages, and must stay below 0.01.
     *
     * @param name in the words of the user
     * @param allowed limit that the figure must stay below; above 0
     * @param unit of the figure
     */
    public record Objective(String name, double allowed, Kind kind, Unit unit) {
        public Objective {
            if (!(allowed > 0)) {
                throw new IllegalArgumentException(name + ": allows " + allowed + "; must be above 0");
            }
        }

        boolean hasCurve() {
            return kind == Kind.SHARE || kind == Kind.MEAN;
        }

        /** Value of the figure in a step, as part of a sentence. */
        String sentence(double value) {
            return kind == Kind.SHARE
                    ? String.format(Locale.ROOT, "%s: %.3g beyond, %.3g allowed", name, value, allowed)
                    : name + ": " + unit.text(value);
        }
    }
}
