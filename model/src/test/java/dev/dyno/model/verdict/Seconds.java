package dev.dyno.model.verdict;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.FaultResult.Reconnects;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/**
 * A hand-made run on a machine of four processors: 1,000 messages a second without any warm-up, each of which takes 1 ms, and
 * changes that a test makes to it.
 */
public final class Seconds {

    static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final List<Interval> intervals = new ArrayList<>();
    private final List<ResourceSample> samples = new ArrayList<>();
    private final Map<String, ResourceSummary.Values> brokerSummary = new LinkedHashMap<>();
    private final Map<String, ResourceSummary.Values> hostSummary = new LinkedHashMap<>();
    private final Map<String, ResourceSummary.Values> workerSummary = new LinkedHashMap<>();
    private Latencies whole = new Latencies();
    private Optional<Latencies> latencies = Optional.empty();
    private Counts measured = Counts.ZERO;
    private WorkerUsage worker = WorkerUsage.NONE;
    private LedgerCounts ledger = LedgerCounts.EMPTY;
    private List<FaultResult> faults = List.of();
    private Optional<VerdictInputs> conditions = Optional.empty();
    private Map<String, Object> config = Map.of();
    private DriverSemantics card = new DriverSemantics(Map.of());
    private Map<String, String> environment = Map.of("processors", "4");
    private List<WorkerShare> workers = List.of();
    private long delayedReceives;
    private Counts drained = Counts.ZERO;
    private int drainSeconds;
    private long warmupNs;
    private boolean isProfiled;

    static Histogram times(int number, long ns) {
        return Samples.times(number, ns);
    }

    static Histogram times(int few, long fewMs, int many, long manyMs) {
        Histogram histogram = times(few, fewMs * MS);
        histogram.add(times(many, manyMs * MS));
        return histogram;
    }

    static Outage outage(long fromMs, long toMs) {
        return new Outage(fromMs * MS, toMs * MS, true);
    }

    static FaultResult fault(String action, long atMs, Outage outage, long inDoubt) {
        Optional<Outage> all = Optional.of(outage);
        return new FaultResult(
                action, atMs * MS, atMs * MS, MS, all, all, all, all, inDoubt, 0, 0, Reconnects.NONE, Optional.empty());
    }

    /** A connection that broke by itself. */
    static FaultResult broken(long atMs, Outage outage, String cause) {
        Optional<Outage> all = Optional.of(outage);
        Reconnects one = new Reconnects(1, 1, 1, Optional.of(atMs * MS), Optional.of(atMs * MS), Optional.of(cause));
        return new FaultResult(
                FaultResult.BREAK, atMs * MS, atMs * MS, 0, all, all, all, all, 0, 0, 0, one, Optional.empty());
    }

    /** @param seconds {@code "ordinary 20, stalled 210, empty 3"}: names of the methods for seconds with whole numbers */
    static Seconds of(String seconds) {
        Seconds run = new Seconds();
        for (String each : seconds.split(", ", -1)) {
            int number = Integer.parseInt(each.substring(each.indexOf(' ') + 1));
            switch (each.substring(0, each.indexOf(' '))) {
                case "ordinary" -> run.ordinary(number);
                case "stalled" -> run.stalled(number);
                case "empty" -> run.empty(number);
                case "arriving" -> run.second(Map.of(MS, (long) number));
                default -> throw new IllegalArgumentException(each);
            }
        }
        return run;
    }

    /** An ordinary second. */
    Seconds ordinary(int number) {
        for (int i = 0; i < number; i++) {
            second(Map.of(1 * MS, 1_000L));
        }
        return this;
    }

    /** A second in which a stall ended: of its messages, every millisecond of it has delayed one. */
    Seconds stalled(long lengthMs) {
        Map<Long, Long> values = new LinkedHashMap<>();
        for (long ms = 1; ms <= lengthMs; ms++) {
            values.merge(ms * MS, 1L, Long::sum);
        }
        values.merge(1 * MS, Math.max(1, 1_000 - lengthMs), Long::sum);
        return second(values);
    }

    /** End-to-end times of a second, and how often each. */
    Seconds second(Map<Long, Long> endToEnd) {
        Histogram histogram = Samples.histogram();
        endToEnd.forEach((value, count) -> histogram.recordValueWithCount(value, count));
        return add(histogram.getTotalCount(), Samples.latencies(Map.of(Latency.END_TO_END, histogram)));
    }

