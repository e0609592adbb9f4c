package dev.dyno.model.verdict;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Evidence that a {@link Rule} judges: the stored result of a run, with its seconds.
 *
 * @param overTime seconds of the run; {@link RunTimeSeries#NONE} if they are not available
 */
public record RunEvidence(RunResult run, RunTimeSeries overTime) {

    /** Share of a figure caused by something else than the broker, above which the figure is not the broker's own. */
    static final double NOT_ITS_OWN = 0.1;

    /** Share of the messages that may be missing; more missing ones change a rate noticeably. */
    static final double MISSING = 0.01;

    /** Share of the time with busy processors, or a busy thread, above which they are full: work mostly waits for them. */
    static final double FULL = 0.95;

    /** Minimum length in s of a phase whose processor use is known to a twentieth: the kernel counts in steps of 10 ms. */
    private static final double FINE_SECONDS = 0.2;

    /** Time in ns without a delivery from which deliveries have stopped; after less, consumers may receive the rest. */
    static final long SILENT_NS = 5_000_000_000L;

    /** Codes of findings about processors that were used up, or withheld. */
    private static final Set<String> FULL_PROCESSORS =
            Set.of("worker-saturated", "processors-saturated", "processors-throttled");

    private static final Set<String> RESTARTS = Set.of("kill", "stop", "restart");

    /** Percentage of the time in which a disk is busy, from which requests wait for the disk. */
    static final double DISK_FULL_PERCENT = 90;

    RunEvidence(RunResult run) {
        this(run, RunTimeSeries.NONE);
    }

    VerdictInputs conditions() {
        return run.conditions().orElse(VerdictInputs.UNKNOWN);
    }

    boolean isScheduled() {
        return conditions().intendedPerSecond() > 0
                || run.latencies().percentiles(Latency.SEND_DELAY).isPresent();
    }

    /** Whether a worker left before the end; the messages that it was to send and did not are then unknown. */
    boolean hasLostWorker() {
        return run.workers().stream().anyMatch(worker -> worker.lost().isPresent());
    }

    /** Outages of acknowledgements, with or without a fault. */
    List<Outage> outages() {
        return Stream.concat(
                        overTime.outages().stream(), run.faults().stream().flatMap(fault -> fault.publish().stream()))
                .distinct()
                .toList();
    }

    /** Stalls of the headline latency. */
    Stalls stalls() {
        Latency headline = headline();
        LatencySeries seconds = overTime.latencies().get(headline.tag());
        IntervalSeries intervals = overTime.intervals();
        return seconds == null || latency(headline).isEmpty()
                ? Stalls.NONE
                : Stalls.of(
                        intervals,
                        seconds.maxNs(),
                        headline == Latency.END_TO_END
                                ? intervals.receivedPerSecond()
                                : intervals.acknowledgedPerSecond(),
                        run.latencies()
                                .unfinished(headline)
                                .map(bounds -> (double) bounds.getMaxValue())
                                .orElse(0.0));
    }

    /**
     * Time in ns up to the end of the drain in which a subscription received nothing, although the broker had messages for it
     * and all connections were good; empty if it is short, and after a fault, when a broker may hold messages for a broken
     * connection.
     */
    Optional<Long> stoppedNs() {
        return conditions()
                .silentNs()
                .filter(silentNs -> silentNs >= SILENT_NS
                        && run.ledger().inBroker() > 0
                        && run.faults().isEmpty());
    }

    /** Whether the broker's process ended or was restarted, so that its samples may be of two processes. */
    boolean hasRestarted() {
        return run.brokerDeath().isPresent() || endOfBroker().isPresent();
    }

    /** Action of the last fault that ended or restarted the broker. */
    Optional<String> endOfBroker() {
        return run.faults().stream()
                .map(FaultResult::action)
                .filter(RESTARTS::contains)
                .reduce((earlier, later) -> later);
    }

    /** Whether several workers made the load; each of them judges its own machine. */
    boolean hasWorkers() {
        return !run.workers().isEmpty();
    }

    /** Advice to profile the broker; empty if the run has a profile. */
    Optional<Value> profile() {
        return Optional.of(Value.text("profile", "profile.it"))
                .filter(advice -> run.profiles().isEmpty());
    }

    boolean isPersistent() {
        return run.configured().producers().stream()
                .anyMatch(group -> group.text("persistent").equals(Optional.of("true")));
    }

    /** Advice against persistent messages, as the name of its text; empty if no message is persistent. */
    Optional<Value> unpersisted(String text) {
        return Optional.of(Value.text("persistent", text)).filter(advice -> isPersistent());
    }

    /** Advice to measure for longer; empty without an outage or a stall that may have caused the finding. */
    Optional<Value> stood() {
        return Optional.of(Value.text("stood", "relief.stood"))
                .filter(advice -> !outages().isEmpty() || !stalls().stalls().isEmpty());
    }

    /** Setting to name instead of {@code phases.measure}, if a number of messages ended the load; empty otherwise. */
    Optional<Value> insteadOfTime() {
        long messages = run.configured().producers().stream()
                .mapToLong(group -> group.number("messageCount", 0))
                .sum();
        return Optional.of(Value.text("<phases.measure>", "producers.messages"))
                .filter(advice -> messages > 0 && run.totals().sent() >= messages);
    }

    /** A setting of the first consumer group in its stored form; empty if there is none. */
    Optional<String> ofConsumers(String setting) {
        return run.configured().consumers().stream().findFirst().flatMap(group -> group.text(setting));
    }

    /**
     * Values about the settings that would let messages that waited for the broker be sent earlier.
     *
     * @param perSecond messages due a second; 0 without a schedule. If the limit already allows as many in flight as are due in
     *     a second, a higher limit would not help.
     */
    List<Value> window(double perSecond) {
        InFlightLimit limit = InFlightLimit.of(run.configured(), run.semantics());
        long inFlight = limit.maxPending() * limit.producers();
        boolean enough = perSecond > 0 && limit.oneAtATime().isEmpty() && inFlight >= Math.floor(perSecond);
        String more = limit.oneAtATime()
                .map(mode -> "window." + mode.toLowerCase(Locale.ROOT))
                .orElse(limit.maxPending() > 0 ? "window.limit" : "window.library");
        List<Value> values = new ArrayList<>(List.of(
                Value.text("window", perSecond == 0 ? "window.all-out" : enough ? "window.enough" : "window.scheduled"),
                Value.text("more", more),
                Value.count("maxPending", limit.maxPending()),
                Value.count("allowed", inFlight)));
        stood().ifPresent(values::add);
        limit.lingerMs().ifPresent(ms -> values.add(Value.text("linger", ms)));
        return values;
    }

    double perSecond(long events) {
        return run.measuredNs() > 0 ? events / (run.measuredNs() / 1e9) : 0;
    }

    /** All values of a latency, unfinished ones at their lower bounds, so its percentiles are lower bounds. */
    Optional<Histogram> latency(Latency latency) {
        return run.latencies().lowerEnds(latency);
    }

    /** Latency that the rules judge: end-to-end if there are deliveries, otherwise response. */
    Latency headline() {
        return latency(Latency.END_TO_END).isPresent() ? Latency.END_TO_END : Latency.RESPONSE;
    }

    Value percentile(String name, Latency latency, double percentile) {
        return Value.range(name, run.latencies().percentile(latency, percentile).orElseThrow());
    }

    Optional<ResourceSummary.Values> summary(String subject, ResourceMetric metric) {
        return run.resources(subject).filter(any -> isLong()).flatMap(summary -> summary.get(metric));
    }

    private boolean isLong() {
        return run.measuredNs() >= FINE_SECONDS * 1e9;
    }

    Optional<Double> mean(String subject, ResourceMetric metric) {
        return summary(subject, metric).map(ResourceSummary.Values::mean);
    }

    /**
     * Mean of a metric over the samples whose middle, in s from the start of the load, the predicate accepts; for an amount,
     * the mean per second.
     */
    Optional<Double> mean(String subject, ResourceMetric metric, DoublePredicate chosen) {
        return overTime.resources().stream()
                .filter(series ->
                        series.subject().equals(subject) && series.get(metric).isPresent())
                .findFirst()
                .flatMap(series -> mean(series, metric, chosen));
    }

    static Optional<Double> mean(ResourceSeries series, ResourceMetric metric, DoublePredicate chosen) {
        return values(series, metric, chosen).map(ResourceSummary.Values::mean);
    }

    /** Summary of samples whose middle, in s from the start of the load, is accepted; an amount is taken per second. */
    static Optional<ResourceSummary.Values> values(
            ResourceSeries series, ResourceMetric metric, DoublePredicate chosen) {
        return series.get(metric).flatMap(column -> {
            DoubleSummaryStatistics values = IntStream.range(0, column.size())
                    .filter(i -> column.has(i)
                            && chosen.test(
                                    (series.startS().get(i) + series.endS().get(i)) / 2))
                    .mapToDouble(i -> metric.kind() == ResourceMetric.Kind.AMOUNT
                            ? column.get(i)
                                    / (series.endS().get(i) - series.startS().get(i))
                            : column.get(i))
                    .summaryStatistics();
            return values.getCount() == 0
                    ? Optional.empty()
                    : Optional.of(new ResourceSummary.Values(
                            (int) values.getCount(),
                            values.getMin(),
                            values.getAverage(),
                            values.getMax(),
                            Optional.empty(),
                            Optional.empty()));
        });
    }

    /** Mean of a statistic of a latency over the seconds whose start, in s from the start of the load, the predicate accepts. */
    OptionalDouble mean(Latency latency, Function<LatencySeries, Column> statistic, DoublePredicate chosen) {
        Column values = Optional.ofNullable(overTime.latencies().get(latency.tag()))
                .map(statistic)
                .orElseGet(() -> Column.of());
        Column startS = overTime.intervals().startS();
        return IntStream.range(0, values.size())
                .filter(i -> values.has(i) && chosen.test(startS.get(i)))
                .mapToDouble(values::get)
                .average();
    }

    /** Largest value of the samples that overlap a span by more than a minimum, all in seconds; 0 without any. */
    double most(String subject, ResourceMetric metric, double fromS, double toS, double sharedS) {
        return overTime.resources().stream()
                .filter(series -> ResourceSample.isOf(subject, series.subject()))
                .flatMapToDouble(series -> series.get(metric).stream().flatMapToDouble(column -> IntStream.range(
                                0, column.size())
                        .filter(i -> column.has(i)
                                && Math.min(toS, series.endS().get(i))
                                                - Math.max(
                                                        fromS, series.startS().get(i))
                                        > sharedS)
                        .mapToDouble(column::get)))
                .max()
                .orElse(0);
    }

    /** Use of the load generator's busiest thread, in percent. */
    Optional<Double> busiestThreadPercent() {
        return mean(ResourceSample.WORKER, ResourceMetric.CPU_BUSIEST_THREAD);
    }

    double workerCores() {
        return run.worker().seconds() > 0
                ? run.worker().cpuSeconds() / run.worker().seconds()
                : 0;
    }

    /** Mean share of the host's processors in use by any program, if it is known. */
    Optional<Double> hostBusy() {
        return run.worker().hostBusy().filter(any -> isLong());
    }

    boolean hasFullProcessors() {
        return hostBusy().filter(busy -> busy > FULL).isPresent();
    }

    /** Findings about this machine, or about those of several workers. */
    Stream<Finding> ofTheMachines() {
        return Stream.concat(
                Rules.ofTheMachine(run).stream(), run.workers().stream().flatMap(worker -> worker.reasons().stream()));
    }

    /**
     * Whether all processors, a core, a thread of the load generator or a disk were full: on average, in a sample, or in a stall,
     * which may last into the drain. Empty if nothing is known of this machine.
     */
    Optional<Boolean> wasAnyFull() {
        if (hostBusy().isEmpty() && ofHosts(ResourceMetric.CPU).findAny().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ofTheMachines().anyMatch(finding -> FULL_PROCESSORS.contains(finding.code()))
                || busiestThreadPercent().orElse(0.0) >= 100 * FULL
                || most(ResourceMetric.CPU) >= FULL * hostProcessors()
                || most(ResourceMetric.CPU_BUSIEST_CORE) >= 100 * FULL
                || most(ResourceMetric.DISK_BUSY) >= DISK_FULL_PERCENT
                || stalls().stalls().stream().anyMatch(stall -> hasFullDisk(stall) || hasFullProcessors(stall)));
    }

    boolean hasFullDisk(Stalls.Stall stall) {
        return most(ResourceSample.HOST, ResourceMetric.DISK_BUSY, stall) >= DISK_FULL_PERCENT;
    }

    boolean hasFullProcessors(Stalls.Stall stall) {
        return most(ResourceSample.HOST, ResourceMetric.CPU, stall) >= FULL * hostProcessors();
    }

    /** Largest value of the samples that overlap a stall; 0 without any. */
    double most(String subject, ResourceMetric metric, Stalls.Stall stall) {
        return most(subject, metric, stall.fromS(), stall.toS(), 0);
    }

    /** Largest value in a sample of any host. If all processors of one of several hosts are full, so is the busiest core. */
    private double most(ResourceMetric metric) {
        return ofHosts(metric).mapToDouble(ResourceSummary.Values::max).max().orElse(0);
    }

    private Stream<ResourceSummary.Values> ofHosts(ResourceMetric metric) {
        return run.resources().stream()
                .filter(summary -> isLong() && ResourceSample.isOf(ResourceSample.HOST, summary.subject()))
                .flatMap(summary -> summary.get(metric).stream());
    }

    /**
     * Processors that neither the broker nor the load generator used; empty if the broker's use is unknown, or if the run lacks
     * producers or consumers, which another process may have.
     */
    Optional<Double> othersCores() {
        return hostBusy()
                .filter(busy -> conditions().produces() && conditions().consumes())
                .flatMap(busy -> brokerCores().map(broker -> busy * hostProcessors() - broker - workerCores()));
    }

    /** Processors that neither the broker nor the load generator used, in the samples whose middle the predicate accepts. */
    Optional<Double> othersCores(DoublePredicate chosen) {
        return mean(ResourceSample.HOST, ResourceMetric.CPU, chosen)
                .flatMap(host -> mean(ResourceSample.BROKER, ResourceMetric.CPU, chosen)
                        .flatMap(broker -> mean(ResourceSample.WORKER, ResourceMetric.CPU, chosen)
                                .map(own -> host - broker - own)));
    }

    Optional<Double> brokerCores() {
        return mean(ResourceSample.BROKER, ResourceMetric.CPU);
    }

    /** Processors that a CPU quota withheld from the broker or the load generator; empty if unknown, none, or hardly any. */
    Optional<Double> throttledCores(String subject) {
        return mean(subject, ResourceMetric.CPU_THROTTLED)
                .filter(cores -> cores > OwnMachineRule.STOLEN * processors());
    }

    /** Processors that the load generator may use; infinite if unknown, or if there are several hosts. */
    double processors() {
        return hasWorkers() ? Double.POSITIVE_INFINITY : processorsOfEach();
    }

    /** Processors of the load generator's host, of which a container may use fewer: the host's use counts over all of them. */
    double hostProcessors() {
        return hasWorkers() ? Double.POSITIVE_INFINITY : processorsOfEachHost();
    }

    /** Processors that each worker may use; infinite if unknown, or if they may use different numbers. */
    double processorsOfEach() {
        return processors("processors");
    }

    /** Processors of the host of each worker; infinite if unknown, or if these have different numbers. */
    double processorsOfEachHost() {
        return processors(run.environment().containsKey("host processors") ? "host processors" : "processors");
    }

    private double processors(String fact) {
        String text = run.environment().getOrDefault(fact, "");
        return text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : Double.POSITIVE_INFINITY;
    }

    /** A number of processors as a value of a sentence; empty if unknown. */
    static List<Value> count(double processors) {
        return Double.isInfinite(processors) ? List.of() : List.of(Value.number("processors", processors));
    }
}
