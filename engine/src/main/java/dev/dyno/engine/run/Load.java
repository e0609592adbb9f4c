package dev.dyno.engine.run;

import dev.dyno.broker.resource.ResourceSampler;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.receive.ConsumerSide;
import dev.dyno.engine.receive.Ledger;
import dev.dyno.engine.receive.Subscription;
import dev.dyno.engine.record.BrokerCount;
import dev.dyno.engine.record.Ensemble;
import dev.dyno.engine.record.Ensemble.Stage;
import dev.dyno.engine.record.Failure;
import dev.dyno.engine.record.IntendedRate;
import dev.dyno.engine.record.IntervalCollector;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.record.Timeline;
import dev.dyno.engine.record.Unfinished;
import dev.dyno.engine.send.GzipRatio;
import dev.dyno.engine.send.Outgoing;
import dev.dyno.engine.send.ProducerSide;
import dev.dyno.engine.send.SendTask;
import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Conditions;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The load of a run: warmup, measured phase, and drain. Its figures afterwards.
 *
 * <p>Assumptions and guarantees: on the thread of the run; both sides are connected.
 */
final class Load {

    /** Between the end of a warmup that has become steady and its beginning to be measured: time to tell everybody. */
    private static final long NOTICE_NS = 500_000_000L;

    private static final long JOIN_NS = 2_000_000_000L;

    /** The others may take so much longer until they give up what they wait for, and say so. */
    private static final long OTHERS_NS = 10_000_000_000L;

    private final RunContext run;
    private final RunPlan plan;
    private final TimeSource time;
    private final RunControl control;
    private final Ensemble ensemble;
    final ConsumerSide consumers;
    final ProducerSide producers;
    private final Timeline timeline;
    private final Failure failure;
    private final List<Recorder> recorders;
    private final IntervalCollector intervals;
    private final ResourceSampler resources;
    private final List<Double> measuredRates = new ArrayList<>();
    private final Optional<BacklogPhase> building;
    private final AtomicInteger loopsEnded = new AtomicInteger();
    /** While the warmup lasts until the load is steady. */
    private final Optional<Steadiness> steadiness;

    /** Guarded by this object: tells when the measured phase begins. */
    private TimeSource.Cancellable measuring = () -> {};

    private volatile boolean steady;

    /** Of the clock's thread. */
    private int secondsLookedBack;

    /** What the broker itself last said it had in all its queues. */
    private volatile Optional<BrokerCount> queuedByBroker = Optional.empty();

    private List<Threads.Running> loops = List.of();
    /** What the producers have sent, once their loops have ended. */
    private List<ProducerAccount> accounts = List.of();

    private Outgoing.Slots slots = Outgoing.Slots.NONE;
    private Unfinished unfinished = new Unfinished(0);
    private @Nullable Usage atMeasure;
    private WorkerUsage worker = WorkerUsage.NONE;
    private long drainNs;
    private long startLatenessNs;
    private Optional<Long> silent = Optional.empty();
    /** At the end of the drain, so that nobody knows what it still has. */
    private boolean brokerAway;

    /** @param startNs when the load starts: now, or in a moment */
    Load(RunContext run, long startNs, ConsumerSide consumers, ProducerSide producers) {
        this.run = run;
        this.consumers = consumers;
        this.producers = producers;
        plan = run.plan();
        time = run.time();
        control = run.control();
        timeline = run.timeline();
        failure = run.failure();
        ensemble = run.ensemble();
        recorders = new ArrayList<>(producers.recorders());
        recorders.addAll(consumers.recorders());
        timeline.begin(startNs);
        recorders.forEach(Recorder::begin);
        intervals = new IntervalCollector(time, timeline, recorders, time.epochMillis(), this::onInterval);
        resources = new ResourceSampler(run.probes(), time, timeline, this::onResources, run.listener()::onNote);
        steadiness = plan.workload().phases().untilSteady() ? Optional.of(new Steadiness()) : Optional.empty();
        building = plan.workload().phases().backlog().map(asked -> new BacklogPhase(asked, run, this));
    }

    /**
     * On the clock's thread, a moment after each second of the warmup. Nobody has recorded anything yet that is intended after the
     * boundary that is chosen here, so it is the same for all recorders.
     */
    private void look(Steadiness seconds, Interval last) {
        seconds.add(last);
        if (!seconds.isSteady()) {
            return;
        }
        steady = true;
        timeline.measureAfter(time.nanoTime() + NOTICE_NS);
        long measureNs = timeline.measureNs();
        recorders.forEach(recorder -> recorder.measureFrom(measureNs));
        scheduleMeasuring();
        run.listener()
                .onNote(String.format(
                        Locale.ROOT,
                        "the load is steady: it is measured from %.0f s on",
                        (measureNs - timeline.startNs) / 1e9));
        control.wake();
    }

