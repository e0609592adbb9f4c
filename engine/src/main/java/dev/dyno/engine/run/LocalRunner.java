package dev.dyno.engine.run;

import dev.dyno.broker.resource.HeapWatch;
import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.record.BrokerWatch;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.Fault;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Runs a plan in this process, see {@link RunSteps}; can be stopped and failed from other threads. */
public final class LocalRunner implements Runner {

    private final RunSeconds seconds;
    private final RunContext context;
    private final Drivers drivers;
    private final BrokerWatch watch;
    private volatile Optional<RunSteps> steps = Optional.empty();

    /** A runner that reads no resources. */
    public LocalRunner(RunPlan plan, Drivers drivers, TimeSource time, Threads threads, RunListener listener) {
        this(plan, drivers, time, threads, listener, Faultable.NONE, Probes.none(), PeerWorkers.ALONE);
    }

    /**
     * @param broker on which the faults of the plan are executed
     * @param probes readers of resources during the load; not closed here
     * @param ensemble the other workers that make the load together with this one
     */
    public LocalRunner(
            RunPlan plan,
            Drivers drivers,
            TimeSource time,
            Threads threads,
            RunListener listener,
            Faultable broker,
            Probes probes,
            PeerWorkers ensemble) {
        seconds = new RunSeconds(listener, ensemble.isAlone());
        context = RunContext.of(plan, time, threads, seconds, broker, probes, ensemble);
        this.drivers = drivers;
        watch = new BrokerWatch(context.failure());
    }

    @Override
    public void stop() {
        context.control().stop(context.ensemble().isAlone());
    }

    /**
     * Ends the run as failed when the broker's process ends. That is then the cause, even if its connections broke first. To be
     * called before {@link #run}.
     *
     * @param death completes when the process ends without having been asked to
     */
    public void watchBroker(CompletableFuture<BrokerDeath> death) {
        watch.watch(death);
    }

    /** Makes the run's thread check its condition. */
    public void wake() {
        context.control().wake();
    }

    @Override
    public void fail(String cause) {
        context.failure().report(new DriverException(cause));
    }

    @Override
    public void finish() {
        context.control().countReached();
    }

    @Override
    public LiveRate.Change steer(double perSecond) {
        LiveRate.Change change = new LiveRate.Change(
                context.timeline().changeAfter(context.time().nanoTime()), perSecond);
        steer(change);
        return change;
    }

    @Override
    public Counts.At counts() {
        return steps.flatMap(RunSteps::counts).orElse(Counts.At.START);
    }

    @Override
    public void disturb(Fault.Action action) {
        context.injector().disturb(action, context.timeline());
    }

    /** Makes a change that was agreed with other workers. */
    public void steer(LiveRate.Change change) {
        context.rate().add(change);
        context.faults().rateChanged(context.time().nanoTime());
    }

    @Override
    public RunResult run() {
        context.control().begin();
        HeapWatch heap = new HeapWatch(context.failure()::report);
        try {
            RunSteps run = new RunSteps(context, seconds, drivers, watch);
            steps = Optional.of(run);
            return run.run();
        } finally {
            heap.close();
        }
    }
}
