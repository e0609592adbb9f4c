package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Capacity from a load whose rate rises: the range from the last rate that met the objectives to the first one after it that
 * missed them. Earlier misses do not count, because the broker may still have been cold.
 *
 * <p>The load is cut into steps of at least {@value #LEAST_SECONDS} seconds, in which the rate changes by little, because fewer
 * seconds show only chance. A growing queue misses an objective only when it is long enough, so a fast ramp is already beyond the
 * capacity when that happens.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class Ramp {

    private static final int LEAST_SECONDS = 3;

    /** Ratio of the rate to that at the beginning of the step: above it, another step begins, if this one is long enough. */
    private static final double CHANGE = 1.02;

    /** Maximum of the messages outstanding in an ordinary second, relative to the end of the last step that met. */
    private static final double CALM = 4;

    private final CapacityGoal goal;
    private final List<Visit> visits = new ArrayList<>();
    private final List<CapacitySecond> now = new ArrayList<>();
    private double calm = 10;

    public Ramp(CapacityGoal goal) {
        this.goal = goal;
    }

    /** Adds the next second of the load. */
    public void add(CapacitySecond second) {
        if (now.size() >= LEAST_SECONDS && second.perSecond() > now.get(0).perSecond() * CHANGE) {
            step();
        }
        now.add(second);
    }

    private void step() {
        CapacitySecond first = now.get(0);
        Visit visit = new Visit(
                Purpose.HOLD,
                now.stream().mapToDouble(CapacitySecond::perSecond).average().orElseThrow(),
                first.startNs(),
                visits.isEmpty() ? first.outstanding() : visits.get(visits.size() - 1).outstanding,
                goal.objectives().size());
        now.forEach(second -> visit.add(second, calm, goal));
        now.clear();
        visits.add(visit);
        if (visit.worst(goal) < 1) {
            calm = 10 + CALM * visit.outstanding;
        }
    }

    /**
     * Answer without an estimate. Call it after the last second: it ends the current step, or leaves that out if it is too short.
     */
    public Capacity answer() {
        if (now.size() >= LEAST_SECONDS) {
            step();
        }
        Evidence evidence = new Evidence(goal, visits, new Overloads(visits));
        List<CapacityStep> steps = visits.stream().map(evidence::step).toList();
        OptionalDouble low = OptionalDouble.empty();
        OptionalDouble high = OptionalDouble.empty();
        for (CapacityStep step : steps) {
            if (step.decision() == Decision.MET) {
                low = OptionalDouble.of(step.perSecond());
                high = OptionalDouble.empty();
            } else if (step.decision() == Decision.MISSED && high.isEmpty()) {
                high = OptionalDouble.of(step.perSecond());
            }
        }
        return new Capacity(
                goal.objectives().stream().map(CapacityGoal.Objective::name).toList(),
                low,
                high,
                OptionalDouble.empty(),
                goal.confidence(),
                goal.precision(),
                steps,
                evidence.unmeasured());
    }
}
