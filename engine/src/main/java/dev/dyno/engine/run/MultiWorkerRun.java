package dev.dyno.engine.run;

import dev.dyno.broker.resource.Probes;
import dev.dyno.broker.resource.ResourceSampler;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.receive.JointLedger;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.record.Timeline;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Merges a run on several workers: their intervals become those of one run, their deliveries the account of one ledger, and the
 * result is like that of a run in one process, with the share of each worker.
 *
 * <p>Assumptions and guarantees: usable from any thread; the reports of one worker come in the order of their events. The
 * listener receives intervals and resources with this object's monitor held, one call at a time.
 */
public final class MultiWorkerRun {

    /**
     * A worker's clock, as measured by the process that merges the run.
     *
     * @param offsetNs clock of the worker minus clock of that process
     * @param boundNs largest possible error of the offset, to either side
     */
    public record Clock(long offsetNs, long boundNs) {}

    /**
     * End of the run, as seen by the process that merges it.
     *
     * @param stopped whether the user asked for the end
     * @param failure cause of the failure, if it was not a worker's own
     * @param brokerDeath how the broker ended, if it did
     * @param drainNs from the end of the load until all deliveries had arrived or were given up
     * @param clocks of the workers, in their order
     */
    public record Ending(
            boolean stopped,
            Optional<String> failure,
            Optional<BrokerDeath> brokerDeath,
            long drainNs,
            List<Clock> clocks) {}

    public record Identity(String name, String host) {}

    /** Time in ns after an action on the broker: an outage that begins later is not taken as its effect. */
    private static final long AFTERMATH_NS = 1_000_000_000;

    private record Action(String word, long beganNs) {}

    private static final class Part {
        int producers;
        int consumers;
        Optional<WorkerReport> report = Optional.empty();
        Optional<String> lost = Optional.empty();
        long reportsMissing;

        WorkerShare.State state() {
            if (report.isEmpty()) {
                return lost.isPresent() ? WorkerShare.State.LOST : WorkerShare.State.NOT_BEGUN;
            }
            return report.get().result().outcome().success() ? WorkerShare.State.COMPLETE : WorkerShare.State.FAILED;
        }
    }

    private final RunPlan plan;
    private final List<Identity> workers;
    private final TimeSource time;
    private final RunListener listener;
    private final RunSeconds seconds;
    private final Probes probes;
    private final JointIntervals intervals;
    private final JointLedger ledger;
    private final List<Part> parts = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private final Timeline timeline;
    private final LiveRate rate;

    private Optional<ResourceSampler> resources = Optional.empty();
    private TimeSource.Cancellable measuring = () -> {};
    private Instant started;
    private long lastArrivedNs;

    /**
     * @param plan of the whole run; its share has all producers and consumers
     * @param probes resources read in this process; not closed here
     */
    public MultiWorkerRun(RunPlan plan, List<Identity> workers, TimeSource time, Probes probes, RunListener listener) {
        this.plan = plan;
        this.workers = List.copyOf(workers);
        this.time = time;
        this.listener = listener;
        seconds = new RunSeconds(listener, true);
        this.probes = probes;
        ledger = new JointLedger(plan);
        intervals = new JointIntervals(workers.size(), seconds::onInterval, group -> ledger.soFar(group)
                .duplicate());
        timeline = new Timeline(
                plan.workload().phases().warmup().toNanos(),
                plan.workload().phases().duration().toNanos());
        rate = new LiveRate(plan.workload());
        workers.forEach(worker -> parts.add(new Part()));
        started = Instant.ofEpochMilli(time.epochMillis());
    }

    /** Sets the start of the load on this process's clock, now or in a moment. */
    public synchronized void begin(long startNs) {
        long epochMillis = time.epochMillis() + (startNs - time.nanoTime()) / 1_000_000;
        started = Instant.ofEpochMilli(epochMillis);
        timeline.begin(startNs);
        listener.onBegin(JointResult.begun(plan, started));
        intervals.begin(epochMillis);
        ResourceSampler sampler = new ResourceSampler(probes, time, timeline, this::onResources, listener::onNote);
        resources = Optional.of(sampler);
        sampler.start();
        measuring = time.schedule(timeline.measureNs(), listener::onMeasureBegins);
    }

