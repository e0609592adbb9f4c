package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.Capacity;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Evidence that single standstills, rather than the load, put messages beyond the limit of an objective: few messages are beyond
 * it, and many of those are beyond twice the limit. In the queue of a busy broker the share of messages beyond a limit falls
 * exponentially with the limit (Kingman, "On queues in heavy traffic", 1962), so of the messages beyond it only that share is
 * beyond twice the limit. Many messages that a standstill delays are beyond both.
 *
 * @param objective in the words of the user
 * @param part of the messages beyond the limit that is beyond twice the limit
 * @param rates number of rates at which many messages were beyond twice the limit, at least two
 */
record Standstills(String objective, double part, int rates) {

    /** Share of messages beyond the limit below which a visit counts here: with more, they all wait in one long queue. */
    private static final double FEW = 0.2;

    /**
     * Part of the messages beyond the limit that are beyond twice the limit: above it, standstills are the cause. A queue has at
     * most 0.2, standstills have 0.4 to 0.8.
     */
    private static final double MANY_FAR = 0.25;

    /**
     * Minimum number of rates with many messages beyond twice the limit: a rate that missed is visited again at once, when the
     * disturbance may still last.
     */
    private static final int SOME_RATES = 2;

    static Optional<Standstills> among(List<Visit> visits, int index, CapacityGoal.Objective objective) {
        double beyond = 0;
        double far = 0;
        Set<Double> rates = new HashSet<>();
        for (Visit visit : visits) {
            double late = visit.beyond[index];
            if (!visit.isMissed() && late < visit.counted[index] * FEW) {
                double veryLate = visit.farBeyond[index];
                double allowed = visit.counted[index] * objective.allowed();
                beyond += late;
                far += veryLate;
                if (veryLate > Math.max(late * MANY_FAR, allowed * Evidence.CLEARLY_MET)) {
                    rates.add(visit.perSecond);
                }
            }
        }
        return far > beyond * MANY_FAR && rates.size() >= SOME_RATES
                ? Optional.of(new Standstills(objective.name(), far / beyond, rates.size()))
                : Optional.empty();
    }

    Capacity.Note note() {
        return new Capacity.Note(
                Capacity.Kind.STANDSTILLS,
                String.format(
                        Locale.ROOT,
                        "Standstills decide %s: %.0f %% of the messages beyond the limit were beyond twice the limit, at %d rates;"
                                + " a queue explains a fifth at most. A longer search narrows the interval.",
                        objective,
                        100 * part,
                        rates));
    }
}
