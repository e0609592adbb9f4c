package dev.dyno.engine.run;

import dev.dyno.broker.resource.HeapWatch;
import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.receive.ConsumerSide;
import dev.dyno.engine.receive.OtherConsumers;
import dev.dyno.engine.record.Clients;
import dev.dyno.engine.record.Failure;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.engine.send.ProducerSide;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.verdict.Rules;
import dev.dyno.model.workload.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Runs a plan in this process. {@link #steps} reads from top to bottom: a step begins when the one before has ended.
 *
 * <p>Assumptions and guarantees: those of {@link Runner}; the thread of the run carries out the steps. An exception that ends a
 * step fails the run, and the last steps still follow in their order.
 */
public final class LocalRunner implements Runner {

    private final RunSeconds seconds;
    private final RunContext context;
    private final RunPlan plan;
    private final TimeSource time;
    private final RunControl control;
    private final PeerWorkers peers;
    private final Drivers drivers;
    private final Clients clients;
    private final ConsumerSide consumers;
    private final ProducerSide producers;
    private final OtherConsumers others;

    private volatile Optional<CompletableFuture<BrokerDeath>> death = Optional.empty();
    private Semantics semantics = new Semantics(AcknowledgedBy.BROKER, Map.of());
    private Instant started = Instant.EPOCH;
    /** Present from the start of the load. */
    private volatile Optional<LoadPhase> load = Optional.empty();

    /** A runner that reads no resources. */
    public LocalRunner(RunPlan plan, Drivers drivers, TimeSource time, Threads threads, RunListener listener) {
        this(plan, drivers, time, threads, listener, Faultable.NONE, Probes.none(), PeerWorkers.ALONE);
    }

    /**
     * @param broker on which the faults of the plan are executed
     * @param probes readers of resources during the load; not closed here
     * @param peers the other workers that make the load together with this one
     */
    public LocalRunner(
            RunPlan plan,
            Drivers drivers,
            TimeSource time,
            Threads threads,
            RunListener listener,
            Faultable broker,
            Probes probes,
            PeerWorkers peers) {
        this.plan = plan;
        this.drivers = drivers;
        this.time = time;
        this.peers = peers;
        seconds = new RunSeconds(listener, peers.isAlone());
        context = RunContext.of(plan, time, threads, listener, broker, probes, peers);
        control = context.control();
        clients = new Clients(plan);
        consumers = new ConsumerSide(context, clients);
        producers = new ProducerSide(context, clients, clients.isOne() ? consumers::links : List::of);
        others = new OtherConsumers(context, consumers);
    }

    /**
     * Ends the run as failed when the broker's process ends. The broker's end is then the cause, even if its connections broke
     * first. To be called before {@link #run}.
     *
     * @param end completes when the process ends without having been asked to
     */
    public void watchBroker(CompletableFuture<BrokerDeath> end) {
        death = Optional.of(end.thenApply(how -> {
            control.failure.reportRoot(new DriverException(how.sentence()));
            return how;
        }));
    }

    /** Makes the run's thread check its condition. */
    public void wake() {
        control.wake();
    }

    @Override
    public void stop() {
        control.stop(peers.isAlone());
    }

    @Override
    public void fail(String cause) {
        control.failure.report(new DriverException(cause));
    }

    @Override
    public void finish() {
        control.complete();
    }

    @Override
    public LiveRate.Change steer(double perSecond) {
        LiveRate.Change change = context.rate().decide(perSecond, context.timeline(), time.nanoTime());
        context.faultLog().rateChanged(time.nanoTime());
        return change;
    }

    /** Applies a change of the rate that was agreed with other workers, perhaps before the load begins here. */
    public void steer(LiveRate.Change change) {
        context.rate().add(change);
        context.faultLog().rateChanged(time.nanoTime());
    }

    @Override
    public void disturb(Fault.Action action) {
        context.injector().disturb(action, context.timeline());
    }

    @Override
    public Counts.At counts() {
        return load.map(LoadPhase::counts).orElse(Counts.At.START);
    }

    @Override
    public RunResult run() {
        control.begin();
        started = now();
        HeapWatch heap = new HeapWatch(control.failure::report);
        try {
            return steps();
        } finally {
            heap.close();
        }
    }

    /** Carries out all steps and returns the result; it is judged only if there are no other workers. */
    private RunResult steps() {
        unlessOver(this::prepareDestinations);
        unlessOver(this::connectConsumers);
        unlessOver(this::connectProducers);
        unlessOver(this::probeDestinations);
        unlessOver(this::warmUpAndMeasure);
        control.failure.reportFrom(() -> load.ifPresent(LoadPhase::stopProducers));
        control.failure.reportFrom(() -> load.ifPresent(LoadPhase::drain));
        control.failure.reportFrom(() -> load.ifPresent(LoadPhase::settleLedger));
        control.failure.reportFrom(this::close);
        return judged();
    }

    /** Carries out a step, unless the run was stopped or has failed, or the load is complete. */
    private void unlessOver(Failure.Step step) {
        if (!control.isOver()) {
            control.failure.reportFrom(step);
        }
    }

    private void prepareDestinations() throws DriverException {
        clients.open(drivers, time);
        context.calls().connect(clients::prepare);
    }

    private void connectConsumers() throws DriverException {
        context.calls().connect(consumers::open);
        if (control.isOver()) {
            return;
        }
        peers.consuming(consumers.names(), consumers.subscriptions::takeArrivals);
        awaitAll(Stage.CONSUMERS);
        if (!control.isOver()) {
            others.find();
        }
    }

    private void connectProducers() {
        context.calls().connect(producers::open);
        if (control.isOver()) {
            return;
        }
        peers.connected(producers.size(), consumers.size());
        if (producers.size() > 0) {
            semantics = others.addTo(producers.semantics());
        }
        if (isProbed()) {
            context.calls().connect(consumers::start);
        }
        awaitAll(Stage.PRODUCERS);
    }

    /** Whether a probe is sent: only if the workload has producers and consumers. */
    private boolean isProbed() {
        return plan.workload().produces() && plan.workload().consumes();
    }

    private void probeDestinations() throws DriverException {
        if (isProbed()) {
            new EndToEndProbe(context).run(consumers, producers, others);
        }
        awaitAll(Stage.START);
    }

    private void warmUpAndMeasure() throws DriverException {
        // The listener is called before the load begins, so that it cannot delay the load.
        context.listener().onBegin(head(now()).result());
        context.probes().wakeUps();
        long startNs = peers.startNs(time.nanoTime());
        // The load phase is created before that instant, to be ready for messages that faster workers send after it.
        LoadPhase begun = new LoadPhase(context, seconds, startNs, consumers, producers);
        if (!peers.isAlone() && control.await(startNs, control::isOver)) {
            return;
        }
        started = now();
        load = Optional.of(begun);
        begun.warmUpAndMeasure(isProbed());
    }

    /** Closes everything in the reverse order of opening. */
    private void close() {
        context.calls().close(producers::closing);
        context.calls().close(consumers::stopping);
        context.calls().close(consumers::closing);
        context.calls().close(clients::closing);
    }

    private RunResult judged() {
        // The broker's death comes before the outcome, because it is the cause even if it is noticed only now.
        Optional<BrokerDeath> ended = death.flatMap(broker -> Runner.death(broker, control.failure.happened()));
        RunResult.Parts parts = head(started);
        parts.outcome = control.failure
                .sentence()
                .map(Outcome::failed)
                .orElse(control.wasStopped() ? Outcome.INTERRUPTED : Outcome.SUCCESS);
        parts.brokerDeath = ended;
        VerdictInputs.Parts known = new VerdictInputs.Parts(
                plan.workload().produces(), plan.workload().consumes());
        known.faultsLeft = context.injector().left();
        known.reconnectFailure = context.reconnector().lastFailure();
        parts.conditions = Optional.of(known.conditions());
        load.ifPresent(begun -> begun.fill(parts));
        RunResult unjudged = parts.result();
        if (!peers.isAlone()) {
            // The coordinator judges the run of all workers together.
            peers.ended(reportOf(unjudged));
            return unjudged;
        }
        return seconds.judged(unjudged, List.of());
    }

    private WorkerReport reportOf(RunResult unjudged) {
        return new WorkerReport(
                unjudged.withVerdict(Verdict.of(Rules.ofTheMachine(unjudged))),
                load.map(begun -> begun.startLatenessNs).orElse(0L),
                load.isPresent() ? consumers.left() : Map.of(),
                semantics);
    }

    private RunResult.Parts head(Instant start) {
        return RunHead.of(plan, start, RunHead.environment(), semantics);
    }

    /** Waits until all workers have reached a stage, or the load is over. */
    private void awaitAll(Stage stage) {
        peers.reached(stage);
        control.await(Long.MAX_VALUE, () -> control.isOver() || peers.haveAllReached(stage));
    }

    private Instant now() {
        return Instant.ofEpochMilli(time.epochMillis());
    }
}
