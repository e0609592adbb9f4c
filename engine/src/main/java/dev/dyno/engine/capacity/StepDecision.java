package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Decides single steps of a search or a ramp: whether a rate met, missed, or is undecided.
 *
 * @param dispersion of the messages beyond the limit of each objective; 0 if unknown
 */
record StepDecision(CapacityGoal goal, double[] dispersion) {

    CapacityStep of(Visit visit) {
        List<CapacityStep.Share> shares = new ArrayList<>();
        String missed = visit.failed > 0
                ? visit.failed + " messages failed"
                : visit.isMissed() && !visit.isExceeded
                        ? String.format(Locale.ROOT, "the backlog grew by %,.0f/s", visit.backlogPerSecond())
                        : "";
        String open = visit.isOpen() ? String.format(Locale.ROOT, "%,.0f/s achieved", visit.achievedPerSecond()) : "";
        for (int i = 0; i < dispersion.length; i++) {
            CapacityGoal.Objective objective = goal.objectives().get(i);
            CapacityStep.Share share = share(visit, i);
            shares.add(share);
            String figure = objective.sentence(share.value());
            if (missed.isEmpty() && share.low() >= objective.allowed()) {
                missed = figure;
            } else if (!(share.high() < objective.allowed())) {
                open = figure;
            }
        }
        boolean isOpen = visit.seconds == 0 || !open.isEmpty();
        double half = visit.halfOfBacklog(goal.confidence());
        Decision decision = !missed.isEmpty() ? Decision.MISSED : isOpen ? Decision.UNDECIDED : Decision.MET;
        return new CapacityStep(
                visit.purpose,
                visit.perSecond,
                visit.fromNs,
                visit.countedFromNs,
                visit.toNs,
                decision,
                missed.isEmpty() ? open : missed,
                visit.achievedPerSecond(),
                visit.backlogPerSecond(),
                Double.isInfinite(half) ? OptionalDouble.empty() : OptionalDouble.of(half),
                shares);
    }

    /**
     * Value of an objective with its interval: for a share that of Wilson, "Probable inference", 1927, with the dispersion of the
     * curve, and for a mean that of Student. A sum or a maximum has no width.
     */
    private CapacityStep.Share share(Visit visit, int objective) {
        double n = visit.counted[objective];
        double x = visit.beyond[objective];
        if (n == 0) {
            return new CapacityStep.Share(Double.NaN, 0, Double.POSITIVE_INFINITY);
        }
        CapacityGoal.Kind kind = goal.objectives().get(objective).kind();
        if (kind != CapacityGoal.Kind.SHARE) {
            double half = kind == CapacityGoal.Kind.MEAN ? visit.halfInterval(objective, goal.confidence()) : 0;
            return new CapacityStep.Share(x / n, x / n - half, x / n + half);
        }
        double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - goal.confidence()) / 2);
        double squared = z * z * Math.max(1, dispersion[objective]);
        double root = Math.sqrt(squared * (4 * x + squared));
        return new CapacityStep.Share(x / n, (2 * x + squared - root) / 2 / n, (2 * x + squared + root) / 2 / n);
    }
}
