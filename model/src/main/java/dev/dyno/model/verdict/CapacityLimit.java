package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.DISK_FULL_PERCENT;
import static dev.dyno.model.verdict.RunEvidence.FULL;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.WorkerShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds what limits a capacity: Dyno itself; processors, a thread, garbage collections or storage, where the objectives began to
 * be missed; signs in the broker's log; or single bad seconds.
 */
public final class CapacityLimit {

    /** Maximum difference of a rate from the capacity, as a share of the capacity, for a step to be near the knee. */
    private static final double AROUND = 0.15;

    /** Share of busy processors, or of a busy thread, from which a burst waits, although no second was full. */
    private static final double NEARLY_FULL = 0.85;

    /** Share of busy processors from which they are the limit if, for half of the time, some thread waited for a processor. */
    private static final double OFTEN_FULL = 0.7;

    /** Mean share of the messages allowed in flight from which the window is full: after an answer, the next send takes time. */
    private static final double FULL_WINDOW = 0.7;

    /** Share of the processors, withheld by the host of a virtual machine or by a CPU quota, from which this is the limit. */
    private static final double STOLEN = 0.05;

    /** Percentage of the time with a waiting thread from which storage, or {@link #OFTEN_FULL} processors, are the limit. */
    private static final double WAITING_PERCENT = 50;

    /**
     * Mean time from send to acknowledgement at the knee, relative to that at the lowest rate, above which the full window is not
     * the limit: the broker itself has become slower.
     */
    private static final double SLOWER = 1.5;

    /** Share by which processors are slower around the knee, from which the sentence names this. */
    private static final double SLOWED = 0.1;

    /** p99 of Dyno's own delay, in ns, from which the sentence names it: less matters to no latency with an objective. */
    private static final double LATE_NS = 1e6;

    private final RunEvidence evidence;
    private final List<String> objectives;
    private final List<CapacityStep> near;
    private final List<CapacityStep> knee;
    private final Function<CapacityStep, List<String>> signs;
    private final Optional<CapacityStep> lowest;
    /** Subject of the host, or of the one of several workers' hosts, of which the most processors were busy at the knee. */
    private final String host;
    /** Rate of the first step, in messages a second, at which the search began. */
    private final double first;

    private CapacityLimit(Capacity capacity, RunEvidence evidence, Function<CapacityStep, List<String>> signs) {
        this.evidence = evidence;
        this.signs = signs;
        objectives = capacity.objectives();
        first = capacity.steps().stream()
                .mapToDouble(CapacityStep::perSecond)
                .findFirst()
                .orElse(0);
        near = near(capacity);
        List<CapacityStep> missed =
                near.stream().filter(step -> step.decision() == Decision.MISSED).toList();
        knee = missed.isEmpty() ? near : missed;
        lowest = capacity.steps().stream()
                .filter(step -> step.isHeld() && step.seconds() > 0)
                .min(Comparator.comparingDouble(CapacityStep::perSecond));
        host = subjects(ResourceSample.HOST)
                .max(Comparator.comparingDouble(
                        subject -> mean(subject, ResourceMetric.CPU).orElse(0.0)))
                .orElse(ResourceSample.HOST);
    }

    /**
     * Finds the limit in the resources used around the knee. Of several workers, and of their hosts, the fullest one counts; how
     * full a host was is known only if all have the same number of processors.
     *
     * @param signs flow control, paging and the like, as the broker's log shows them in a step
     * @return note {@code capacity-limit}; empty if no step was held
     */
    public static Optional<Finding> of(
            Capacity capacity, RunResult run, RunTimeSeries seconds, Function<CapacityStep, List<String>> signs) {
        CapacityLimit limit = new CapacityLimit(capacity, new RunEvidence(run, seconds), signs);
        return limit.knee.isEmpty() ? Optional.empty() : Optional.of(limit.finding());
    }

    /**
     * Held steps with a rate near the capacity; if there are none, the one with the highest rate. Those of them that missed an
     * objective, if any did, are the knee: there the limit is fullest.
     */
    private static List<CapacityStep> near(Capacity capacity) {
        List<CapacityStep> held =
                capacity.steps().stream().filter(step -> step.isHeld()).toList();
        Comparator<CapacityStep> byRate = Comparator.comparingDouble(CapacityStep::perSecond);
        double at = capacity.estimate()
                .orElse(capacity.high()
                        .orElse(held.stream()
                                .max(byRate)
                                .map(CapacityStep::perSecond)
                                .orElse(0.0)));
        List<CapacityStep> near = held.stream()
                .filter(step -> Math.abs(step.perSecond() - at) <= AROUND * at && step.seconds() > 0)
                .toList();
        return near.isEmpty() ? held.stream().max(byRate).stream().toList() : near;
    }

