package dev.dyno.engine.run;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.receive.ConsumerSide;
import dev.dyno.engine.receive.OtherConsumers;
import dev.dyno.engine.record.BrokerWatch;
import dev.dyno.engine.record.Clients;
import dev.dyno.engine.record.Failure;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.engine.send.ProducerSide;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.verdict.Rules;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Steps of a run in this process. {@link #run} reads from top to bottom: a step begins when the one before has ended.
 *
 * <p>Assumptions and guarantees: on the thread of the run. An exception that ends a step fails the run, and the end is still in
 * good order.
 */
final class RunSteps {

    private final RunContext context;
    private final RunSeconds seconds;
    private final RunPlan plan;
    private final TimeSource time;
    private final RunControl control;
    private final PeerWorkers ensemble;
    private final Drivers drivers;
    private final BrokerWatch broker;
    private final Clients clients;
    private final ConsumerSide consumers;
    private final ProducerSide producers;
    private final OtherConsumers others;

    private Semantics semantics = new Semantics(AcknowledgedBy.BROKER, Map.of());
    private Instant started;
    /** Present from the start of the load. */
    private volatile Optional<LoadPhase> load = Optional.empty();

    /**
     * @param seconds of the run, with which it is judged
     * @param broker whether the broker's process has ended
     */
    RunSteps(RunContext context, RunSeconds seconds, Drivers drivers, BrokerWatch broker) {
        this.context = context;
        this.seconds = seconds;
        this.drivers = drivers;
        this.broker = broker;
        plan = context.plan();
        time = context.time();
        control = context.control();
        ensemble = context.ensemble();
        clients = new Clients(plan);
        consumers = new ConsumerSide(context, clients);
        producers = new ProducerSide(context, clients, clients.isOne() ? consumers::links : List::of);
        others = new OtherConsumers(context, consumers);
        started = now();
    }

    /** Counts so far, on any thread; empty before the load. */
    Optional<Counts.At> counts() {
        return load.map(LoadPhase::counts);
    }

    /** Carries out all steps and returns the judged result. */
    RunResult run() {
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

    /** Makes a step, if the run has not been stopped and has not failed. */
    private void unlessOver(Failure.Step step) {
        if (!control.isOver()) {
            control.failure.reportFrom(step);
        }
    }

    private void prepareDestinations() throws DriverException {
        clients.open(drivers, time);
        context.progress().during(clients::prepare);
    }

    private void connectConsumers() throws DriverException {
        context.progress().during(consumers::open);
        if (control.isOver()) {
            return;
        }
        ensemble.consuming(consumers.names(), consumers.subscriptions::takeArrivals);
        awaitAll(Stage.CONSUMERS);
        if (!control.isOver()) {
            others.find();
        }
    }

    private void connectProducers() {
        context.progress().during(producers::open);
        if (control.isOver()) {
            return;
        }
        ensemble.connected(producers.size(), consumers.size());
        if (producers.size() > 0) {
            semantics = others.noted(producers.semantics());
        }
        if (isProbed()) {
            context.progress().during(consumers::start);
        }
        awaitAll(Stage.PRODUCERS);
    }

    /** Only a workload with both sides can be probed. */
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
        // Before the load begins, so that the listener cannot delay it.
        context.listener().onBegin(head(now()).result());
        context.probes().wakeUps();
        long startNs = ensemble.startNs(time.nanoTime());
        // Before that instant, because messages that faster workers send after it must find everything ready.
        LoadPhase begun = new LoadPhase(context, startNs, consumers, producers);
        if (!ensemble.isAlone() && control.await(startNs, control::isOver)) {
            return;
        }
        started = now();
        load = Optional.of(begun);
        begun.warmUpAndMeasure(isProbed());
    }

    /** Closes what was opened, the other way round. */
    private void close() {
        context.closing().run(producers::closing);
        context.closing().run(consumers::stopping);
        context.closing().run(consumers::closing);
        context.closing().run(clients::closing);
    }

    private RunResult judged() {
        // Before the outcome, because a death noticed only now is its cause.
        Optional<BrokerDeath> death = broker.death();
        Outcome outcome = control.failure
                .sentence()
                .map(Outcome::failed)
                .orElse(control.wasStopped() ? Outcome.INTERRUPTED : Outcome.SUCCESS);
        RunResult.Parts parts = head(started);
        parts.outcome = outcome;
        parts.brokerDeath = death;
        parts.conditions = Optional.of(VerdictInputs.of(
                plan.workload().produces(),
                plan.workload().consumes(),
                0,
                0,
                context.injector().left(),
                context.reconnector().lastFailure()));
        load.ifPresent(begun -> begun.fill(parts));
        RunResult unjudged = parts.result();
        if (!ensemble.isAlone()) {
            // All workers together are judged by their coordinator.
            ensemble.ended(contribution(unjudged));
            return unjudged;
        }
        return seconds.judged(unjudged, List.of());
    }

    private WorkerReport contribution(RunResult unjudged) {
        return new WorkerReport(
                unjudged.withVerdict(Verdict.of(Rules.ofTheMachine(unjudged))),
                load.map(begun -> begun.startLatenessNs).orElse(0L),
                load.isPresent() ? consumers.left() : Map.of(),
                semantics);
    }

    private RunResult.Parts head(Instant start) {
        return RunHead.of(plan, start, RunHead.environment(), semantics);
    }

    /** Waits until all runs of the load have reached a stage, or this run is over. */
    private void awaitAll(Stage stage) {
        ensemble.reached(stage);
        control.await(Long.MAX_VALUE, () -> control.isOver() || ensemble.haveAllReached(stage));
    }

    private Instant now() {
        return Instant.ofEpochMilli(time.epochMillis());
    }
}
