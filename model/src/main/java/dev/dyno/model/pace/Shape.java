package dev.dyno.model.pace;

import dev.dyno.driver.setting.Units;
import java.util.List;
import java.util.stream.Collectors;

/** The rate of a load over time, in the user's notation; the text parses back ({@link LoadShape#parse}). Times are in ns. */
public sealed interface Shape {

    /**
     * Maximum duration of a ramp in ns: 7 days. The times in a ramp are square roots in floating point; within this duration they
     * are exact to the ns even at the highest rate.
     */
    long MAX_RAMP_NS = 7L * 86_400 * 1_000_000_000;

    Rate peak();

    /** Whether the rate rises and never falls. */
    default boolean isRising() {
        return false;
    }

    record Constant(Rate rate) implements Shape {

        public Constant {
            if (rate.isZero()) {
                throw new IllegalArgumentException("constant: 0/s; must be more than 0/s. Write all-out for no pace.");
            }
        }

        @Override
        public Rate peak() {
            return rate;
        }

        @Override
        public String toString() {
            return "constant " + rate;
        }
    }

    /** A rate that changes evenly from one to another and stays there; a ramp down to 0/s is the end of the schedule. */
    record Ramp(Rate from, Rate to, long durationNs) implements Shape {

        public Ramp {
            if (from.isZero() && to.isZero()) {
                throw new IllegalArgumentException("ramp: 0/s to 0/s; one of them must be more than 0/s.");
            }
            if (durationNs <= 0 || durationNs > MAX_RAMP_NS) {
                throw new IllegalArgumentException(
                        "ramp: in " + Units.formatDuration(durationNs) + "; must be more than 0s and at most 7d.");
            }
        }

        @Override
        public Rate peak() {
            return higher(from, to);
        }

        @Override
        public boolean isRising() {
            return from.perSecond() < to.perSecond();
        }

        @Override
        public String toString() {
            return "ramp " + from + " to " + to + " in " + Units.formatDuration(durationNs);
        }
    }

    /**
     * One rate after the other.
     *
     * @param repeats whether the steps repeat without end; otherwise the rate of the last one holds for ever, and a last rate of
     *     0/s ends the schedule
     */
    record Steps(List<Step> steps, boolean repeats) implements Shape {

        public Steps {
            steps = List.copyOf(steps);
            String kind = repeats ? "burst" : "steps";
            if (steps.stream().allMatch(step -> step.rate().isZero())) {
                throw new IllegalArgumentException(kind + ": never more than 0/s; must have a step of more than 0/s.");
            }
            long totalNs = 0;
            for (final Step step : steps) {
                if (step.durationNs() > Units.MAX_DURATION_NS - totalNs) {
                    throw new IllegalArgumentException(kind + ": longer than 36500d; must be at most that in all.");
                }
                totalNs += step.durationNs();
            }
        }

        @Override
        public Rate peak() {
            return steps.stream().map(Step::rate).reduce(Rate.ZERO, Shape::higher);
        }

        @Override
        public boolean isRising() {
            List<Double> rates =
                    steps.stream().map(step -> step.rate().perSecond()).toList();
            return !repeats
                    && rates.stream().sorted().toList().equals(rates)
                    && rates.get(0) < rates.get(rates.size() - 1);
        }

        @Override
        public String toString() {
            return (repeats ? "burst " : "steps ")
                    + steps.stream().map(Step::toString).collect(Collectors.joining(", "));
        }
    }

    /** A rate (0/s for a pause) and its duration. */
    record Step(Rate rate, long durationNs) {

        public Step {
            if (durationNs <= 0) {
                throw new IllegalArgumentException(Units.formatDuration(durationNs) + "; must be more than 0s.");
            }
        }

        @Override
        public String toString() {
            return rate + " for " + Units.formatDuration(durationNs);
        }
    }

    private static Rate higher(Rate a, Rate b) {
        return a.perSecond() < b.perSecond() ? b : a;
    }
}
