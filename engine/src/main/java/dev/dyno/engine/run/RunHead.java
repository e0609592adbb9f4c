package dev.dyno.engine.run;

import dev.dyno.driver.Semantics;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The parts of a result that are known without its load. */
final class RunHead {

    private RunHead() {}

    static RunResult.Parts of(RunPlan plan, Instant started, Map<String, String> environment, Semantics semantics) {
        boolean produces = plan.workload().produces();
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = String.format(Locale.ROOT, "%016x", plan.runId());
        parts.name = plan.workload().name();
        parts.started = started;
        parts.warmupNs = plan.workload().phases().warmup().toNanos();
        parts.seed = plan.workload().seed();
        parts.config = plan.config();
        parts.environment = environment;
        parts.semantics = Cards.of(plan, semantics);
        parts.due = produces ? Optional.of(DueMessages.NONE) : Optional.empty();
        parts.conditions = Optional.of(
                VerdictInputs.ofNoLoad(produces, plan.workload().consumes(), List.of(), Optional.empty()));
        return parts;
    }
}
