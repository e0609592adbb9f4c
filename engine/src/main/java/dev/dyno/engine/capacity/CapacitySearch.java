package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.Capacity;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Search for the highest rate at which a broker meets objectives, in one load whose rate changes.
 *
 * <p>Use: ask the rate of {@link #begin()}, give each second of the load to {@link #next}, and ask the rate of its answer, until
 * it is {@code END}. A change of the rate may become effective later: a second is taken for the step whose rate was asked in it
 * from its beginning on, {@link CapacitySecond#perSecond()}, and left out otherwise.
 *
 * <p>Assumptions and guarantees: one thread at a time. Neither clock nor chance: the same seconds give the same answers.
 */
public final class CapacitySearch {

    private final CapacityGoal goal;

    public CapacitySearch(CapacityGoal goal) {
        this.goal = goal;
    }

    /** First action: the rate to begin with. */
    public CapacityMove begin() {
        return new CapacityMove(CapacityMove.Kind.GROW, goal.startPerSecond(), "the first rate");
    }

    /** Takes the next second of the load, in the order of time, and answers with the action from now on. */
    public CapacityMove next(CapacitySecond second) {
        if (second.endNs() < goal.withinNs()) {
            return new CapacityMove(CapacityMove.Kind.KEEP, second.perSecond(), "");
        }
        return new CapacityMove(CapacityMove.Kind.END, second.perSecond(), "the time is up");
    }

    /** Answer by what is known now. Before the end of the search it has the note {@link Capacity.Kind#UNFINISHED}. */
    public Capacity answer() {
        return new Capacity(
                goal.objectives().stream().map(CapacityGoal.Objective::name).toList(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                goal.confidence(),
                goal.precision(),
                List.of(),
                List.of(new Capacity.Note(Capacity.Kind.UNFINISHED, "The search was not at its end.")));
    }
}