    /** Note that other programs used many more processors in the slowest of two overloads than in the fastest, if so. */
    public static Optional<Capacity.Note> others(List<CapacityStep> changed, RunResult run, RunTimeSeries seconds) {
        RunEvidence evidence = new RunEvidence(run, seconds);
        List<Double> cores = changed.stream()
                .flatMap(step -> evidence.othersCores(during(List.of(step))).stream())
                .toList();
        return cores.size() < 2 || !OwnMachineRule.isBusy(cores.get(1) - cores.get(0), evidence.hostProcessors())
                ? Optional.empty()
                : Optional.of(new Capacity.Note(
                        Capacity.Kind.DISTURBED,
                        "Other programs used " + Unit.NUMBER.text(cores.get(1)) + " of "
                                + Unit.NUMBER.text(evidence.hostProcessors())
                                + " processors in the slowest overload, and "
                                + Unit.NUMBER.text(cores.get(0)) + " in the fastest: the change may be theirs."));
    }

    private static DoublePredicate during(List<CapacityStep> steps) {
        return atS -> steps.stream().anyMatch(step -> atS * 1e9 >= step.fromNs() && atS * 1e9 <= step.toNs());
    }

    private Optional<Double> mean(String subject, ResourceMetric metric) {
        return evidence.mean(subject, metric, during(knee));
    }

    /** Subjects of a kind: one, or those of several workers or of their hosts. */
    private Stream<String> subjects(String kind) {
        return evidence.overTime().resources().stream()
                .map(ResourceSeries::subject)
                .filter(subject -> ResourceSample.isOf(kind, subject))
                .distinct();
    }

    /** Largest mean of the hosts. */
    private Optional<Double> mostOfHosts(ResourceMetric metric) {
        return subjects(ResourceSample.HOST)
                .flatMap(subject -> mean(subject, metric).stream())
                .max(Comparator.naturalOrder());
    }

    private Finding finding() {
        Optional<Double> generator = subjects(ResourceSample.WORKER)
                .flatMap(worker -> mean(worker, ResourceMetric.CPU).stream())
                .reduce(Double::sum);
        Optional<Double> broker = mean(ResourceSample.BROKER, ResourceMetric.CPU);
        Optional<Double> busy = mean(host, ResourceMetric.CPU)
                .filter(cores -> Double.isFinite(evidence.processorsOfEachHost()))
                .map(cores -> cores / evidence.processorsOfEachHost());
        List<Value> values = new ArrayList<>(limit(busy));
        generator.ifPresent(cores -> values.add(Value.number("generator", cores)));
        double lateNs = meanNs(Latency.OWN_DELAY, series -> series.of(Percentile.P99), knee);
        if (lateNs >= LATE_NS) {
            values.add(Value.ns("late", lateNs));
        }
        broker.ifPresent(cores -> values.add(Value.number("broker", cores)));
        busy.ifPresent(share -> values.add(Value.percent("idle", 100 * Math.max(0, 1 - share))));
        return Finding.note("capacity-limit").with(values);
    }

    /** Value {@code what} and its numbers. Dyno comes first: a limit of Dyno says nothing of the broker. */
    private List<Value> limit(Optional<Double> busy) {
        return ofWorkers(
                        "capacity-limit.generator",
                        worker -> mean(worker, ResourceMetric.CPU_BUSIEST_THREAD),
                        100 * FULL)
                .or(() -> ofWorkers("capacity-limit.generator-quota", this::withheld, 100 * STOLEN))
                .or(() -> ofWorkers("capacity-limit.generators", this::used, 100 * FULL))
                .or(this::window)
                .orElseGet(() -> rest(busy));
    }

    /** Values for the worker with the largest percentage; empty if that is below a limit. */
    private Optional<List<Value>> ofWorkers(String what, Function<String, Optional<Double>> percent, double full) {
        return subjects(ResourceSample.WORKER)
                .max(Comparator.comparingDouble(worker -> percent.apply(worker).orElse(0.0)))
                .flatMap(worker ->
                        above(what, percent.apply(worker), full).map(value -> withWorkers(value, share(worker))));
    }

