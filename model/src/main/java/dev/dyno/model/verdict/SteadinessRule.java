package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.List;

/** Whether the run was the same from its beginning to its end. */
final class SteadinessRule {

    /** Difference of the two halves below which a run is steady. */
    static final double STEADY = 0.20;

    private SteadinessRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        RunResult run = seen.run();
        VerdictInputs conditions = seen.conditions();
        List<Finding> found = new ArrayList<>();
        if (run.measuredNs() > 0) {
            conditions
                    .unsteady()
                    .ifPresent(words -> found.add(Finding.suspect(
                            "never-steady", Value.ns("warmup", run.warmupNs()), Value.text("why", words))));
        }
        if (run.backlog().isEmpty() && run.faults().isEmpty() && conditions.intendedPerSecond() == 0) {
            conditions
                    .rates()
                    .filter(rates -> Math.abs(rates.secondPerSecond() - rates.firstPerSecond())
                            > STEADY * Math.max(rates.firstPerSecond(), rates.secondPerSecond()))
                    .ifPresent(rates -> found.add(Finding.suspect(
                            "rate-not-steady",
                            Value.number("first", rates.firstPerSecond()),
                            Value.number("second", rates.secondPerSecond()),
                            Value.ns("warmup", run.warmupNs()))));
        }
        return found;
    }
}
