package dev.dyno.load;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.resource.Probes;
import dev.dyno.resource.ResourceSampler;
import dev.dyno.result.Counts;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Interval;
import dev.dyno.result.Interval.Phase;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.WorkerUsage;
import dev.dyno.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The load of a run: warmup, measured phase, and drain. Its figures afterwards.
 *
 * <p>Assumptions and guarantees: on the thread of the run; both sides are connected.
 */
final class Load {

    /** A drain ends when nothing has come for so long. */
    static final long DRAIN_IDLE_NS = 5_000_000_000L;

    private static final long JOIN_NS = 2_000_000_000L;

    /** All that goes on beside the producers and consumers while the load lasts. */
    record Surroundings(
            Timeline timeline, FaultLog faultLog, FaultInjector injector, Reconnector reconnector, Probes probes) {}

    private final RunPlan plan;
    private final TimeSource time;
    private final Threads threads;
    private final RunControl control;
    private final RunListener listener;
    private final Surroundings around;
    private final ConsumerSide consumers;
    private final ProducerSide producers;
    private final Timeline timeline;
    private final Failure failure;
    private final List<Recorder> recorders;
    private final IntervalCollector intervals;
    private final ResourceSampler resources;
    private final List<Double> measuredRates = new ArrayList<>();

    private List<Threads.Running> loops = List.of();
    /** What the producers have sent, once their loops have ended. */
    private List<ProducerAccount> accounts = List.of();

    private Outgoing.Slots slots = Outgoing.Slots.NONE;
    private @Nullable Usage atMeasure;
    private WorkerUsage worker = WorkerUsage.NONE;
    private long waitingAtEnd;
    private long drainNs;
    /** At the end of the drain, so that nobody knows what it still has. */
    private boolean brokerAway;

    /** The load starts now. */
    Load(
            RunPlan plan,
            TimeSource time,
            Threads threads,
            RunControl control,
            RunListener listener,
            Surroundings around,
            ConsumerSide consumers,
            ProducerSide producers) {
        this.plan = plan;
        this.time = time;
        this.threads = threads;
        this.control = control;
        this.listener = listener;
        this.around = around;
        this.consumers = consumers;
        this.producers = producers;
        timeline = around.timeline();
        failure = control.failure;
        recorders = new ArrayList<>(producers.recorders());
        recorders.addAll(consumers.recorders());
        timeline.begin(time.nanoTime());
        recorders.forEach(Recorder::begin);
        intervals = new IntervalCollector(time, timeline, recorders, time.epochMillis(), this::onInterval);
        resources = new ResourceSampler(around.probes(), time, timeline, listener::onResources, listener::onNote);
    }

    private void onInterval(Interval interval) {
        if (interval.phase() == Phase.MEASURE && interval.seconds() > 0.5) {
            measuredRates.add(Judge.rateOf(interval));
        }
        listener.onInterval(interval);
    }

    /** @param consuming whether the consumers have been started already */
    void run(boolean consuming) throws DriverException {
        intervals.start();
        resources.start();
        around.faultLog().watch(producers::sequences);
        consumers.watch(producers::sequences);
        around.reconnector().begin();
        around.injector().begin(timeline);
        TimeSource.Cancellable usage = time.schedule(timeline.measureNs, this::beginMeasuring);
        try {
            if (!consuming) {
                consumers.start();
            }
            consumers.scheduleSpans();
            startLoops();
            // Producers that stop at a time leave the rest of the load to the consumers.
            boolean endsWithLoops = !loops.isEmpty()
                    && plan.workload().producers().stream()
                            .allMatch(group -> group.span().stop().isEmpty());
            control.await(timeline.plannedEndNs, () -> control.isOver() || (endsWithLoops && loopsHaveEnded()));
        } finally {
            end();
            resources.lookAgain();
            usage.cancel();
            drain();
            brokerAway = (around.injector().isBrokerDown() || !consumers.isUp()) && outstanding() > 0;
            around.reconnector().end();
            // What the consumers still get until they have stopped belongs to the run, as the ledger counts it.
            consumers.stop();
            resources.close();
            intervals.finish(time.nanoTime());
        }
    }

    private void beginMeasuring() {
        atMeasure = Usage.read(time);
        listener.onMeasureBegins();
    }

