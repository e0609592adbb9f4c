package dev.dyno.load;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.TimeSource;
import dev.dyno.resource.Probes;
import dev.dyno.resource.ResourceSampler;
import dev.dyno.result.BrokerDeath;
import dev.dyno.result.Counts;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Interval;
import dev.dyno.result.Interval.Phase;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outcome;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.RunResult;
import dev.dyno.result.SemanticsCard;
import dev.dyno.result.Verdict;
import dev.dyno.result.WorkerUsage;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan in this process.
 *
 * <p>The steps: connect consumers, then producers; probe one message end to end; load (warmup, measure); stop the producers;
 * drain; settle the ledger; close consumers, subscriptions, connections; judge.
 */
public final class LocalRunner implements Runner {

    /** How long a probe may take after the last message that stood in its way. */
    private static final long PROBE_NS = 10_000_000_000L;

    /** What was left in the destinations is out when nothing more of it has come for so long. */
    private static final long QUIET_NS = 100_000_000;

    /** A drain ends when nothing has come for so long. */
    static final long DRAIN_IDLE_NS = 5_000_000_000L;

    /** The end of a broker's process may be seen so long after the end of its connections, of which it is the cause. */
    private static final long DEATH_NS = 1_000_000_000;

    private static final long LOOK_NS = 5_000_000;
    private static final long JOIN_NS = 2_000_000_000L;

    private final RunPlan plan;
    private final Drivers drivers;
    private final TimeSource time;
    private final Threads threads;
    private final RunListener listener;
    private final Probes probes;

    private final Timeline timeline;
    private final Failure failure;
    private final FaultLog faultLog;
    private final FaultInjector injector;
    private final Reconnector reconnector;
    private final List<Double> measuredRates = new ArrayList<>();

    private volatile boolean stopped;
    private volatile boolean countReached;
    private volatile Thread runThread = Thread.currentThread();

    private @Nullable ConsumerSide consumers;
    private @Nullable ProducerSide producers;
    private @Nullable IntervalCollector collector;
    /** What {@link #stop} and a failure have to stop at once, on whatever thread they come. */
    private volatile List<SendTask> sending = List.of();

    private List<Threads.Running> loops = List.of();
    /** What the producers have sent, once their loops have ended. */
    private List<ProducerAccount> accounts = List.of();

    private Outgoing.Slots slots = Outgoing.Slots.NONE;
    private Optional<CompletableFuture<BrokerDeath>> brokerDeath = Optional.empty();
    private @Nullable ResourceSampler sampler;
    private @Nullable Usage atMeasure;
    private WorkerUsage worker = WorkerUsage.NONE;
    private Semantics semantics = new Semantics(AcknowledgedBy.BROKER, Map.of());
    private Instant started = Instant.EPOCH;
    private long drainNs;
    /** At the end of the drain, so that nobody knows what it still has. */
    private boolean brokerAway;

