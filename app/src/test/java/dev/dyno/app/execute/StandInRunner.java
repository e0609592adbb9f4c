package dev.dyno.app.execute;

import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.engine.record.Share;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.util.Map;
import java.util.Optional;

/** A run without a load, which allows what its test overrides. */
abstract class StandInRunner implements Runner {

    static RunPlan plan(Workload workload, FaultPlan faults) {
        Target target = new Target("sim", "sim://x", Optional.empty(), Optional.empty(), Map.of());
        return new RunPlan(workload, target, target, Share.WHOLE, 1, false, 0, faults, Map.of(), Map.of());
    }

    @Override
    public RunResult run() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stop() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void finish() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void fail(String cause) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void disturb(Fault.Action action) {
        throw new UnsupportedOperationException();
    }
}