    /** An ordinary second, in which the longest response time of its messages was that. */
    Seconds responded(long longestMs) {
        Latencies some = Samples.latencies(Latency.END_TO_END, 1_000, MS);
        some.add(Latency.RESPONSE, times(999, MS));
        some.add(Latency.RESPONSE, times(1, longestMs * MS));
        return add(1_000, some);
    }

    /** Seconds with that time from send to acknowledgement. */
    Seconds acknowledged(int number, long ns) {
        return with(Latency.SEND_ACK, number, ns);
    }

    /** Seconds in which each send was late by as much through the load generator itself. */
    Seconds late(int number, long ns) {
        return with(Latency.OWN_DELAY, number, ns);
    }

    private Seconds with(Latency latency, int number, long ns) {
        for (int i = 0; i < number; i++) {
            Latencies some = Samples.latencies(Latency.END_TO_END, 1_000, MS);
            some.add(latency, times(1_000, ns));
            add(1_000, some);
        }
        return this;
    }

    /** Seconds in which nothing came. */
    Seconds empty(int number) {
        for (int i = 0; i < number; i++) {
            add(0, new Latencies());
        }
        return this;
    }

    /** A second in which only messages of the warm-up came, whose latencies are not of the measured phase. */
    Seconds serving(long received) {
        return add(received, new Latencies());
    }

    private Seconds add(long received, Latencies some) {
        int index = intervals.size();
        long sent = received + delayedReceives;
        Counts counts = new Counts(sent, 0, sent, received, 0, 0, 0, 0, 0, 0);
        measured = measured.plus(counts);
        whole.add(some);
        intervals.add(second(index, Interval.Phase.MEASURE, counts, some));
        return this;
    }

    private static Interval second(int index, Interval.Phase phase, Counts counts, Latencies some) {
        long fromNs = index * SECOND;
        Latencies ofWarmup = new Latencies();
        if (some.get(Latency.END_TO_END).isEmpty()) {
            ofWarmup.add(Latency.END_TO_END, times((int) counts.received(), MS));
        }
        return new Interval(index, phase, fromNs, fromNs + SECOND, fromNs / MS, counts, some, ofWarmup);
    }

    /** From now on this many more messages are sent than received in each second. */
    Seconds outstandingGrowsBy(long messages) {
        delayedReceives = messages;
        return this;
    }

    /** Seconds of the drain; the last thing there is. */
    Seconds drain(int number, long receivedPerSecond) {
        for (int i = 0; i < number; i++) {
            int index = intervals.size();
            Counts counts = new Counts(0, 0, 0, receivedPerSecond, 0, 0, 0, 0, 0, 0);
            drained = drained.plus(counts);
            drainSeconds++;
            intervals.add(second(index, Interval.Phase.DRAIN, counts, new Latencies()));
        }
        return this;
    }

    Seconds blocked(long sends) {
        measured = measured.plus(new Counts(0, sends, 0, 0, 0, 0, 0, 0, 0, 0));
        return this;
    }

    Seconds sample(String subject, int second, Map<String, Double> values) {
        samples.add(
                new ResourceSample(subject, Interval.Phase.MEASURE, second * SECOND, (second + 1) * SECOND, values));
        return this;
    }

    /** Samples of the first seconds, by the number of each. */
    Seconds samples(String subject, int number, IntFunction<Map<String, Double>> values) {
        for (int second = 0; second < number; second++) {
            sample(subject, second, values.apply(second));
        }
        return this;
    }

    Seconds broker(String metric, double mean, double total) {
        brokerSummary.put(
                metric, new ResourceSummary.Values(1, mean, mean, mean, Optional.of(mean), Optional.of(total)));
        return this;
    }

    Seconds host(String metric, double mean) {
        hostSummary.put(metric, new ResourceSummary.Values(1, mean, mean, mean, Optional.of(mean), Optional.empty()));
        return this;
    }

    Seconds worker(String metric, double mean) {
        workerSummary.put(metric, new ResourceSummary.Values(1, mean, mean, mean, Optional.of(mean), Optional.empty()));
        return this;
    }

    Seconds worker(double cores, double hostBusy) {
        worker = new WorkerUsage(10, cores * 10, 0, Optional.of(hostBusy));
        return this;
    }

    Seconds ledger(LedgerCounts counts) {
        ledger = counts;
        return this;
    }

    Seconds faults(FaultResult... those) {
        faults = List.of(those);
        return this;
    }

    /** Hardly any of 1,000 messages due in a second was served in it. */
    Seconds missed() {
        VerdictInputs.Parts known = new VerdictInputs.Parts(true, true);
        known.intendedPerSecond = 1_000;
        known.sendingNs = 20 * SECOND;
        known.slotsDue = 20_000;
        known.runsSeen = 1;
        conditions = Optional.of(known.conditions());
        return this;
    }