    /**
     * After the longest warmup. If the first seconds that are measured are like the last ones that are not, the load was steady when
     * they began, and nobody could know.
     */
    private void lookBack(Steadiness seconds, Interval last) {
        seconds.add(last);
        steady = ++secondsLookedBack == Steadiness.HALF && seconds.isSteady();
    }

    private synchronized void scheduleMeasuring() {
        measuring.cancel();
        measuring = time.schedule(timeline.measureNs(), this::beginMeasuring);
    }

    private synchronized void cancelMeasuring() {
        measuring.cancel();
    }

    private void onResources(ResourceSample sample) {
        sample.get(ResourceMetric.QUEUED)
                .ifPresent(messages ->
                        queuedByBroker = Optional.of(new BrokerCount(messages, timeline.startNs() + sample.endNs())));
        run.listener().onResources(sample);
    }

    private void onInterval(Interval interval) {
        if (interval.phase() == Phase.MEASURE && interval.seconds() > 0.5) {
            measuredRates.add(interval.messagesPerSecond());
        }
        if (interval.phase() == Phase.WARMUP && !steady) {
            steadiness.ifPresent(s -> look(s, interval));
        }
        if (interval.phase() == Phase.MEASURE && !steady && secondsLookedBack < Steadiness.HALF) {
            steadiness.ifPresent(s -> lookBack(s, interval));
        }
        run.listener().onInterval(interval);
    }

    /** @param consuming whether the consumers have been started already */
    void run(boolean consuming) throws DriverException {
        intervals.start();
        resources.start();
        run.faults().watch(producers::sequences);
        consumers.watch(producers::sequences);
        run.reconnector().begin();
        run.injector().begin(timeline);
        scheduleMeasuring();
        try {
            if (!consuming) {
                consumers.start();
            }
            consumers.scheduleSpans();
            building.ifPresent(BacklogPhase::begin);
            startLoops();
            // Producers that stop at a time, or for a backlog, leave the rest of the load to the consumers.
            boolean endsWithLoops = sends()
                    && building.isEmpty()
                    && plan.workload().producers().stream()
                            .allMatch(group -> group.span().stop().isEmpty());
            control.awaitEnd(
                    timeline::plannedEndNs,
                    () -> (endsWithLoops && loopsHaveEnded() && haveAllSent()) || consumers.wantEnd(time.nanoTime()));
        } finally {
            end();
            resources.lookAgain();
            cancelMeasuring();
            drain();
            failIfBrokerStaysAway();
            brokerAway = (run.injector().isBrokerDown() || !consumers.isUp()) && outstanding() > 0;
            run.reconnector().end();
            // What the consumers still get until they have stopped belongs to the run, as the ledger counts it.
            boolean quiet = run.closing().run(consumers::stopping);
            if (quiet && !failure.happened() && !brokerAway) {
                askWhatIsLeft();
            }
            resources.close();
            // From then on messages waited for nobody: how long consumers take to stop is no bound of theirs.
            // The same is true of a thread that a client library holds for longer than the drain may take.
            long mostNs = plan.workload().phases().drain().toNanos();
            undelivered(timeline.endNs() + Math.min(drainNs, mostNs) - timeline.startNs);
            intervals.finish(time.nanoTime(), unfinished);
        }
    }

    /** Somebody else took the broker away, and attempts to reconnect failed to the end: the run measured that for the most part. */
    private void failIfBrokerStaysAway() {
        boolean everybodyIsUp = consumers.isUp() && producers.isUp();
        if (!everybodyIsUp && !run.injector().isBrokerDown() && !control.wasStopped()) {
            run.reconnector()
                    .lastFailure()
                    .ifPresent(why -> failure.report(new DriverException(
                            "the broker did not come back before the end of the run; the last attempt to reconnect failed: "
                                    + why)));
        }
    }

    /** What has come elsewhere is not known here, so several workers' deliveries are not looked through by one of them. */
    private void undelivered(long untilNs) {
        if (ensemble.isAlone() && consumers.isLossKnown()) {
            new Ledger(consumers.subscriptions()).undelivered(plan, accounts, untilNs, unfinished);
        }
    }

    /** Whether here or at another worker something is sent. */
    private boolean sends() {
        return ensemble.isAlone()
                ? !loops.isEmpty()
                : !plan.workload().producers().isEmpty();
    }

    private boolean haveAllSent() {
        ensemble.reached(Stage.SENT);
        return ensemble.haveAllReached(Stage.SENT);
    }

