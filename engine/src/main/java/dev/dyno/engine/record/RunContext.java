package dev.dyno.engine.record;

import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.TimeSource;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Phases;

/**
 * Objects shared by the parts of a run in one process.
 *
 * @param rate the changes of the load's rate
 * @param faultLog times and effects of the faults
 * @param probes readers of resources during the load
 * @param peers the other workers of this run
 */
public record RunContext(
        RunPlan plan,
        TimeSource time,
        Threads threads,
        RunControl control,
        RunListener listener,
        Timeline timeline,
        LiveRate rate,
        FaultLog faultLog,
        FaultInjector injector,
        Reconnector reconnector,
        Probes probes,
        PeerWorkers peers,
        ClientCalls calls) {

    /**
     * Makes the parts of a run that is about to begin.
     *
     * @param threads starts threads; an exception that ends one fails the run
     * @param broker on which the faults of the plan are executed
     */
    public static RunContext of(
            RunPlan plan,
            TimeSource time,
            Threads threads,
            RunListener listener,
            Faultable broker,
            Probes probes,
            PeerWorkers peers) {
        RunControl control = new RunControl(time);
        Threads watched = (name, task) -> threads.start(name, () -> control.failure.reportFrom(task::run));
        Phases phases = plan.workload().phases();
        // A load that drains a backlog has no planned end.
        long durationNs = phases.backlog().isPresent() ? 0 : phases.duration().toNanos();
        Timeline timeline = new Timeline(phases.warmup().toNanos(), durationNs);
        FaultPlan faults = plan.faults();
        FaultLog log =
                new FaultLog(timeline, faults.isDisturbed() || plan.workload().rotates());
        return new RunContext(
                plan,
                time,
                watched,
                control,
                listener,
                timeline,
                new LiveRate(plan.workload()),
                log,
                new FaultInjector(faults.faults(), broker, log, time, watched, control.failure, listener),
                new Reconnector(faults, time, watched, control.failure, log),
                probes,
                peers,
                new ClientCalls(plan, time, watched, control, listener));
    }

    public Failure failure() {
        return control.failure;
    }
}
