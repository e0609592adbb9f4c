package dev.dyno.model.capacity;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One rate of a search, from its beginning to the change to the next rate.
 *
 * @param purpose reason of the step
 * @param perSecond rate that was asked, messages a second
 * @param fromNs beginning, from the start of the load
 * @param countedFromNs end of the time to settle, from the start of the load: seconds from here on were counted; {@code toNs} if
 *     none was
 * @param toNs end, from the start of the load
 * @param decision whether the objectives were met
 * @param why reason of the decision, with its figures
 * @param achievedPerSecond messages done per second, of the seconds counted, or of all if none was
 * @param backlogPerSecond change of the messages outstanding per second, of the same seconds
 * @param backlogErrorPerSecond half of the interval of that change at the confidence of the answer; empty if fewer than three
 *     seconds were counted, or if it was not stored
 * @param shares share beyond its limit for each objective, in their order, of the same seconds
 */
public record CapacityStep(
        Purpose purpose,
        double perSecond,
        long fromNs,
        long countedFromNs,
        long toNs,
        Decision decision,
        String why,
        double achievedPerSecond,
        double backlogPerSecond,
        OptionalDouble backlogErrorPerSecond,
        List<Share> shares) {

    public CapacityStep {
        shares = List.copyOf(shares);
    }

    /** A copy with another decision and its reason. */
    public CapacityStep with(Decision otherDecision, String reason) {
        return new CapacityStep(
                purpose,
                perSecond,
                fromNs,
                countedFromNs,
                toNs,
                otherDecision,
                reason,
                achievedPerSecond,
                backlogPerSecond,
                backlogErrorPerSecond,
                shares);
    }

    /** Seconds that were counted. */
    public double seconds() {
        return (toNs - countedFromNs) / 1e9;
    }

    /** Whether an interval that began at an instant was counted. */
    public boolean counts(double ns) {
        return ns >= countedFromNs && ns < toNs;
    }

    /** Whether its rate was held to be decided. */
    public boolean isHeld() {
        return purpose == Purpose.HOLD || purpose == Purpose.CONFIRM;
    }

    public enum Purpose {
        /** Warm-up: rates grow until one is overloaded, and overloads follow until the broker becomes no faster. */
        GROW,
        /** The rate is held to decide it. */
        HOLD,
        /** A low rate, until the backlog of an overload is gone. */
        DRAIN,
        /** The lower end is held longer. */
        CONFIRM
    }

    public enum Decision {
        MET,
        MISSED,
        UNDECIDED
    }

    /**
     * Share of messages beyond the limit of an objective.
     *
     * @param value measured share, 0 to 1; NaN if no message was counted
     * @param low lower end of its interval at the confidence of the answer
     * @param high upper end of its interval
     */
    public record Share(double value, double low, double high) {}
}
