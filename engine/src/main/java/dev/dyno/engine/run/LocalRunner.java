package dev.dyno.engine.run;

import dev.dyno.broker.resource.HeapWatch;
import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.receive.ConsumerSide;
import dev.dyno.engine.receive.OtherConsumers;
import dev.dyno.engine.record.BrokerWatch;
import dev.dyno.engine.record.Clients;
import dev.dyno.engine.record.ClosingThread;
import dev.dyno.engine.record.ConnectProgress;
import dev.dyno.engine.record.Drivers;
import dev.dyno.engine.record.FaultInjector;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.engine.record.Reconnector;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.record.Timeline;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.engine.send.ProducerSide;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.verdict.Rules;
import dev.dyno.model.workload.FaultPlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Runs a plan in this process.
 *
 * <p>The steps: connect consumers, then producers; probe one message end to end; load (warmup, measure); stop the producers;
 * drain; settle the ledger; close consumers, subscriptions, connections; judge.
 */
public final class LocalRunner implements Runner {

    private final RunPlan plan;
    private final Drivers drivers;
    private final TimeSource time;
    private final Threads threads;
    private final RunListener listener;

    private final RunControl control;
    private final BrokerWatch broker;
    private final Timeline timeline;
    private final FaultLog faultLog;
    private final FaultInjector injector;
    private final Reconnector reconnector;
    private final Probes probes;
    private final ClosingThread closing;

    private PeerWorkers ensemble = PeerWorkers.ALONE;
    private Optional<LoadPhase> load = Optional.empty();
    private Semantics semantics = new Semantics(AcknowledgedBy.BROKER, Map.of());
    private Instant started = Instant.EPOCH;

    /** A runner that reads no resources. */
    public LocalRunner(RunPlan plan, Drivers drivers, TimeSource time, Threads threads, RunListener listener) {
        this(plan, drivers, time, threads, listener, Faultable.NONE);
    }

    /** A runner that reads no resources. */
    public LocalRunner(
            RunPlan plan, Drivers drivers, TimeSource time, Threads threads, RunListener listener, Faultable broker) {
        this(plan, drivers, time, threads, listener, broker, Probes.none());
    }

    /**
     * @param broker on which the faults of the plan are executed
     * @param probes readers of resources during the load; not closed here
     */
    public LocalRunner(
            RunPlan plan,
            Drivers drivers,
            TimeSource time,
            Threads threads,
            RunListener listener,
            Faultable broker,
            Probes probes) {
        this.plan = plan;
        this.drivers = drivers;
        this.time = time;
        this.listener = listener;
        this.probes = probes;
        control = new RunControl(time);
        this.threads = (name, task) -> threads.start(name, () -> reporting(task));
        closing = new ClosingThread(this.threads, control.failure, control::isHurried, listener::onNote);
        this.broker = new BrokerWatch(control.failure);
        timeline = new Timeline(
                plan.workload().phases().warmup().toNanos(),
                // A backlog lasts until it is drained.
                plan.workload().phases().backlog().isPresent()
                        ? 0
                        : plan.workload().phases().duration().toNanos());
        FaultPlan faults = plan.faults();
        faultLog = new FaultLog(timeline, faults.isDisturbed());
        injector = new FaultInjector(faults.faults(), broker, faultLog, time, this.threads, control.failure, listener);
        reconnector = new Reconnector(faults, time, this.threads, control.failure, faultLog);
    }

    @Override
    public void stop() {
        control.stop(ensemble.isAlone());
    }

    /**
     * Ends the run as failed when the broker's process ends. That is then the cause, even if its connections broke first. To be
     * called before {@link #run}.
     *
     * @param death completes when the process ends without having been asked to
     */
    public void watchBroker(CompletableFuture<BrokerDeath> death) {
        broker.watch(death);
    }

    /** Makes this run one of several that make the load together. To be called before {@link #run}. */
    public void joins(PeerWorkers others) {
        ensemble = others;
    }

    /** Makes the run's thread check its condition. */
    public void wake() {
        control.wake();
    }