    /** Client libraries have fetched that many messages and not delivered them. */
    Seconds fetched(long messages) {
        VerdictInputs.Parts known = new VerdictInputs.Parts(true, true);
        known.fetched = messages;
        conditions = Optional.of(known.conditions());
        return this;
    }

    /** Adds messages that had waited for a given time when the run ended. */
    Seconds unfinished(long number, long waitedMs) {
        whole.addUnfinished(Latency.END_TO_END, waitedMs * MS, number);
        return this;
    }

    Seconds card(String name, String value) {
        card = new DriverSemantics(Map.of(name, value));
        return this;
    }

    /** Producers with these settings. */
    Seconds producers(Map<String, Object> settings) {
        config = Map.of("producers", List.of(settings));
        return this;
    }

    /** A profile of the broker was recorded. */
    Seconds profiled() {
        isProfiled = true;
        return this;
    }

    /** Consumers that do not take all messages. */
    Seconds selecting() {
        config = Map.of("consumers", List.of(Map.of("selector", "colour = 'red'")));
        return this;
    }

    /** In a container that may use four of the processors of its host. */
    Seconds onHostWith(int processors) {
        environment = Map.of("processors", "4", "host processors", Integer.toString(processors));
        return this;
    }

    /**
     * Made by several workers.
     *
     * @param processors different numbers of processors that they may use
     */
    Seconds workers(String processors, WorkerShare... those) {
        environment = Map.of("processors", processors);
        workers = List.of(those);
        return this;
    }

    Seconds heldTo(int processor) {
        config = Map.of(RunConfig.PROCESSORS, List.of(processor));
        return this;
    }

    /** A search for a capacity, whose rates and length are its own. */
    Seconds searching() {
        config = Map.of(RunConfig.CAPACITY, Map.of());
        return this;
    }

    /** One message in flight, and 5 ms of linger. */
    Seconds window() {
        producers(Map.of("maxPending", 1, "mode", "ASYNC"));
        card = new DriverSemantics(Map.of("linger", "5 ms"));
        return this;
    }

    Seconds latencies(Map<Latency, Histogram> those) {
        return latencies(Samples.latencies(those));
    }

    Seconds latencies(Latencies those) {
        latencies = Optional.of(those);
        return this;
    }

    public RunResult result() {
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = "r-0123456789";
        parts.name = "seconds";
        parts.warmupNs = warmupNs;
        parts.measuredNs = (intervals.size() - drainSeconds) * SECOND;
        parts.drainNs = drainSeconds * SECOND;
        parts.seed = 1;
        parts.config = config;
        parts.environment = environment;
        parts.semantics = card;
        parts.totals = measured.plus(drained);
        parts.measured = measured;
        parts.latencies = latencies.orElse(whole);
        parts.worker = worker;
        parts.workers = workers;
        parts.resources = List.of(
                new ResourceSummary(ResourceSample.BROKER, brokerSummary, Map.of()),
                new ResourceSummary(ResourceSample.HOST, hostSummary, Map.of()),
                new ResourceSummary(ResourceSample.WORKER, workerSummary, Map.of()));
        parts.ledger = ledger.expected() > 0
                ? ledger
                : Samples.changed(ledger, Map.of("expected", parts.totals.acknowledged()));
        parts.faults = faults;
        parts.profiles = isProfiled ? List.of(Samples.profile()) : List.of();
        parts.conditions = conditions;
        parts.due = conditions.map(scheduled -> new DueMessages(20_000, 10, 0, 0, 0));
        return parts.result();
    }

    RunEvidence facts() {
        OverTimeCollector collector = new OverTimeCollector();
        intervals.forEach(collector::add);
        samples.forEach(collector::add);
        RunResult result = result();
        return new RunEvidence(result, collector.build(result));
    }

    /** All notes, in their order. */
    List<Finding> notes() {
        return Rules.judge(facts()).notes();
    }

    /** The sentences of the reasons with that code. */
    List<String> reasons(String code) {
        return Rules.judge(facts()).reasons().stream()
                .filter(reason -> reason.code().equals(code))
                .map(FindingText.FLAGS::of)
                .toList();
    }

    /** The sentences of the notes with that code. */
    List<String> findings(String code) {
        return notes().stream()
                .filter(finding -> finding.code().equals(code))
                .map(FindingText.FLAGS::of)
                .toList();
    }
}