    /** How long after the instant that was agreed with others its loops were started. */
    long startLatenessNs() {
        return startLatenessNs;
    }

    /** When the load is to end, once a backlog is drained. */
    long endAfterBacklogNs() {
        // What is measured beyond the backlog; nothing, if it was not drained in time.
        boolean goesOn = building.flatMap(BacklogPhase::result)
                .filter(BacklogResult::drained)
                .isPresent();
        Phases phases = plan.workload().phases();
        long fromNs = phases.backlog().filter(Backlog::measuredAfter).isPresent()
                ? building.map(BacklogPhase::endedNs).orElse(0L)
                : timeline.measureNs();
        return goesOn ? fromNs + phases.duration().minus(phases.warmup()).toNanos() : 0;
    }

    private void beginMeasuring() {
        atMeasure = Usage.read(time);
        if (steadiness.isPresent() && !steady) {
            run.listener()
                    .onNote("the load is not steady yet, and its longest warmup is over: it is measured from here on");
        }
        run.listener().onMeasureBegins();
    }

    private void startLoops() {
        startLatenessNs = time.nanoTime() - timeline.startNs;
        loops = new ArrayList<>();
        control.sending(() -> producers.tasks().forEach(SendTask::stop));
        for (SendTask task : producers.tasks()) {
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

    private boolean loopsHaveEnded() {
        return loopsEnded.get() == loops.size();
    }

    /** Whether no producer sends any more; not before the loops have begun. */
    boolean haveProducersEnded() {
        return loopsEnded.get() == producers.tasks().size();
    }

    Optional<BrokerCount> queuedByBroker() {
        return queuedByBroker;
    }

    private void end() {
        building.ifPresent(BacklogPhase::end);
        producers.tasks().forEach(SendTask::stop);
        run.injector().endLoad();
        long endNs = Math.min(time.nanoTime(), timeline.plannedEndNs());
        timeline.endLoad(endNs);
        control.drains();
        recorders.forEach(recorder -> recorder.cut(endNs));
        run.listener().onLoadEnds();
        Usage begin = atMeasure;
        if (begin != null) {
            worker = Usage.read(time).since(begin);
        }
    }

    private void drain() {
        long deadlineNs = timeline.endNs() + plan.workload().phases().drain().toNanos();
        control.await(deadlineNs, () -> isGivenUp() || loopsHaveEnded());
        producers.tasks().forEach(SendTask::abandon);
        Threads.joinAll(loops, time, JOIN_NS);
        accounts = producers.tasks().stream()
                .flatMap(task -> task.accountsAtEnd().stream())
                .toList();
        unfinished = new Unfinished(timeline.measureNs() - timeline.startNs);
        slots = producers.slots(consumers::subscriptionsOwed, unfinished);
        ensemble.sent(accounts);
        if (failure.happened()) {
            return;
        }
        control.await(deadlineNs, () -> isGivenUp() || run.injector().isIdle());
        if (!ensemble.isAlone()) {
            drainWithOthers(deadlineNs);
        } else if (!loops.isEmpty() && !consumers.subscriptions().isEmpty()) {
            consumers.startAll();
            new Drain(
                            run,
                            consumers,
                            this::outstanding,
                            () -> isLossKnown() ? subscriptionsInDoubt() : List.of(),
                            () -> isGivenUp() || run.injector().isBrokerDown())
                    .await(deadlineNs);
        }
        drainNs = Math.max(0, time.nanoTime() - timeline.endNs());
        silent = consumers.isUp() && !loops.isEmpty() ? longestSilenceNs(time.nanoTime()) : Optional.empty();
    }

    private Optional<Long> longestSilenceNs(long nowNs) {
        Optional<Long> longest = Optional.empty();
        for (Subscription subscription :
                isLossKnown() && ensemble.isAlone() ? subscriptionsInDoubt() : List.<Subscription>of()) {
            synchronized (subscription.recorder) {
                long silentNs = nowNs - Math.max(subscription.lastNs, timeline.startNs);
                longest = Optional.of(Math.max(silentNs, longest.orElse(0L)));
            }
        }
        return longest;
    }

    /** Whether nothing is waited for any more. */
    private boolean isGivenUp() {
        return failure.happened() || control.isHurried();
    }

    /** What has come elsewhere is not known here. */
    private void drainWithOthers(long deadlineNs) {
        if (!plan.workload().producers().isEmpty() && !consumers.subscriptions().isEmpty()) {
            consumers.startAll();
        }
        control.await(deadlineNs + OTHERS_NS, () -> failure.happened() || ensemble.haveAllReached(Stage.DRAINED));
    }

    private void askWhatIsLeft() {
        try {
            consumers.askWhatIsLeft(subscriptionsInDoubt());
        } catch (DriverException e) {
            run.listener().onNote("the broker did not say what it still has: " + e.getMessage());
        }
    }

    /** Those that miss something, or may: where others send or receive, nobody here can say. */
    private List<Subscription> subscriptionsInDoubt() {
        Ledger ledger = new Ledger(consumers.subscriptions());
        if (!ensemble.isAlone()) {
            return consumers.subscriptions();
        }
        return plan.workload().producers().isEmpty() ? ledger.waitingForGaps() : ledger.waiting(plan.runId(), accounts);
    }

    private long outstanding() {
        LedgerCounts ledger = ledger();
        return ledger.expected() - ledger.delivered();
    }

    /** While the producers send. */
    LedgerCounts ledgerOfNow() {
        return new Ledger(consumers.subscriptions())
                .settle(
                        plan.runId(),
                        producers.tasks().stream()
                                .flatMap(task -> task.accounts().stream())
                                .toList(),
                        false);
    }

    private LedgerCounts ledger() {
        Workload workload = plan.workload();
        Ledger ledger = new Ledger(consumers.subscriptions());
        if (!ensemble.isAlone()) {
            return ledger.settleStrangers(isLossKnown());
        }
        boolean lossKnown = isLossKnown();
        return workload.producers().isEmpty()
                ? ledger.settleWithoutProducers(lossKnown && !consumers.wasAbsent() && !consumers.hasOnlyForeign())
                : ledger.settle(plan.runId(), accounts, lossKnown);
    }

    private boolean isLossKnown() {
        boolean expires = plan.workload().producers().stream()
                .anyMatch(group -> !group.message().timeToLive().isZero());
        // After a failure nobody has waited for what is under way.
        return consumers.isLossKnown() && !expires && !failure.happened();
    }

    /** Fills in what it has shown; once it has run. */
    void fill(RunResult.Parts parts) {
        LedgerCounts ledger = ledger();
        Counts measured = intervals.measured();
        long warmupNs = timeline.measureNs() - timeline.startNs;
        long sendingEndNs = Math.min(
                timeline.endNs(), building.map(BacklogPhase::sendingEndedNs).orElse(Long.MAX_VALUE));
        Conditions conditions = new Conditions(
                !plan.workload().producers().isEmpty(),
                !plan.workload().consumers().isEmpty(),
                IntendedRate.perSecond(plan, warmupNs, sendingEndNs - timeline.startNs),
                Math.max(0, sendingEndNs - timeline.measureNs()),
                slots.due(),
                slots.unsent(),
                consumers.subscriptions().stream()
                        .mapToInt(Subscription::runs)
                        .max()
                        .orElse(0),
                steadiness.filter(s -> !steady).map(Steadiness::toString),
                plan.workload().connectsOnly() ? Optional.empty() : Conditions.Halves.of(measuredRates),
                run.injector().left(),
                brokerAway,
                run.reconnector().lastFailure(),
                run.failure().firstCounted(),
                GzipRatio.of(plan.workload()),
                consumers.subscriptions.foreign(),
                silent);
        parts.warmupNs = warmupNs;
        parts.measuredNs = Math.max(0, timeline.endNs() - timeline.measureNs());
        parts.drainNs = drainNs;
        parts.totals = intervals.total();
        parts.measured = measured;
        parts.latencies = intervals.latencies();
        parts.due = parts.due.map(none -> intervals.due());
        parts.worker = worker;
        parts.resources = resources.summarize(Math.max(measured.acknowledged(), measured.received()));
        parts.ledger = ledger;
        parts.faults = faults(ledger.lossKnown());
        parts.backlog = building.flatMap(BacklogPhase::result);
        parts.conditions = Optional.of(conditions);
    }

    /** By the place of each subscription with a consumer here, what can still be delivered to it, by the broker's word. */
    Map<Integer, OptionalLong> left() {
        return consumers.left();
    }

    private List<FaultResult> faults(boolean lossKnown) {
        List<Map<Integer, Long>> marks = run.faults().marks();
        long[] lost = lossKnown
                ? new Ledger(consumers.subscriptions()).lostBy(plan.runId(), accounts, marks)
                : new long[marks.size()];
        return run.faults()
                .results(
                        producers.recorders().stream().flatMap(Recorder::gaps).toList(),
                        producers.gaps(),
                        consumers.recorders().stream().flatMap(Recorder::gaps).toList(),
                        consumers.subscriptions().stream()
                                .flatMap(subscription -> Stream.ofNullable(subscription.gap))
                                .toList(),
                        lost);
    }
}
