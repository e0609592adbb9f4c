package dev.dyno.model.verdict;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finding about the last rate that met the objectives, of a load whose rate rises. */
public final class RampFinding {

    private RampFinding() {}

    /**
     * Note {@code ramp}; empty if no step was measured.
     *
     * @param ramp steps of the load, without an estimate
     */
    public static Optional<Finding> of(Capacity ramp) {
        List<CapacityStep> steps = ramp.steps();
        if (steps.isEmpty()) {
            return Optional.empty();
        }
        double held = ramp.low().orElse(0);
        boolean isMissed = ramp.high().isPresent();
        String ended = held > 0 ? isMissed ? "ramp.between" : "ramp.met" : isMissed ? "ramp.missed" : "ramp.open";
        boolean isKnown = ended.equals("ramp.missed") || !ramp.has(Capacity.Kind.EXCEEDED);
        String what = isKnown ? ended : "ramp.unmeasured";
        CapacityStep last = steps.stream()
                .filter(step -> step.perSecond() == ramp.high().orElse(0) && step.decision() == Decision.MISSED)
                .findFirst()
                .orElse(steps.get(steps.size() - 1));
        List<Value> values = new ArrayList<>(List.of(
                Value.text("what", what),
                Value.text("objectives", String.join(", ", ramp.objectives())),
                Value.of("held", held, Unit.PER_SECOND),
                Value.of("last", last.perSecond(), Unit.PER_SECOND),
                Value.of("at", last.fromNs() / 1e9, Unit.CLOCK_SECONDS),
                Value.text("why", last.why())));
        steps.stream()
                .filter(step -> step.decision() == Decision.MISSED && step.perSecond() < held)
                .findFirst()
                .ifPresent(step -> values.add(Value.of("early", step.fromNs() / 1e9, Unit.CLOCK_SECONDS)));
        return Optional.of(Finding.note("ramp").with(values));
    }
}
