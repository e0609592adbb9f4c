package dev.dyno.app.execute;

import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.engine.capacity.CapacitySecond;
import dev.dyno.engine.capacity.Ramp;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.RampFinding;
import dev.dyno.model.workload.Workload;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the last rate that held in the seconds of a load whose rate rises by itself.
 *
 * <p>Assumptions and guarantees: those of {@link SearchPilot}, whose monitor guards the ramp, too. It neither changes the rate
 * nor ends the load.
 */
final class RampPilot extends SearchPilot {

    private final CapacityPlan plan;
    private final Ramp ramp;

    /** @param text makes the sentence about the limit */
    RampPilot(CapacityPlan plan, FindingText text) {
        super(plan.goal(), plan.asked().slo(), plan.latencies(), text);
        this.plan = plan;
        ramp = new Ramp(plan.goal());
    }

    @Override
    public Map<String, Object> config() {
        return Map.of(
                RunConfig.RAMP,
                plan.asked().slo().stream().map(Object::toString).toList());
    }

    @Override
    public synchronized void onInterval(Interval interval) {
        if (interval.phase() != Interval.Phase.DRAIN) {
            CapacitySecond second = second(interval, askedPerSecond(plan.run().workload(), interval));
            if (interval.phase() == Interval.Phase.MEASURE) {
                ramp.add(second);
            }
        }
    }

    @Override
    public double askedPerSecond(Workload workload, Interval interval) {
        return Pilot.ofSchedule(workload, interval);
    }

    @Override
    public synchronized Capacity answer() {
        return named(ramp.answer());
    }

    @Override
    public synchronized RunResult end(RunResult result, Optional<Path> folder) {
        return RampFinding.of(answer())
                .map(note -> super.end(result.withVerdict(result.verdict().with(note)), folder))
                .orElse(result);
    }
}
