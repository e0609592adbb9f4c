package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.InFlightLimit;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Evidence of a {@link Rule}: a stored result, with its seconds.
 *
 * @param overTime {@link RunTimeSeries#NONE} for a run without them
 */
public record RunEvidence(RunResult run, RunTimeSeries overTime) {

    /** Share of busy processors above which threads waited for one most of the time. */
    static final double FULL = 0.95;

    /** Share of time, in percent, above which a busy disk is waited for. */
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

    /** Nobody knows what a lost worker was to send and did not. */
    boolean hasLostWorker() {
        return run.workers().stream().anyMatch(worker -> worker.lost().isPresent());
    }

    /** Several workers made the load: each judges its own machine. */
    boolean hasWorkers() {
        return !run.workers().isEmpty();
    }

    /** A setting of the first consumer group in its stored form; empty if there is none. */
    Optional<String> ofConsumers(String setting) {
        return run.configured().consumers().stream().findFirst().flatMap(group -> group.text(setting));
    }

    /**
     * Settings by which messages that waited for the broker would be sent earlier.
     *
     * @param perSecond messages due; 0 without a schedule. If the limit allows as many in flight as are due in a second, a higher
     *     one would not help.
     */
    List<Value> window(double perSecond) {
        InFlightLimit limit = InFlightLimit.of(run.configured(), run.semantics());
        long inFlight = limit.maxPending() * limit.producers();
        boolean enough = perSecond > 0 && limit.oneAtATime().isEmpty() && inFlight >= perSecond;
        String more = limit.oneAtATime()
                .map(mode -> "window." + mode.toLowerCase(Locale.ROOT))
                .orElse(limit.maxPending() > 0 ? "window.limit" : "window.library");
        List<Value> values = new ArrayList<>(List.of(
                Value.text("window", perSecond == 0 ? "window.all-out" : enough ? "window.enough" : "window.scheduled"),
                Value.text("more", more),
                Value.count("maxPending", limit.maxPending()),
                Value.count("allowed", inFlight)));
        limit.lingerMs().ifPresent(ms -> values.add(Value.text("linger", ms)));
        return values;
    }

    double measuredSeconds() {
        return run.measuredNs() / 1e9;
    }

    double perSecond(long events) {
        return run.measuredNs() > 0 ? events / measuredSeconds() : 0;
    }

    /** All values of a latency, unfinished ones at their lower bounds, so percentiles are lower bounds. */
    Optional<Histogram> latency(Latency latency) {
        return run.latencies().lowerEnds(latency);
    }

    /** End-to-end time if there are deliveries, else response time. */
    Latency headline() {
        return latency(Latency.END_TO_END).isPresent() ? Latency.END_TO_END : Latency.RESPONSE;
    }

    /** A percentile of a latency that has values. */
    Value percentile(String name, Latency latency, double percentile) {
        return Value.range(name, run.latencies().percentile(latency, percentile).orElseThrow());
    }

    Optional<ResourceSummary.Values> summary(String subject, ResourceMetric metric) {
        return run.resources(subject).flatMap(summary -> summary.get(metric));
    }

    Optional<Double> mean(String subject, ResourceMetric metric) {
        return summary(subject, metric).map(ResourceSummary.Values::mean);
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

    Optional<Double> brokerCores() {
        return mean(ResourceSample.BROKER, ResourceMetric.CPU);
    }

    /** Processors of the load generator's host; infinite if unknown, or if there are several hosts. */
    double processors() {
        String text = run.environment().getOrDefault("processors", "");
        return !hasWorkers() && text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : Double.POSITIVE_INFINITY;
    }

    /** Number of these processors, if it is known. */
    List<Value> processorCount() {
        return Double.isInfinite(processors()) ? List.of() : List.of(Value.number("processors", processors()));
    }
}
