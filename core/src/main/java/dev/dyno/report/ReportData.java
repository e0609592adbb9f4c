package dev.dyno.report;

import dev.dyno.result.BacklogResult;
import dev.dyno.result.BrokerDeath;
import dev.dyno.result.Counts;
import dev.dyno.result.Due;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Interval;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outcome;
import dev.dyno.result.Percentiles;
import dev.dyno.result.ProfileResult;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.Verdict;
import dev.dyno.result.WorkerShare;
import dev.dyno.result.WorkerUsage;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a report shows of one run or of several: the document that the page is drawn from, whether it stands in the page's own
 * file or comes from elsewhere. Its JSON has these names; {@link #SCHEMA_VERSION} changes with them.
 *
 * <p>All times of a run count from the start of its load, warmup included. A {@link Column} is an array with null where there
 * is no value.
 *
 * @param runs in the order in which they were asked for
 * @param metrics what the metrics of the catalogue are, by name, as far as they occur
 */
public record ReportData(int schemaVersion, List<Run> runs, Map<String, Metric> metrics) {

    public static final int SCHEMA_VERSION = 1;

    public ReportData {
        runs = List.copyOf(runs);
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    static ReportData of(List<Run> runs) {
        Map<String, Metric> metrics = new TreeMap<>();
        for (Run run : runs) {
            for (ResourceSeries series : run.resourceSeries()) {
                for (String name : series.metrics().keySet()) {
                    ResourceMetric.find(name)
                            .ifPresent(m -> metrics.put(name, new Metric(m.unit(), m.kind(), m.sentence())));
                }
            }
        }
        return new ReportData(SCHEMA_VERSION, runs, metrics);
    }

    /** As in {@link ResourceMetric}. */
    public record Metric(ResourceMetric.Unit unit, ResourceMetric.Kind kind, String sentence) {}

    /**
     * One run. What is not explained here is as in {@link dev.dyno.result.RunResult} and {@code run.json}.
     *
     * @param findings the most telling first
     * @param latencies of the messages of the measured phase, by tag
     * @param intervals each second of it
     * @param latenciesOverTime by tag: of the messages whose latency ended in each interval; during warmup those of warmup
     *     messages, afterwards those of measured ones
     * @param heatMaps of the headline latencies, by tag, over the same
     * @param distributions of the measured phase, by tag
     * @param warmupDistributions of the messages intended during warmup, by tag
     * @param resourceSeries what was used in each interval, by each subject
     */
    public record Run(
            String runId,
            String name,
            Instant started,
            long warmupNs,
            long measuredNs,
            long drainNs,
            long seed,
            Outcome outcome,
            Verdict verdict,
            List<Finding> findings,
            Counts totals,
            Counts measured,
            Optional<Due> due,
            LedgerCounts ledger,
            List<FaultResult> faults,
            Optional<BacklogResult> backlog,
            WorkerUsage worker,
            List<WorkerShare> workers,
            List<ResourceSummary> resources,
            Optional<BrokerDeath> brokerDeath,
            List<ProfileResult> profiles,
            Map<String, String> semantics,
            Map<String, String> environment,
            Map<String, Object> config,
            Map<String, Percentiles> latencies,
            Intervals intervals,
            Map<String, OverTime> latenciesOverTime,
            Map<String, HeatMap> heatMaps,
            Map<String, Distribution> distributions,
            Map<String, Distribution> warmupDistributions,
            List<ResourceSeries> resourceSeries) {

        public Run {
            findings = List.copyOf(findings);
            workers = List.copyOf(workers);
            profiles = List.copyOf(profiles);
            resourceSeries = List.copyOf(resourceSeries);
        }
    }

    /**
     * Events of each interval; rates are missing in one of less than 0.1 s.
     *
     * @param phases one after another, without a gap
     * @param blockedPerSecond sends that had to wait for an earlier acknowledgement
     * @param failed messages
     * @param skipped messages
     * @param outstanding deliveries that were under way at the end of each interval: sent (to each subscription) and not
     *     failed, less received; never below 0, which deliveries of messages in doubt could make it. Missing in a run that
     *     has no producers or no consumers
     */
    public record Intervals(
            Column startS,
            Column endS,
            List<PhaseSpan> phases,
            Column sentPerSecond,
            Column acknowledgedPerSecond,
            Column receivedPerSecond,
            Column blockedPerSecond,
            Column failed,
            Column skipped,
            Column outstanding) {

        public Intervals {
            phases = List.copyOf(phases);
        }

        Interval.Phase phaseOf(int index) {
            double middle = (startS.get(index) + endS.get(index)) / 2;
            return phases.stream()
                    .filter(span -> middle >= span.fromS() && middle <= span.toS())
                    .map(PhaseSpan::phase)
                    .findFirst()
                    .orElse(Interval.Phase.DRAIN);
        }

        int size() {
            return startS.size();
        }
    }

    /** A phase of the run. */
    public record PhaseSpan(Interval.Phase phase, double fromS, double toS) {}

    /** One latency in each interval; missing where no message had it. */
    public record OverTime(
            Column count,
            Column meanNs,
            Column p50Ns,
            Column p90Ns,
            Column p99Ns,
            Column p999Ns,
            Column p9999Ns,
            Column maxNs) {}

    /**
     * A distribution by percentile, as HdrHistogram plots it.
     *
     * @param share of all messages, from 0 to below 1
     * @param valueNs which as many messages did not exceed
     * @param maxNs the share 1
     */
    public record Distribution(long count, Column share, Column valueNs, long maxNs) {}

    /**
     * What one subject used, in samples. The time in which it was away is a sample without any value.
     *
     * @param metrics by name: a level at {@code endS}, others from {@code startS} to {@code endS}. Six significant digits
     */
    public record ResourceSeries(String subject, Column startS, Column endS, Map<String, Column> metrics) {

        Optional<Column> get(ResourceMetric metric) {
            return Optional.ofNullable(metrics.get(metric.tag()));
        }
    }
}