    /** Share of a worker by its subject; empty without several workers. */
    private Optional<WorkerShare> share(String worker) {
        return evidence.run().workers().stream()
                .filter(share -> ResourceSample.ofWorker(share.name()).equals(worker))
                .findFirst();
    }

    /** Percentage of the processors that a worker may use, or of those of its host for all workers there: the larger one. */
    private Optional<Double> used(String worker) {
        Optional<String> there = share(worker).map(WorkerShare::host);
        double together = subjects(ResourceSample.WORKER)
                .filter(other -> share(other).map(WorkerShare::host).equals(there))
                .mapToDouble(other -> mean(other, ResourceMetric.CPU).orElse(0.0))
                .sum();
        return mean(worker, ResourceMetric.CPU)
                .map(own ->
                        100 * Math.max(own / evidence.processorsOfEach(), together / evidence.processorsOfEachHost()));
    }

    /**
     * Adds the name of the worker, the rate of one worker with producers and, if the first rate of the search is higher, the
     * number of these workers for that rate.
     */
    private List<Value> withWorkers(Value what, Optional<WorkerShare> which) {
        long sending = evidence.run().workers().stream()
                .filter(share -> share.producers() > 0)
                .count();
        double each = knee.get(0).achievedPerSecond() / Math.max(1, sending);
        List<Value> values = new ArrayList<>(List.of(what, Value.of("each", each, Unit.PER_SECOND)));
        which.ifPresent(share -> values.add(Value.text(WorkerReasons.WORKER, share.name())));
        if (each > 0 && first > each) {
            values.add(Value.number("needed", Math.ceil(first / each)));
            values.add(Value.of("asked", first, Unit.PER_SECOND));
        }
        return values;
    }

    /** Values for a window that was full although the broker answered about as quickly as at the lowest rate; empty otherwise. */
    private Optional<List<Value>> window() {
        InFlightLimit limit =
                InFlightLimit.of(evidence.run().configured(), evidence.run().semantics());
        long allowed = limit.producers() * (limit.oneAtATime().isPresent() ? 1 : limit.maxPending());
        double ackNs = ackNs(knee);
        boolean isFull = allowed > 0 && knee.get(0).achievedPerSecond() * ackNs / 1e9 >= FULL_WINDOW * allowed;
        if (!isFull || ackNs > SLOWER * ackNs(lowest.stream().toList())) {
            return Optional.empty();
        }
        List<Value> values = new ArrayList<>(evidence.window(0));
        values.add(Value.text("what", "capacity-limit.generator-window"));
        values.add(Value.ns("ack", ackNs));
        return Optional.of(values);
    }

    private double ackNs(List<CapacityStep> steps) {
        return meanNs(Latency.SEND_ACK, LatencySeries::meanNs, steps);
    }

    /** Mean of a statistic of a latency over the counted seconds of steps; NaN without any. */
    private double meanNs(Latency latency, Function<LatencySeries, Column> statistic, List<CapacityStep> steps) {
        return evidence.mean(latency, statistic, startS -> steps.stream().anyMatch(step -> step.counts(startS * 1e9)))
                .orElse(Double.NaN);
    }

    private List<Value> rest(Optional<Double> busy) {
        Optional<Double> brokerThread = mean(ResourceSample.BROKER, ResourceMetric.CPU_BUSIEST_THREAD);
        Optional<Double> disk = mostOfHosts(ResourceMetric.DISK_BUSY);
        return above("capacity-limit.host", busy.map(share -> 100 * share), 100 * FULL)
                .map(this::withOthers)
                .or(() -> above("capacity-limit.quota", withheld(ResourceSample.BROKER), 100 * STOLEN)
                        .or(() -> above("capacity-limit.thread", brokerThread, 100 * FULL))
                        .or(() -> above(
                                "capacity-limit.collections",
                                mean(ResourceSample.BROKER, ResourceMetric.GC_TIME)
                                        .map(seconds -> 100 * seconds),
                                100 * BrokerJvmRule.GC_SHARE))
                        .map(List::of))
                .or(() -> above("capacity-limit.disk", disk, DISK_FULL_PERCENT).map(this::withWrites))
                .or(() -> stolen(busy))
                .or(this::flowControl)
                .or(() -> above("capacity-limit.storage", mostOfHosts(ResourceMetric.STORAGE_WAITING), WAITING_PERCENT)
                        .map(this::withWrites))
                .or(() -> BadSeconds.of(evidence, objectives, near))
                .or(() -> nearly(brokerThread, busy.map(share -> 100 * share)))
                .orElseGet(() -> {
                    List<Value> values = new ArrayList<>(List.of(Value.text("what", "capacity-limit.unknown")));
                    brokerThread.ifPresent(percent -> values.add(Value.percent("thread", percent)));
                    disk.ifPresent(percent -> values.add(Value.percent("disk", percent)));
                    evidence.profile().ifPresent(values::add);
                    return values;
                });
    }