    private void startLoops() {
        loops = new ArrayList<>();
        control.sending(producers.tasks());
        for (SendTask task : producers.tasks()) {
            loops.add(threads.start("send-" + loops.size(), () -> {
                task.run();
                control.wake();
            }));
        }
    }

    private boolean loopsHaveEnded() {
        return loops.stream().allMatch(loop -> loop.join(1));
    }

    private void end() {
        producers.tasks().forEach(SendTask::stop);
        around.injector().endLoad();
        long endNs = Math.min(time.nanoTime(), timeline.plannedEndNs);
        timeline.endLoad(endNs);
        recorders.forEach(recorder -> recorder.cut(endNs));
        listener.onLoadEnds();
        Usage begin = atMeasure;
        if (begin != null) {
            worker = Usage.read(time).since(begin);
        }
    }

    private void drain() {
        long deadlineNs = timeline.endNs() + plan.workload().phases().drain().toNanos();
        control.await(deadlineNs, () -> failure.happened() || loopsHaveEnded());
        producers.tasks().forEach(SendTask::abandon);
        Threads.joinAll(loops, time, JOIN_NS);
        accounts = producers.tasks().stream()
                .flatMap(task -> task.accounts().stream())
                .toList();
        slots = producers.slots();
        if (failure.happened()) {
            return;
        }
        control.await(deadlineNs, () -> failure.happened() || around.injector().isIdle());
        if (!loops.isEmpty() && !consumers.subscriptions().isEmpty()) {
            consumers.startAll();
            waitingAtEnd = outstanding();
            control.await(deadlineNs, new Deliveries()::haveEnded);
        }
        drainNs = Math.max(0, time.nanoTime() - timeline.endNs());
    }

    /** Whether all has come, or nothing more will. */
    private final class Deliveries {

        private long least = Long.MAX_VALUE;
        private long lastProgressNs;

        boolean haveEnded() {
            long now = time.nanoTime();
            long left = outstanding();
            if (left < least || !consumers.isUp()) {
                // Without a connection it is no wonder that nothing comes.
                least = left;
                lastProgressNs = now;
            }
            return left <= 0
                    || failure.happened()
                    || around.injector().isBrokerDown()
                    || now >= lastProgressNs + DRAIN_IDLE_NS;
        }
    }

    private long outstanding() {
        LedgerCounts ledger = ledger();
        return ledger.expected() - ledger.delivered();
    }

    private LedgerCounts ledger() {
        Workload workload = plan.workload();
        Ledger ledger = new Ledger(consumers.subscriptions());
        boolean expires = workload.producers().stream()
                .anyMatch(group -> !group.message().timeToLive().isZero());
        // After a failure nobody has waited for what is under way.
        boolean lossKnown = consumers.isLossKnown() && !expires && !failure.happened() && !brokerAway;
        return workload.producers().isEmpty()
                ? ledger.settleWithoutProducers(lossKnown && !consumers.wasAbsent())
                : ledger.settle(plan.runId(), accounts, lossKnown);
    }

    /** What it has shown; once it has run. */
    LoadFigures figures() {
        LedgerCounts ledger = ledger();
        Counts measured = intervals.measured();
        long loadNs = timeline.endNs() - timeline.startNs;
        return new LoadFigures(
                timeline.measureNs - timeline.startNs,
                Math.max(0, timeline.endNs() - timeline.measureNs),
                drainNs,
                IntendedRate.perSecond(plan, timeline.measureNs - timeline.startNs, loadNs),
                intervals.total(),
                measured,
                intervals.latencies(),
                ledger,
                worker,
                resources.summarize(Math.max(measured.acknowledged(), measured.received())),
                measuredRates,
                waitingAtEnd,
                slots,
                consumers.subscriptions().stream()
                        .mapToInt(Subscription::runs)
                        .max()
                        .orElse(0),
                faults(ledger.lossKnown()),
                brokerAway);
    }

    private List<FaultResult> faults(boolean lossKnown) {
        List<Map<Integer, Long>> marks = around.faultLog().marks();
        long[] lost = lossKnown
                ? new Ledger(consumers.subscriptions()).lostBy(plan.runId(), accounts, marks)
                : new long[marks.size()];
        return around.faultLog()
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
