package dev.dyno.load;

import dev.dyno.driver.Client;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.TimeSource;
import dev.dyno.pace.Schedule;
import dev.dyno.pace.Slice;
import dev.dyno.result.Interval;
import dev.dyno.result.Interval.Phase;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outcome;
import dev.dyno.result.RunResult;
import dev.dyno.result.SemanticsCard;
import dev.dyno.result.Verdict;
import dev.dyno.result.WorkerUsage;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
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

    private static final long LOOK_NS = 5_000_000;
    private static final long JOIN_NS = 2_000_000_000L;

    private final RunPlan plan;
    private final Drivers drivers;
    private final TimeSource time;
    private final Threads threads;
    private final RunListener listener;

    private final Timeline timeline;
    private final Failure failure;
    private final List<Double> measuredRates = new ArrayList<>();

    private volatile boolean stopped;
    private volatile boolean countReached;
    private volatile Thread runThread = Thread.currentThread();

    private @Nullable ConsumerSide consumers;
    private @Nullable IntervalCollector collector;
    /** What {@link #stop} and a failure have to stop at once, on whatever thread they come. */
    private volatile List<SendTask> sending = List.of();

    private List<Threads.Running> loops = List.of();
    /** What the producers have sent, once their loops have ended. */
    private List<ProducerAccount> accounts = List.of();

    private Outgoing.Slots slots = Outgoing.Slots.NONE;
    private @Nullable Usage atMeasure;
    private WorkerUsage worker = WorkerUsage.NONE;
    private Semantics semantics = new Semantics(AcknowledgedBy.BROKER, Map.of());
    private Instant started = Instant.EPOCH;
    private long drainNs;
    private long waitingAtEnd;

    public LocalRunner(RunPlan plan, Drivers drivers, TimeSource time, Threads threads, RunListener listener) {
        this.plan = plan;
        this.drivers = drivers;
        this.time = time;
        this.threads = threads;
        this.listener = listener;
        timeline = new Timeline(
                plan.workload().phases().warmup().toNanos(),
                plan.workload().phases().duration().toNanos());
        failure = new Failure(this::endLoadNow);
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

    /** Ends the run as failed, for a reason that its connections may not have seen yet. */
    public void fail(String sentence) {
        failure.report(new DriverException(sentence));
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
        try (Clients clients = new Clients(workload)) {
            clients.prepare();
            try (ConsumerSide consumerSide = new ConsumerSide(
                            plan, clients.forConsumers, time, timeline, failure, this::consumersHaveEnough);
                    ProducerSide producerSide = new ProducerSide(plan, clients.forProducers, time, timeline, failure)) {
                consumers = consumerSide;
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
        consumerSide.start(threads);
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
        TimeSource.Cancellable usage = time.schedule(timeline.measureNs, () -> atMeasure = Usage.read(time));
        try {
            if (!probed) {
                consumerSide.start(threads);
            }
            consumerSide.scheduleDelayedStarts(threads);
            startLoops(producerSide);
            boolean produces = !loops.isEmpty();
            await(timeline.plannedEndNs, () -> isOver() || (produces && haveEnded(loops)));
        } finally {
            endLoad(recorders, producerSide);
            usage.cancel();
            drain(consumerSide, producerSide);
            // What the consumers still get until they have stopped belongs to the run, as the ledger counts it.
            consumerSide.stop();
            intervals.finish(time.nanoTime());
        }
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
        long endNs = Math.min(time.nanoTime(), timeline.plannedEndNs);
        timeline.endLoad(endNs);
        recorders.forEach(recorder -> recorder.cut(endNs));
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
        if (!loops.isEmpty() && !consumerSide.subscriptions().isEmpty()) {
            consumerSide.startAll(threads);
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
            if (left < outstanding) {
                outstanding = left;
                lastProgressNs = now;
            }
            if (left <= 0 || now >= deadlineNs || now >= lastProgressNs + DRAIN_IDLE_NS) {
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
        boolean lossKnown = consumerSide.isLossKnown() && !expires && !failure.happened();
        return plan.workload().producers().isEmpty()
                ? ledger.settleWithoutProducers(lossKnown)
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
        LedgerCounts ledger = consumers == null ? LedgerCounts.EMPTY : ledger(consumers);
        Outcome outcome =
                failure.sentence().map(Outcome::failed).orElse(stopped ? Outcome.INTERRUPTED : Outcome.SUCCESS);
        IntervalCollector intervals = collector != null
                ? collector
                : new IntervalCollector(time, timeline, List.of(), started.toEpochMilli(), interval -> {});
        boolean begun = collector != null;
        long measuredNs = begun ? Math.max(0, timeline.endNs() - timeline.measureNs) : 0;
        Judge.Evidence evidence = new Judge.Evidence(
                outcome,
                semantics.acknowledgedBy(),
                !plan.workload().producers().isEmpty(),
                !plan.workload().consumers().isEmpty(),
                intendedPerSecond(),
                intervals.total(),
                intervals.measured(),
                measuredNs / 1e9,
                intervals.latencies(),
                ledger,
                worker,
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
                !plan.workload().producers().isEmpty());
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
                intervals.measured(),
                intervals.latencies(),
                worker,
                ledger,
                verdict);
    }

    /** The mean of the schedules over the measured phase as it was; 0 without a schedule. */
    private double intendedPerSecond() {
        if (collector == null) {
            return 0;
        }
        double sum = 0;
        long from = timeline.measureNs - timeline.startNs;
        long to = timeline.endNs() - timeline.startNs;
        if (to <= from) {
            return 0;
        }
        for (ProducerGroup group : plan.workload().producers()) {
            if (group.load() instanceof Schedule schedule && group.messageCount() == 0) {
                long intended = share(group, schedule.count(to)) - share(group, schedule.count(from));
                sum += intended / ((to - from) / 1e9);
            }
        }
        return sum;
    }

    /** What the producers of this runner's slice have of so many messages of their group. */
    private long share(ProducerGroup group, long messages) {
        long sum = 0;
        for (int i = plan.slice().index(); i < group.size(); i += plan.slice().count()) {
            sum += new Slice(i, group.size()).share(messages);
        }
        return sum;
    }

    private SemanticsCard semanticsCard() {
        Map<String, String> facts = new TreeMap<>(semantics.facts());
        facts.put("acknowledged by", semantics.acknowledgedBy() == AcknowledgedBy.BROKER ? "broker" : "client library");
        plan.brokerFacts().forEach((name, value) -> facts.put("broker " + name, value));
        return new SemanticsCard(facts);
    }

    /** The clients of both sides: one and the same where both connect alike. */
    private final class Clients implements AutoCloseable {

        final Workload workload;
        final Client forProducers;
        final Client forConsumers;

        Clients(Workload workload) throws DriverException {
            this.workload = workload;
            forProducers = drivers.open(plan.producerTarget(), time);
            forConsumers = plan.consumerTarget().equals(plan.producerTarget())
                    ? forProducers
                    : drivers.open(plan.consumerTarget(), time);
        }

        void prepare() throws DriverException {
            List<String> missing = new ArrayList<>();
            workload.producers().forEach(g -> Needs.of(g).stream()
                    .filter(c -> !forProducers.capabilities().contains(c))
                    .forEach(c -> missing.add(c.words())));
            workload.consumers().forEach(g -> Needs.of(g).stream()
                    .filter(c -> !forConsumers.capabilities().contains(c))
                    .forEach(c -> missing.add(c.words())));
            if (!missing.isEmpty()) {
                throw new DriverException("driver " + plan.producerTarget().driver()
                        + " does not offer what the workload needs: "
                        + String.join(", ", new LinkedHashSet<>(missing)));
            }
            forProducers.prepare(workload.producers().stream()
                    .flatMap(g -> g.destinations().stream())
                    .distinct()
                    .toList());
            forConsumers.prepare(workload.consumers().stream()
                    .flatMap(g -> g.destinations().stream())
                    .distinct()
                    .toList());
        }

        @Override
        public void close() {
            forProducers.close();
            if (forConsumers != forProducers) {
                forConsumers.close();
            }
        }
    }
}