    private long waitingAtEnd;

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
     * @param broker that the faults of the plan are done to
     * @param probes what to read while the load goes on; not closed here
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
        this.threads = threads;
        this.listener = listener;
        this.probes = probes;
        timeline = new Timeline(
                plan.workload().phases().warmup().toNanos(),
                plan.workload().phases().duration().toNanos());
        failure = new Failure(this::endLoadNow);
        FaultPlan faults = plan.faults();
        faultLog = new FaultLog(timeline, faults.isDisturbed());
        injector = new FaultInjector(faults.faults(), broker, faultLog, time, threads, failure, listener);
        reconnector = new Reconnector(faults, time, threads, failure, faultLog);
    }

    @Override
    public void stop() {
        stopped = true;
        endLoadNow();
    }

    private void endLoadNow() {
        sending.forEach(SendTask::stop);
        wake();
    }

    /**
     * Ends the run as failed when the broker's process ends. That is the cause then, also when its connections were faster. To be
     * called before {@link #run}.
     *
     * @param death completes when the process ends without having been asked to
     */
    public void watchBroker(CompletableFuture<BrokerDeath> death) {
        brokerDeath = Optional.of(death.thenApply(how -> {
            failure.reportRoot(new DriverException(how.sentence()));
            return how;
        }));
    }

    /** How the broker has ended, if it has; waits a moment where that would explain a failure. */
    private Optional<BrokerDeath> brokerDeath() {
        if (brokerDeath.isEmpty()) {
            return Optional.empty();
        }
        CompletableFuture<BrokerDeath> death = brokerDeath.get();
        try {
            return Optional.of(death.get(failure.happened() ? DEATH_NS : 0, TimeUnit.NANOSECONDS));
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private void wake() {
        time.unpark(runThread);
    }

    @Override
    public RunResult run() {
        runThread = Thread.currentThread();
        started = Instant.ofEpochMilli(time.epochMillis());
        try {
            connectAndLoad();
        } catch (DriverException | RuntimeException e) {
            failure.report(e);
        }
        return settle();
    }

    private void connectAndLoad() throws DriverException {
        Workload workload = plan.workload();
        try (Clients clients = new Clients(plan, drivers, time)) {
            clients.prepare();
            try (ConsumerSide consumerSide = new ConsumerSide(
                            plan,
                            clients.forConsumers,
                            time,
                            threads,
                            timeline,
                            failure,
                            faultLog,
                            reconnector,
                            this::consumersHaveEnough);
                    ProducerSide producerSide = new ProducerSide(
                            plan, clients.forProducers, time, timeline, failure, faultLog, reconnector)) {
                consumers = consumerSide;
                producers = producerSide;
                consumerSide.open();
                producerSide.open();
                if (!workload.producers().isEmpty()) {
                    semantics = producerSide.semantics();
                }
                boolean probed =
                        !workload.producers().isEmpty() && !workload.consumers().isEmpty();
                if (probed) {
                    probe(consumerSide, producerSide);
                }
                if (!isOver()) {
                    load(consumerSide, producerSide, probed);
                }
            }
        }
    }

    private void consumersHaveEnough() {
        countReached = true;
        endLoadNow();
    }

    /** Shows that what is sent arrives, and lets what others left in the destinations come out before the load begins. */
    private void probe(ConsumerSide consumerSide, ProducerSide producerSide) throws DriverException {
        consumerSide.start();
        producerSide.probe();
        long sentNs = time.nanoTime();
        while (!consumerSide.allProbed() && !isOver()) {
            if (time.nanoTime() > Math.max(sentNs, consumerSide.lastStrangerNs()) + PROBE_NS) {
                throw new DriverException("a probe message to "
                        + consumerSide
                                .firstUnprobed()
                                .map(Destination::toString)
                                .orElse("a destination")
                        + " was acknowledged but did not arrive within " + PROBE_NS / 1_000_000_000
                        + " s; do producers and consumers use the same broker?");
            }
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
        // One consumer may have got the probe while others still fetch what was before it.
        while (time.nanoTime() < consumerSide.lastStrangerNs() + QUIET_NS && !isOver()) {
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
        long leftovers = consumerSide.forgetStrangers();
        if (leftovers > 0) {
            listener.onNote(leftovers + " messages that others had left in the destinations were removed");
        }
    }

    private void load(ConsumerSide consumerSide, ProducerSide producerSide, boolean probed) throws DriverException {
        List<Recorder> recorders = new ArrayList<>(producerSide.recorders());
        recorders.addAll(consumerSide.recorders());
        timeline.begin(time.nanoTime());
        started = Instant.ofEpochMilli(time.epochMillis());
        recorders.forEach(Recorder::begin);
        IntervalCollector intervals =
                new IntervalCollector(time, timeline, recorders, started.toEpochMilli(), this::onInterval);
        collector = intervals;
        intervals.start();
        ResourceSampler resources =
                new ResourceSampler(probes, time, timeline, listener::onResources, listener::onNote);
        sampler = resources;
        resources.start();
        faultLog.watch(producerSide::sequences);
        consumerSide.watch(producerSide::sequences);
        reconnector.begin();
        injector.begin(timeline);
        TimeSource.Cancellable usage = time.schedule(timeline.measureNs, this::beginMeasuring);
        try {
            if (!probed) {
                consumerSide.start();
            }
            consumerSide.scheduleDelayedStarts();
            startLoops(producerSide);
            boolean produces = !loops.isEmpty();
            await(timeline.plannedEndNs, () -> isOver() || (produces && haveEnded(loops)));
        } finally {
            endLoad(recorders, producerSide);
            resources.lookAgain();
            usage.cancel();
            drain(consumerSide, producerSide);
            brokerAway = (injector.isBrokerDown() || !consumerSide.isUp()) && outstanding(ledger(consumerSide)) > 0;
            reconnector.end();
            // What the consumers still get until they have stopped belongs to the run, as the ledger counts it.
            consumerSide.stop();
            resources.close();
            intervals.finish(time.nanoTime());
        }
    }

    private void beginMeasuring() {
        atMeasure = Usage.read(time);
        listener.onMeasureBegins();
    }

    private void startLoops(ProducerSide producerSide) {
        loops = new ArrayList<>();
        sending = producerSide.tasks();
        if (isOver()) {
            endLoadNow();
        }
        for (SendTask task : producerSide.tasks()) {
            loops.add(threads.start("send-" + loops.size(), () -> {
                task.run();
                wake();
            }));
        }
    }

    private boolean isOver() {
        return stopped || countReached || failure.happened();
    }

    private static boolean haveEnded(List<Threads.Running> loops) {
        return loops.stream().allMatch(loop -> loop.join(1));
    }

    private void endLoad(List<Recorder> recorders, ProducerSide producerSide) {
        producerSide.tasks().forEach(SendTask::stop);
        injector.endLoad();
        long endNs = Math.min(time.nanoTime(), timeline.plannedEndNs);
        timeline.endLoad(endNs);
        recorders.forEach(recorder -> recorder.cut(endNs));
        listener.onLoadEnds();
        Usage begin = atMeasure;
        if (begin != null) {
            worker = Usage.read(time).since(begin);
        }
    }

    private void drain(ConsumerSide consumerSide, ProducerSide producerSide) {
        long deadlineNs = timeline.endNs() + plan.workload().phases().drain().toNanos();
        await(deadlineNs, () -> failure.happened() || haveEnded(loops));
        producerSide.tasks().forEach(SendTask::abandon);
        Threads.joinAll(loops, time, JOIN_NS);
        accounts = producerSide.tasks().stream()
                .flatMap(task -> task.accounts().stream())
                .toList();
        slots = producerSide.slots();
        if (failure.happened()) {
            return;
        }
        await(deadlineNs, () -> failure.happened() || injector.isIdle());
        if (!loops.isEmpty() && !consumerSide.subscriptions().isEmpty()) {
            consumerSide.startAll();
            waitingAtEnd = outstanding(ledger(consumerSide));
            awaitDeliveries(consumerSide, deadlineNs);
        }
        drainNs = Math.max(0, time.nanoTime() - timeline.endNs());
    }

    private void awaitDeliveries(ConsumerSide consumerSide, long deadlineNs) {
        long outstanding = Long.MAX_VALUE;
        long lastProgressNs = time.nanoTime();
        while (!failure.happened()) {
            long now = time.nanoTime();
            long left = outstanding(ledger(consumerSide));
            if (left < outstanding || !consumerSide.isUp()) {
                // Without a connection it is no wonder that nothing comes.
                outstanding = left;
                lastProgressNs = now;
            }
            if (left <= 0 || now >= deadlineNs || injector.isBrokerDown() || now >= lastProgressNs + DRAIN_IDLE_NS) {
                return;
            }
            time.parkUntil(Math.min(deadlineNs, now + LOOK_NS));
        }
    }

    private static long outstanding(LedgerCounts ledger) {
        return ledger.expected() - ledger.delivered();
    }

    private LedgerCounts ledger(ConsumerSide consumerSide) {
        Ledger ledger = new Ledger(consumerSide.subscriptions());
        boolean expires = plan.workload().producers().stream()
                .anyMatch(group -> !group.message().timeToLive().isZero());
        // After a failure nobody has waited for what is under way.
        boolean lossKnown = consumerSide.isLossKnown() && !expires && !failure.happened() && !brokerAway;
        return plan.workload().producers().isEmpty()
                ? ledger.settleWithoutProducers(lossKnown && !consumerSide.wasAbsent())
                : ledger.settle(plan.runId(), accounts, lossKnown);
    }

    /** Waits for the condition until the deadline; {@link #wake} makes it look again. */
    private void await(long deadlineNs, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            long now = time.nanoTime();
            if (now >= deadlineNs) {
                return;
            }
            time.parkUntil(Math.min(deadlineNs, now + LOOK_NS));
        }
    }

    private void onInterval(Interval interval) {
        if (interval.phase() == Phase.MEASURE && interval.seconds() > 0.5) {
            measuredRates.add(Judge.rateOf(interval));
        }
        listener.onInterval(interval);
    }

    private RunResult settle() {
        Optional<BrokerDeath> death = brokerDeath();
        LedgerCounts ledger = consumers == null ? LedgerCounts.EMPTY : ledger(consumers);
        Outcome outcome =
                failure.sentence().map(Outcome::failed).orElse(stopped ? Outcome.INTERRUPTED : Outcome.SUCCESS);
        IntervalCollector intervals = collector != null
                ? collector
                : new IntervalCollector(time, timeline, List.of(), started.toEpochMilli(), interval -> {});
        List<FaultResult> faults = faults(ledger.lossKnown());
        boolean begun = collector != null;
        long measuredNs = begun ? Math.max(0, timeline.endNs() - timeline.measureNs) : 0;
        Counts measured = intervals.measured();
        List<ResourceSummary> resources =
                sampler == null ? List.of() : sampler.summarize(Math.max(measured.acknowledged(), measured.received()));
        Judge.Evidence evidence = new Judge.Evidence(
                outcome,
                semantics.acknowledgedBy(),
                !plan.workload().producers().isEmpty(),
                !plan.workload().consumers().isEmpty(),
                intendedPerSecond(),
                intervals.total(),
                measured,
                measuredNs / 1e9,
                intervals.latencies(),
                ledger,
                worker,
                resources,
                Runtime.getRuntime().availableProcessors(),
                measuredRates,
                waitingAtEnd,
                slots,
                consumers == null
                        ? 0
                        : consumers.subscriptions().stream()
                                .mapToInt(Subscription::runs)
                                .max()
                                .orElse(0),
                !plan.workload().producers().isEmpty(),
                timeline.measureNs - timeline.startNs,
                faults,
                injector.left(),
                brokerAway,
                reconnector.lastFailure());
        Verdict verdict = Judge.judge(evidence);
        return new RunResult(
                String.format(Locale.ROOT, "%016x", plan.runId()),
                plan.workload().name(),
                started,
                plan.workload().phases().warmup().toNanos(),
                measuredNs,
                drainNs,
                plan.workload().seed(),
                plan.config(),
                Environment.describe(),
                semanticsCard(),
                outcome,
                intervals.total(),
                measured,
                intervals.latencies(),
                worker,
                resources,
                death,
                List.of(),
                ledger,
                faults,
                verdict);
    }

    private List<FaultResult> faults(boolean lossKnown) {
        ConsumerSide consumerSide = consumers;
        ProducerSide producerSide = producers;
        if (consumerSide == null || producerSide == null) {
            return List.of();
        }
        List<Map<Integer, Long>> marks = faultLog.marks();
        long[] lost = lossKnown
                ? new Ledger(consumerSide.subscriptions()).lostBy(plan.runId(), accounts, marks)
                : new long[marks.size()];
        return faultLog.results(
                producerSide.recorders().stream().flatMap(Recorder::gaps).toList(),
                producerSide.gaps(),
                consumerSide.recorders().stream().flatMap(Recorder::gaps).toList(),
                consumerSide.subscriptions().stream()
                        .flatMap(subscription -> Stream.ofNullable(subscription.gap))
                        .toList(),
                lost);
    }

    private double intendedPerSecond() {
        return collector == null
                ? 0
                : IntendedRate.perSecond(
                        plan, timeline.measureNs - timeline.startNs, timeline.endNs() - timeline.startNs);
    }

    private SemanticsCard semanticsCard() {
        Map<String, String> facts = new TreeMap<>(semantics.facts());
        facts.put("acknowledged by", semantics.acknowledgedBy() == AcknowledgedBy.BROKER ? "broker" : "client library");
        plan.brokerFacts().forEach((name, value) -> facts.put("broker " + name, value));
        return new SemanticsCard(facts);
    }
}
