package dev.dyno.report;

import dev.dyno.result.Latency;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.RunResult;
import dev.dyno.result.SendWindow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What a {@link FindingRule} has to go by.
 *
 * @param heat of each interval a column of a {@link HeatMap}, of the headline latencies
 */
record FindingEvidence(
        RunResult run,
        ReportData.Intervals intervals,
        Map<String, ReportData.OverTime> overTime,
        Map<Latency, List<int[]>> heat,
        List<ReportData.ResourceSeries> resources) {

    /** As the verdict has it: with more of the processors busy than this, somebody waited for one most of the time. */
    static final double FULL = 0.95;

    /** A disk that has work this much of the time is waited for. */
    static final double DISK_FULL_PERCENT = 90;

    boolean isScheduled() {
        return run.latencies().percentiles(Latency.SCHEDULE_DELAY).isPresent();
    }

    boolean hasReason(String code) {
        return run.verdict().reasons().stream().anyMatch(reason -> reason.code().equals(code));
    }

    /** With a schedule: it was kept. */
    boolean isRateHeld() {
        return isScheduled() && !hasReason("rate-missed") && !hasReason("unsent-at-end");
    }

    /** What limited the messages in flight. */
    SendWindow window() {
        return SendWindow.of(run.config(), run.semantics());
    }

    double perSecond(long events) {
        return run.measuredNs() > 0 ? events / (run.measuredNs() / 1e9) : 0;
    }

    /** All values, the unfinished ones at their lower bounds: what it gives is at least so long. */
    Optional<Histogram> latency(Latency latency) {
        return run.latencies().lowerEnds(latency);
    }

    /** A percentile in words: {@code 2.8 s}, or {@code at least 2.8 s}. */
    String percentile(Latency latency, double percentile) {
        return run.latencies()
                .percentile(latency, percentile)
                .map(range -> (range.isExact() ? "" : "at least ") + Words.duration(range.lowNs()))
                .orElse("");
    }

    Optional<ResourceSummary.Values> summary(String subject, ResourceMetric metric) {
        return run.resources(subject).flatMap(summary -> summary.get(metric));
    }

    Optional<Double> mean(String subject, ResourceMetric metric) {
        return summary(subject, metric).map(ResourceSummary.Values::mean);
    }

    /** Of the load generator. */
    Optional<Double> busiestThreadPercent() {
        return mean(ResourceSample.WORKER, ResourceMetric.CPU_BUSIEST_THREAD);
    }

    /** Of the host that the load generator ran on; without a limit if that is not known. */
    double processors() {
        String text = run.environment().getOrDefault("processors", "");
        return text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : Double.POSITIVE_INFINITY;
    }
}
