package dev.dyno.engine.capacity;

import dev.dyno.model.result.Unit;
import java.util.List;
import java.util.Locale;

/**
 * Question of a search. Rates are messages a second, over all producers.
 *
 * @param objectives that must be met; empty: only the rate must be achieved, without a growing backlog and without failures
 * @param startPerSecond first rate, above 0
 * @param lowestPerSecond if this rate misses, no rate holds
 * @param highestPerSecond no higher rate is asked
 * @param precision width of the interval to reach, as a share of the estimate, above 0 and below 1
 * @param confidence of the interval, at least 0.5 and below 1
 * @param withinNs longest time of the search
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

    /** Lowest rate of a drain, also where only higher rates are of interest. */
    double drainPerSecond() {
        return Math.min(LOWEST_PER_SECOND, lowestPerSecond);
    }

    /** Objectives that have a curve of the rate: all but those that are exceeded once or never. */
    long curves() {
        return objectives.stream().filter(Objective::hasCurve).count();
    }

    /** Sums of a step's seconds that an objective is decided by. */
    public enum Kind {
        /** Messages beyond a limit, by messages. */
        SHARE,
        /** A mean: sum of values, by their number or by time. */
        MEAN,
        /** Sum of the seconds. */
        SUM,
        /** Largest of the seconds. */
        MOST
    }

    /**
     * Objective as a figure of a step that must stay below a limit: for p99 &lt; 20 ms, messages at or above 20 ms by messages, below
     * 0.01.
     *
     * @param name in the words of the user
     * @param allowed the figure must be below this; above 0
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

        /** The figure of a step, for a sentence. */
        String sentence(double value) {
            return kind == Kind.SHARE
                    ? String.format(Locale.ROOT, "%s: %.3g beyond, %.3g allowed", name, value, allowed)
                    : name + ": " + unit.text(value);
        }
    }
}
