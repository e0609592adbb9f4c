package dev.dyno.model.verdict;

import dev.dyno.model.result.InFlightLimit;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.VerdictInputs;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Evidence of a {@link Rule}: a stored result, with its seconds if they are available, as they are for notes.
 *
 * @param overTime empty when a run is judged at its end
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

    /** Limit of messages in flight. */
    InFlightLimit window() {
        return InFlightLimit.of(run.configured(), run.semantics());
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

    /** A percentile in words: {@code 2.8 s}, or {@code at least 2.8 s}. */
    String percentile(Latency latency, double percentile) {
        return run.latencies()
                .percentile(latency, percentile)
                .map(range -> (range.isExact() ? "" : "at least ") + NumberText.duration(range.lowNs()))
                .orElse("");
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
}