    /** Sets the call that sends each change of the rate to all workers; after {@link #begin}. */
    public void onRateChange(Consumer<LiveRate.Change> sender) {
        rate.begin(sender);
    }

    /** Changes the rate at an instant late enough for all workers to learn of it in time. */
    public LiveRate.Change steer(double perSecond) {
        return rate.decide(perSecond, timeline, time.nanoTime());
    }

    /** Notes that the producers have stopped or are about to: the longest drain counts from now on. */
    public void endLoad() {
        synchronized (this) {
            measuring.cancel();
            timeline.endLoad(Math.min(time.nanoTime(), timeline.plannedEndNs()));
            resources.ifPresent(ResourceSampler::recomputeBoundaries);
        }
        listener.onLoadEnds();
    }

    /** End of the load, on this process's clock; the planned one before {@link #endLoad}, {@link Long#MAX_VALUE} if unknown. */
    public long endNs() {
        return timeline.endNs();
    }

    private synchronized void onResources(ResourceSample sample) {
        seconds.onResources(sample);
    }

    /** Notes that an action on the broker begins now. */
    public synchronized void disturbed(String word) {
        actions.add(new Action(word, time.nanoTime()));
    }

    /** Adds the use, in an interval, of a worker's process or machine, or of the broker on that machine. */
    public synchronized void addResources(int worker, ResourceSample sample) {
        subject(worker, sample.subject()).ifPresent(subject -> seconds.onResources(sample.as(subject)));
    }

    /**
     * Name of a subject in the merged run: a worker's own process is named after the worker, its host after the host, reported by
     * the first of several workers on it; empty for other subjects. There is at most one broker.
     */
    private Optional<String> subject(int worker, String reported) {
        Identity identity = workers.get(worker);
        if (reported.equals(ResourceSample.WORKER)) {
            return Optional.of(ResourceSample.ofWorker(identity.name()));
        }
        if (reported.equals(ResourceSample.BROKER)) {
            return Optional.of(reported);
        }
        boolean first = workers.subList(0, worker).stream()
                .noneMatch(other -> other.host().equals(identity.host()));
        return reported.equals(ResourceSample.HOST) && first
                ? Optional.of(ResourceSample.ofHost(identity.host()))
                : Optional.empty();
    }

    public synchronized void interval(int worker, Interval interval) {
        intervals.add(worker, interval);
    }

    /**
     * Sets the subscriptions, as a worker reports them.
     *
     * @throws IllegalArgumentException if another worker has reported others
     */
    public synchronized void subscriptions(int worker, List<SubscriptionName> names) {
        if (!ledger.subscribe(names)) {
            throw new IllegalArgumentException(
                    "worker " + workers.get(worker).name() + " has other subscriptions than the others");
        }
    }

    /** Notes that a worker's clients are connected. */
    public synchronized void connected(int worker, int producers, int consumers) {
        parts.get(worker).producers = producers;
        parts.get(worker).consumers = consumers;
    }

    /** Adds the messages received by a worker's consumers. */
    public synchronized void arrived(List<DeliveryReport> arrived) {
        if (arrived.stream().anyMatch(some -> some.inOrder().length + some.late().length > 0)) {
            lastArrivedNs = time.nanoTime();
        }
        ledger.add(arrived, time.nanoTime());
    }

    /** Adds the accounts of a worker's producers, which have ended. */
    public synchronized void sent(List<ProducerAccount> accounts) {
        accounts.forEach(ledger::add);
    }

    /** Adds the last report of a worker, whose run is over. */
    public synchronized void ended(int worker, WorkerReport report) {
        parts.get(worker).report = Optional.of(report);
        intervals.end(worker);
    }

    /**
     * Notes that a worker is lost and reports nothing more.
     *
     * @param how it was lost, in words that follow its name
     */
    public synchronized void lost(int worker, String how) {
        parts.get(worker).lost = Optional.of(how);
        intervals.end(worker);
    }

    /** Adds to the number of a worker's reports that were lost. */
    public synchronized void addMissingReports(int worker, long reports) {
        parts.get(worker).reportsMissing += reports;
    }

    /** Number of deliveries that are owed and have not arrived, by the reports so far. */
    public synchronized long outstanding() {
        return ledger.consumes() && plan.workload().produces() ? ledger.outstanding() : 0;
    }