    /** Runs a task; an exception that ends it fails the run. */
    private void reporting(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            control.failure.report(e);
        }
    }

    @Override
    public void fail(String cause) {
        control.failure.report(new DriverException(cause));
    }

    @Override
    public RunResult run() {
        control.begin();
        started = Instant.ofEpochMilli(time.epochMillis());
        HeapWatch heap = new HeapWatch(control.failure::report);
        try {
            connectAndLoad();
        } catch (DriverException | RuntimeException | Error e) {
            control.failure.report(e);
        } finally {
            heap.close();
        }
        return settle();
    }

    private void connectAndLoad() throws DriverException {
        Clients clients = new Clients(plan, drivers, time);
        ConnectProgress progress = new ConnectProgress(plan, time, threads, control, closing, listener);
        try {
            progress.during(clients::prepare);
            RunContext run = new RunContext(
                    plan,
                    time,
                    threads,
                    control,
                    listener,
                    timeline,
                    faultLog,
                    injector,
                    reconnector,
                    probes,
                    ensemble,
                    closing,
                    progress);
            ConsumerSide consumers = new ConsumerSide(run, clients.forConsumers);
            boolean alike = clients.forProducers == clients.forConsumers;
            ProducerSide producers = new ProducerSide(run, clients.forProducers, alike ? consumers::links : List::of);
            try {
                connectAndLoad(run, consumers, producers);
            } finally {
                closing.run(producers::closing);
                closing.run(consumers::stopping);
                closing.run(consumers::closing);
            }
        } finally {
            closing.run(clients::closing);
        }
    }

    private void connectAndLoad(RunContext run, ConsumerSide consumers, ProducerSide producers) throws DriverException {
        run.progress().during(consumers::open);
        if (control.isOver()) {
            return;
        }
        ensemble.consuming(consumers.names(), consumers::takeArrivals);
        allReach(Stage.CONSUMERS);
        OtherConsumers others = new OtherConsumers(run, consumers);
        if (!control.isOver()) {
            others.look();
        }
        run.progress().during(producers::open);
        if (control.isOver()) {
            return;
        }
        ensemble.connected(producers.size(), consumers.size());
        if (producers.size() > 0) {
            semantics = others.noted(producers.semantics());
        }
        boolean probed = produces() && consumes();
        if (probed) {
            run.progress().during(consumers::start);
        }
        allReach(Stage.PRODUCERS);
        if (probed && !control.isOver()) {
            new EndToEndProbe(run).run(consumers, producers, others);
        }
        allReach(Stage.START);
        if (!control.isOver()) {
            load(run, consumers, producers, probed);
        }
    }

    /** Waits until all runs of the load have reached a stage, or this run is over. */
    private void allReach(Stage stage) {
        ensemble.reached(stage);
        control.await(Long.MAX_VALUE, () -> control.isOver() || ensemble.haveAllReached(stage));
    }

    private void load(RunContext run, ConsumerSide consumers, ProducerSide producers, boolean consuming)
            throws DriverException {
        // Before the load, which is not to wait for what is done with it.
        listener.onBegin(head(Instant.ofEpochMilli(time.epochMillis())).result());
        long startNs = ensemble.startNs(time.nanoTime());
        // Before that instant, because messages that faster workers send after it must find everything ready.
        LoadPhase begun = new LoadPhase(run, startNs, consumers, producers);
        if (!ensemble.isAlone() && control.await(startNs, control::isOver)) {
            return;
        }
        started = Instant.ofEpochMilli(time.epochMillis());
        load = Optional.of(begun);
        begun.run(consuming);
    }

    private boolean produces() {
        return !plan.workload().producers().isEmpty();
    }

    private boolean consumes() {
        return !plan.workload().consumers().isEmpty();
    }

    private RunResult settle() {
        // Before the outcome, because a death noticed only now is its cause.
        Optional<BrokerDeath> death = broker.death();
        Outcome outcome = control.failure
                .sentence()
                .map(Outcome::failed)
                .orElse(control.wasStopped() ? Outcome.INTERRUPTED : Outcome.SUCCESS);
        RunResult.Parts parts = head(started);
        parts.outcome = outcome;
        parts.brokerDeath = death;
        parts.conditions =
                Optional.of(VerdictInputs.ofNoLoad(produces(), consumes(), injector.left(), reconnector.lastFailure()));
        load.ifPresent(begun -> begun.fill(parts));
        RunResult unjudged = parts.result();
        if (!ensemble.isAlone()) {
            ensemble.ended(contribution(unjudged));
        }
        return unjudged.withVerdict(Rules.judge(unjudged));
    }

    private RunResult.Parts head(Instant start) {
        return RunHead.of(plan, start, Environment.describe(), semantics);
    }

    private WorkerReport contribution(RunResult unjudged) {
        return new WorkerReport(
                unjudged.withVerdict(Verdict.of(Rules.ofTheMachine(unjudged))),
                load.map(LoadPhase::startLatenessNs).orElse(0L),
                load.map(LoadPhase::left).orElseGet(Map::of),
                semantics);
    }
}
