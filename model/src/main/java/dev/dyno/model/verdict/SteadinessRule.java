package dev.dyno.model.verdict;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.List;

/** Whether the run was the same from its beginning to its end. */
final class SteadinessRule {

    /** Difference of the two halves below which a run is steady. */
    static final double STEADY = 0.20;

    private SteadinessRule() {}

    static List<Finding> look(RunEvidence seen) {
        RunResult run = seen.run();
        VerdictInputs conditions = seen.conditions();
        List<Finding> found = new ArrayList<>();
        if (run.measuredNs() > 0) {
            conditions
                    .unsteady()
                    .ifPresent(words -> found.add(Finding.suspect(
                            "never-steady",
                            "the load was not steady when the longest warmup of %s was over: %s; allow it longer, as --warmup 'until"
                                    + " steady, at most 5m'",
                            Units.formatDuration(run.warmupNs()),
                            words)));
        }
        if (run.backlog().isEmpty() && run.faults().isEmpty() && conditions.intendedPerSecond() == 0) {
            conditions
                    .rates()
                    .filter(rates -> Math.abs(rates.secondPerSecond() - rates.firstPerSecond())
                            > STEADY * Math.max(rates.firstPerSecond(), rates.secondPerSecond()))
                    .ifPresent(rates -> found.add(Finding.suspect(
                            "rate-not-steady",
                            "the rate was %,.0f/s in the first half of the measured phase and %,.0f/s in the second; raise"
                                    + " --warmup (%s), or let it last 'until steady', and --duration",
                            rates.firstPerSecond(),
                            rates.secondPerSecond(),
                            Units.formatDuration(run.warmupNs()))));
        }
        return found;
    }
}
