package dev.dyno.model.capacity;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One rate of a search, from its beginning to the change to the next rate.
 *
 * @param purpose reason of the step
 * @param perSecond rate that was asked for, in messages a second
 * @param fromNs beginning, from the start of the load
 * @param countedFromNs end of the time to settle, from the start of the load: later seconds were counted; {@code toNs} if none
 *     was
 * @param toNs end, from the start of the load
 * @param decision whether the objectives were met
 * @param why reason of the decision, with its figures
 * @param achievedPerSecond messages acknowledged or, with consumers, delivered to every subscription, per counted second; 0
 *     without such a second
 * @param backlogPerSecond change of the outstanding messages per second, in the counted seconds
 * @param backlogErrorPerSecond half of the interval of this change at the confidence of the answer; empty if fewer than three
 *     seconds were counted, or if it was not stored
 * @param shares figure of each objective in the counted seconds, in the order of the objectives
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

    /** Length of the counted part, in s. */
    public double seconds() {
        return (toNs - countedFromNs) / 1e9;
    }

    /** Whether an interval that began at the given instant was counted. */
    public boolean counts(double ns) {
        return ns >= countedFromNs && ns < toNs;
    }

    /** Whether the rate was held in order to decide it. */
    public boolean isHeld() {
        return purpose == Purpose.HOLD || purpose == Purpose.CONFIRM;
    }

    public enum Purpose {
        /** Warm-up: rates grow until one is overloaded, and overloads follow until the broker becomes no faster. */
        GROW,
        /** The rate is held to decide it. */
        HOLD,
        /** The rate is low, until the backlog of an overload is gone or the longest drain is over. */
        DRAIN,
        /** The lower end of the interval is held longer. */
        CONFIRM
    }

    public enum Decision {
        MET,
        MISSED,
        UNDECIDED
    }

    /**
     * Figure of an objective: the share of messages beyond the limit or, for other objectives, a mean, a sum or a maximum.
     *
     * @param value measured figure; a share is from 0 to 1; NaN if no message was counted
     * @param low lower end of the figure's interval at the confidence of the answer
     * @param high upper end of this interval
     */
    public record Share(double value, double low, double high) {}
}