    /** Percentage of a subject's demand for processors that a CPU quota withheld. */
    private Optional<Double> withheld(String subject) {
        return mean(subject, ResourceMetric.CPU_THROTTLED)
                .flatMap(withheld -> mean(subject, ResourceMetric.CPU).map(used -> 100 * withheld / (withheld + used)));
    }

    /**
     * Share of the processors that the host of this virtual machine withheld; empty unless these and the processors in use
     * together are nearly all.
     */
    private Optional<List<Value>> stolen(Optional<Double> busy) {
        return mean(host, ResourceMetric.CPU_STOLEN)
                .map(cores -> cores / evidence.processorsOfEachHost())
                .filter(share -> share >= STOLEN && busy.orElse(0.0) + share >= NEARLY_FULL)
                .map(share -> List.of(Value.percent("what", 100 * share).with("capacity-limit.stolen")));
    }

    /** The broker's busiest thread or the host's processors, whichever were fuller, if they were nearly full; empty otherwise. */
    private Optional<List<Value>> nearly(Optional<Double> brokerThread, Optional<Double> busy) {
        Optional<Double> waiting = mean(host, ResourceMetric.CPU_WAITING);
        boolean isAwaited =
                waiting.filter(percent -> percent >= WAITING_PERCENT).isPresent();
        return above("capacity-limit.nearly-thread", brokerThread, Math.max(100 * NEARLY_FULL, busy.orElse(0.0)))
                .map(List::of)
                .or(() -> above("capacity-limit.nearly", busy, 100 * (isAwaited ? OFTEN_FULL : NEARLY_FULL))
                        .map(what -> {
                            List<Value> values = withOthers(what);
                            waiting.ifPresent(percent -> values.add(Value.percent("waiting", percent)));
                            return values;
                        }));
    }

    /**
     * Adds the name of the host, if workers have several, the processors that other programs used, and the share by which
     * processors were slower, unless these are small.
     */
    private List<Value> withOthers(Value what) {
        List<Value> values = new ArrayList<>(List.of(what));
        if (ResourceSample.isOfHost(host)) {
            values.add(Value.text("host", host.substring(ResourceSample.HOST.length() + 1)));
        }
        evidence.othersCores(during(knee))
                .filter(others -> OwnMachineRule.isBusy(others, evidence.hostProcessors()))
                .ifPresent(others -> values.add(Value.number("others", others)));
        slower().ifPresent(share -> values.add(Value.percent("slower", 100 * share)));
        return values;
    }

    /** Share by which processors around the knee were slower than the 90th percentile of all seconds; empty if small. */
    private Optional<Double> slower() {
        double[] speeds = evidence.overTime().resources().stream()
                .filter(series -> series.subject().equals(host))
                .flatMap(series -> series.get(ResourceMetric.CPU_SPEED).stream())
                .flatMapToDouble(column ->
                        IntStream.range(0, column.size()).filter(column::has).mapToDouble(column::get))
                .sorted()
                .toArray();
        return mean(host, ResourceMetric.CPU_SPEED)
                .map(speed -> 1 - speed / speeds[speeds.length * 9 / 10])
                .filter(share -> share >= SLOWED);
    }

    private List<Value> withWrites(Value what) {
        List<Value> values = new ArrayList<>(List.of(what));
        mean(ResourceSample.BROKER, ResourceMetric.WRITE)
                .ifPresent(bytes -> values.add(Value.of("writes", bytes, Unit.BYTES_PER_SECOND)));
        return values;
    }

    private Optional<List<Value>> flowControl() {
        String found = knee.stream()
                .flatMap(step -> signs.apply(step).stream())
                .distinct()
                .collect(Collectors.joining(", "));
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(List.of(Value.text("what", "capacity-limit.signs"), Value.text("signs", found)));
    }

    private static Optional<Value> above(String what, Optional<Double> percent, double full) {
        return percent.filter(value -> value >= full)
                .map(value -> Value.percent("what", value).with(what));
    }
}