    /** Account of the deliveries so far. */
    public synchronized LedgerCounts ledger() {
        return ledger.soFar(Optional.empty());
    }

    /** Time at which a worker last reported deliveries, on this process's clock; the end of the load, if none has since. */
    public synchronized long lastArrivedNs() {
        return Math.max(lastArrivedNs, timeline.endNs());
    }

    /** Number of whole seconds that the intervals of a worker cover. */
    public synchronized long completeSeconds(int worker) {
        return intervals.of(worker).endNs / Timeline.INTERVAL_NS;
    }

    /** Result, once all workers have ended or are lost. Ends the reading of resources. */
    public RunResult result(Ending ending) {
        // The sampler is closed without the monitor, because its threads need the monitor to call the listener.
        resources.ifPresent(ResourceSampler::close);
        synchronized (this) {
            measuring.cancel();
            LowerBounds unfinished = new LowerBounds(timeline.measureNs() - timeline.startNs);
            long drainedNs = timeline.endNs() + ending.drainNs();
            ledger.addLost();
            if (parts.stream().allMatch(part -> part.lost.isEmpty())) {
                // Nobody knows the messages that a lost worker received after its last report.
                ledger.undelivered(!rate.changes().isEmpty(), drainedNs - timeline.startNs, unfinished);
            }
            intervals.finish(unfinished);
            JointResult joint = new JointResult(
                    plan,
                    ending,
                    workers(ending),
                    intervals.sums(),
                    ledger,
                    rate,
                    resources(),
                    ledger.longestSilenceNs(timeline.startNs, drainedNs));
            RunResult unjudged = joint.unjudged(started);
            List<Outage> outages = seconds.outages(unjudged);
            List<FaultResult> faults =
                    actions.stream().map(action -> fault(action, outages)).toList();
            return seconds.judged(unjudged.with(run -> run.faults = faults), joint.ofMachines());
        }
    }

    private FaultResult fault(Action action, List<Outage> outages) {
        long beganNs = action.beganNs - timeline.startNs;
        return FaultResult.of(
                action.word,
                beganNs,
                outages.stream()
                        .filter(outage -> outage.toNs() > beganNs && outage.fromNs() < beganNs + AFTERMATH_NS)
                        .findFirst());
    }

    private List<JointResult.Worker> workers(Ending ending) {
        List<JointResult.Worker> reported = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            reported.add(new JointResult.Worker(share(i, part, ending.clocks.get(i)), part.report));
        }
        return reported;
    }

    private WorkerShare share(int worker, Part part, Clock clock) {
        Optional<WorkerReport> report = part.report;
        Optional<RunResult> result = report.map(WorkerReport::result);
        JointIntervals.Reported reported = intervals.of(worker);
        return new WorkerShare(
                workers.get(worker).name(),
                workers.get(worker).host(),
                part.state(),
                reported.endNs,
                part.producers,
                part.consumers,
                reported.total,
                reported.measured,
                reported.measuredNs,
                report.map(WorkerReport::startLatenessNs).orElse(0L),
                result.flatMap(some -> some.latencies().get(Latency.SEND_DELAY))
                        .map(delays -> delays.getValueAtPercentile(99)),
                result.map(RunResult::worker).orElse(WorkerUsage.NONE),
                clock.offsetNs,
                clock.boundNs,
                part.lost,
                result.map(RunResult::totals),
                part.reportsMissing,
                result.map(some -> some.verdict().reasons()).orElse(List.of()));
    }

    private List<ResourceSummary> resources() {
        Counts measured = intervals.sums().measured();
        long messages = Math.max(measured.acknowledged(), measured.received());
        List<ResourceSummary> summaries = new ArrayList<>(resources
                .map(sampler -> sampler.summarize(messages, timeline.endNs() - timeline.measureNs()))
                .orElse(List.of()));
        for (int i = 0; i < parts.size(); i++) {
            for (ResourceSummary reported :
                    parts.get(i).report.map(some -> some.result().resources()).orElse(List.of())) {
                // A broker serves all workers, so its use is divided by the messages of all of them.
                subject(i, reported.subject())
                        .map(reported::as)
                        .map(summary -> summary.subject().equals(ResourceSample.BROKER)
                                ? summary.sharedAmong(messages)
                                : summary)
                        .ifPresent(summaries::add);
            }
        }
        return summaries;
    }
}
