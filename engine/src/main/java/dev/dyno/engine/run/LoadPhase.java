package dev.dyno.engine.run;

import dev.dyno.broker.resource.ResourceSampler;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.receive.ConsumerSide;
import dev.dyno.engine.receive.Subscription;
import dev.dyno.engine.record.IntervalCollector;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.record.Timeline;
import dev.dyno.engine.run.BacklogPhase.BrokerCount;
import dev.dyno.engine.send.GzipRatio;
import dev.dyno.engine.send.MessageStream;
import dev.dyno.engine.send.ProducerSide;
import dev.dyno.engine.send.SendTask;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSums;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.result.WorkerUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Load of a run. {@link LocalRunner} calls its steps in this order: {@link #warmUpAndMeasure}, {@link #stopProducers}, {@link
 * #drain}, {@link #settleLedger}, and {@link #fill}.
 *
 * <p>Assumptions and guarantees: on the thread of the run; both sides are connected.
 */
final class LoadPhase {

    /** Time in ns in which other workers may still report that they gave up waiting, or that their consumers have stopped. */
    private static final long OTHERS_NS = 10_000_000_000L;

    private final RunContext run;
    private final RunSeconds seconds;
    private final RunPlan plan;
    private final TimeSource time;
    private final RunControl control;
    final ConsumerSide consumers;
    final ProducerSide producers;
    private final Timeline timeline;
    final LoadLedger ledger;
    private final List<Recorder> recorders;
    private final IntervalCollector intervals;
    private final ResourceSampler resources;
    private final Optional<BacklogPhase> backlog;
    private final AtomicInteger loopsEnded = new AtomicInteger();
    private final WarmupEnd warmup;

    /** Number of messages in all queues, as last reported by the broker. */
    volatile Optional<BrokerCount> queuedByBroker = Optional.empty();

    private List<Threads.Running> loops = List.of();
    /**
     * Time of the last message, if idle consumers ended the load when nobody sent any longer; otherwise {@link Long#MAX_VALUE}.
     */
    private long idleSinceNs = Long.MAX_VALUE;

    private MessageStream.Slots slots = MessageStream.Slots.NONE;
    private LowerBounds unfinished = new LowerBounds(0);
    /** Use of resources until the measured phase began. Written by the clock's thread. */
    private volatile @Nullable Usage atMeasure;

    private WorkerUsage worker = WorkerUsage.NONE;
    private long drainNs;
    /** Delay of the start of the loops after the instant agreed with other workers. */
    long startLatenessNs;

    private Optional<Long> silent = Optional.empty();
    /**
     * Whether deliveries were owed at the end of the drain by a broker that was down or not connected: nobody knows what it still
     * has.
     */
    private boolean brokerAway;

    /** @param startNs start of the load: now, or in a moment */
    LoadPhase(RunContext run, RunSeconds seconds, long startNs, ConsumerSide consumers, ProducerSide producers) {
        this.run = run;
        this.seconds = seconds;
        this.consumers = consumers;
        this.producers = producers;
        plan = run.plan();
        time = run.time();
        control = run.control();
        timeline = run.timeline();
        ledger = new LoadLedger(run, consumers, producers);
        recorders = new ArrayList<>(producers.recorders);
        recorders.addAll(consumers.subscriptions.recorders());
        timeline.begin(startNs);
        recorders.forEach(Recorder::begin);
        intervals = new IntervalCollector(time, timeline, recorders, time.epochMillis(), this::onInterval);
        resources = new ResourceSampler(run.probes(), time, timeline, this::onResources, run.listener()::onNote);
        warmup = new WarmupEnd(run, recorders, () -> atMeasure = Usage.read(time));
        backlog = plan.workload().phases().backlog().map(wanted -> new BacklogPhase(wanted, run, this));
    }

    private void onResources(ResourceSample sample) {
        sample.get(ResourceMetric.QUEUED)
                .ifPresent(messages ->
                        queuedByBroker = Optional.of(new BrokerCount(messages, timeline.startNs() + sample.endNs())));
        seconds.onResources(sample);
    }

    private void onInterval(Interval interval) {
        warmup.onInterval(interval);
        seconds.onInterval(interval);
    }

    /**
     * Runs warm-up and measured phase. Returns at the planned end of the load, or as soon as it is over.
     *
     * @param consuming whether the consumers have already been started
     */
    void warmUpAndMeasure(boolean consuming) {
        intervals.start(consumers.endsEarlierNs());
        resources.start();
        run.faultLog().watch(producers::sequences);
        consumers.watch(producers::sequences);
        run.reconnector().begin();
        run.injector().begin(timeline);
        warmup.schedule();
        if (!consuming) {
            run.calls().connect(consumers::start);
        }
        // If the start of the consumers was given up, its thread still holds the monitor of their group.
        if (!control.isOver()) {
            consumers.scheduleSpans();
        }
        backlog.ifPresent(BacklogPhase::begin);
        startLoops();
        // Producers that stop at a given time, or for a backlog, leave the rest of the load to the consumers.
        boolean endsWithLoops = sends()
                && backlog.isEmpty()
                && plan.workload().producers().stream()
                        .allMatch(group -> group.span().stop().isEmpty());
        control.awaitEnd(
                timeline::plannedEndNs,
                () -> (endsWithLoops && loopsHaveEnded() && haveAllSent()) || haveConsumersEnded());
    }

    /** Whether the consumers are idle and want the load to end; if nobody sends any longer, it ended with the last message. */
    private boolean haveConsumersEnded() {
        boolean ended = consumers.wantEnd(time.nanoTime());
        if (ended && loopsHaveEnded()) {
            long lastNs = consumers.subscriptions.lastNs();
            // The load cannot end before intervals that have already been passed on.
            long earliestNs = Math.max(timeline.measureNs(), time.nanoTime() - consumers.endsEarlierNs());
            idleSinceNs = lastNs == Long.MIN_VALUE ? Long.MAX_VALUE : Math.max(lastNs, earliestNs);
        }
        return ended;
    }

    private void startLoops() {
        startLatenessNs = time.nanoTime() - timeline.startNs;
        loops = new ArrayList<>();
        control.stopSendingBy(() -> producers.tasks.forEach(SendTask::stop));
        run.rate().begin(change -> producers.tasks.forEach(SendTask::rateChanged));
        for (SendTask task : producers.tasks) {
            loops.add(run.threads().start("send-" + loops.size(), () -> {
                try {
                    task.run();
                } finally {
                    loopsEnded.incrementAndGet();
                    control.wake();
                }
            }));
        }
    }

    private boolean sends() {
        return run.peers().isAlone() ? !loops.isEmpty() : plan.workload().produces();
    }

    private boolean loopsHaveEnded() {
        return loopsEnded.get() == loops.size();
    }

    private boolean haveAllSent() {
        run.peers().reached(Stage.SENT);
        return run.peers().haveAllReached(Stage.SENT);
    }

    /** Ends the load: from now on nothing is due. */
    void stopProducers() {
        backlog.ifPresent(BacklogPhase::end);
        producers.tasks.forEach(SendTask::stop);
        run.injector().endLoad();
        long endNs = Math.min(idleSinceNs, Math.min(time.nanoTime(), timeline.plannedEndNs()));
        timeline.endLoad(endNs);
        control.drainBegins();
        recorders.forEach(recorder -> recorder.cut(endNs));
        run.listener().onLoadEnds();
        Usage begin = atMeasure;
        if (begin != null) {
            worker = Usage.read(time).since(begin);
        } else if (endNs > timeline.measureNs()) {
            run.listener()
                    .onNote(
                            "the use of this machine is not known, because the start of the measured phase was not noticed");
        }
        resources.recomputeBoundaries();
        warmup.cancel();
    }

    /**
     * Waits for what producers and broker still owe, up to the deadline of {@code --drain}; with other workers, up to {@link
     * #OTHERS_NS} longer.
     */
    void drain() {
        long deadlineNs = timeline.endNs() + plan.workload().phases().drain().toNanos();
        control.await(deadlineNs, () -> isGivenUp() || loopsHaveEnded());
        producers.tasks.forEach(SendTask::giveUp);
        Threads.joinAll(loops, time, control.joinNs());
        List<ProducerAccount> accounts = ledger.sendingEnded();
        unfinished = new LowerBounds(timeline.measureNs() - timeline.startNs);
        slots = producers.slots(consumers::subscriptionsOwed, unfinished);
        run.peers().sent(accounts);
        if (run.failure().happened()) {
            return;
        }
        control.await(deadlineNs, () -> isGivenUp() || run.injector().isIdle());
        if (!run.peers().isAlone()) {
            drainWithOthers(deadlineNs);
        } else if (!loops.isEmpty() && !consumers.subscriptions.all.isEmpty()) {
            startConsumers();
            new Drain(run, this).await(deadlineNs);
        }
        drainNs = Math.max(0, time.nanoTime() - timeline.endNs());
        silent = consumers.isUp() && !loops.isEmpty() ? ledger.longestSilenceNs(time.nanoTime()) : Optional.empty();
    }

    /** Starts the consumers that have not started yet or are paused, on a separate thread, because a client library may block. */
    void startConsumers() {
        run.threads().start("start", consumers::startAll);
    }

    /** Drains together with the other workers, because each of them knows only its own deliveries. */
    private void drainWithOthers(long deadlineNs) {
        if (plan.workload().produces() && !consumers.subscriptions.all.isEmpty()) {
            startConsumers();
        }
        control.await(
                deadlineNs + OTHERS_NS,
                () -> run.failure().happened() || run.peers().haveAllReached(Stage.DRAINED));
    }

    /** Whether the run waits for nothing any longer: it has failed, or the user ended the drain. */
    boolean isGivenUp() {
        return run.failure().happened() || control.isHurried();
    }

    /**
     * Stops the consumers, asks the broker what it still has, if it can answer, and records what was not delivered. The figures
     * are complete afterwards.
     */
    void settleLedger() {
        failIfBrokerStaysAway();
        brokerAway = (run.injector().isBrokerDown() || !consumers.isUp()) && ledger.outstanding() > 0;
        run.reconnector().end(control.joinNs());
        // Messages that consumers receive until they have stopped belong to the run, because the ledger counts them.
        boolean quiet = run.calls().close(consumers::stopping);
        run.peers().reached(Stage.STOPPED);
        if (quiet && !run.failure().happened() && !brokerAway) {
            awaitStopOfOthers();
            ledger.queryRemaining();
        }
        resources.close();
        // The lower bounds of undelivered messages end with the drain: neither the time in which consumers stop counts,
        // nor the time beyond the longest drain in which a client library held a thread.
        long mostNs = plan.workload().phases().drain().toNanos();
        ledger.undelivered(timeline.endNs() + Math.min(drainNs, mostNs) - timeline.startNs, unfinished);
        consumers.unjoined(unfinished);
        intervals.finish(time.nanoTime(), unfinished);
    }

    /** Waits until no consumer of another worker handles a message: its reply would come after the question what is left. */
    private void awaitStopOfOthers() {
        long handlingNs = plan.workload().consumers().stream()
                .mapToLong(group -> group.thinkTime().toNanos())
                .max()
                .orElse(0);
        control.await(
                time.nanoTime() + handlingNs + OTHERS_NS,
                () -> run.failure().happened() || run.peers().haveAllReached(Stage.STOPPED));
    }

    /**
     * Fails the run if the broker could not be reached again and no fault of the run took it away: most of the measurement would
     * then be of its absence.
     */
    private void failIfBrokerStaysAway() {
        boolean everybodyIsUp = consumers.isUp() && producers.isUp();
        if (!everybodyIsUp && !run.injector().isBrokerDown() && !control.wasStopped()) {
            run.reconnector().lastFailure().ifPresent(why -> run.failure()
                    .report(new DriverException(
                            "the connections did not come back before the end of the run; the last attempt to reconnect failed: "
                                    + why)));
        }
    }

    /** Whether no producer sends any longer; only after the loops have begun. */
    boolean haveProducersEnded() {
        return loopsEnded.get() == producers.tasks.size();
    }

    /** Mean size in bytes of the bodies that were sent so far. */
    double bytesPerMessage() {
        Counts sent = intervals.counts();
        return (double) sent.sentBytes() / Math.max(1, sent.sent());
    }

    /** Counts so far, on any thread. */
    Counts.At counts() {
        return new Counts.At(time.nanoTime() - timeline.startNs, intervals.counts(), ledger.soFar());
    }

    /** Fills in the figures of the load, after {@link #settleLedger}. */
    void fill(RunResult.Parts parts) {
        LedgerCounts counts = ledger.counts(Optional.empty());
        IntervalSums sums = intervals.sums();
        Counts measured = sums.measured();
        long warmupNs = Math.min(timeline.measureNs(), timeline.endNs()) - timeline.startNs;
        parts.conditions = Optional.of(conditions(warmupNs));
        parts.warmupNs = warmupNs;
        parts.measuredNs = Math.max(0, timeline.endNs() - timeline.measureNs());
        parts.drainNs = drainNs;
        parts.lastDeliveryNs = lastDeliveryNs();
        parts.totals = sums.total();
        parts.measured = measured;
        parts.latencies = sums.latencies();
        parts.due = parts.due.map(none -> sums.due());
        parts.worker = worker;
        parts.resources = resources.summarize(Math.max(measured.acknowledged(), measured.received()), parts.measuredNs);
        parts.ledger = counts;
        parts.groups = sums.groups(name -> ledger.counts(Optional.of(name)));
        parts.faults = ledger.faults(counts.lossKnown() && counts.expired() == 0);
        parts.backlog = backlog.flatMap(BacklogPhase::result);
    }

    /** Time from the start of the load to the last delivery, or to the end of the drain if a consumer worked beyond it. */
    private Optional<Long> lastDeliveryNs() {
        long lastNs = consumers.subscriptions.lastNs();
        return lastNs < timeline.startNs
                ? Optional.empty()
                : Optional.of(Math.min(lastNs, timeline.endNs() + drainNs) - timeline.startNs);
    }

    private VerdictInputs conditions(long warmupNs) {
        long sendingEndNs = Math.min(
                timeline.endNs(), backlog.map(BacklogPhase::sendingEndedNs).orElse(Long.MAX_VALUE));
        VerdictInputs.Parts known = new VerdictInputs.Parts(
                plan.workload().produces(), plan.workload().consumes());
        known.intendedPerSecond = run.rate().meanPerSecond(plan.share(), warmupNs, sendingEndNs - timeline.startNs);
        known.sendingNs = Math.max(0, sendingEndNs - timeline.measureNs());
        known.slotsDue = slots.due();
        known.slotsUnsent = slots.unsent();
        known.runsSeen = consumers.subscriptions.all.stream()
                .mapToInt(Subscription::runs)
                .max()
                .orElse(0);
        known.unsteady = warmup.unsteady();
        known.faultsLeft = run.injector().left();
        known.brokerAway = brokerAway;
        known.reconnectFailure = run.reconnector().lastFailure();
        known.sendFailure = run.failure().firstCounted();
        known.gzipRatio = GzipRatio.of(plan.workload());
        known.foreign = consumers.subscriptions.foreign();
        known.silentNs = silent;
        known.wakeUps = run.probes().wakeUps();
        known.fairness = consumers.fairness();
        known.fetched = ledger.left().fetched();
        known.dropped = ledger.left().dropped();
        return known.conditions();
    }
}
