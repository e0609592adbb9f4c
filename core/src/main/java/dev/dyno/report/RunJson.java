package dev.dyno.report;

import dev.dyno.figure.Figures;
import dev.dyno.json.StrictJson;
import dev.dyno.result.BacklogResult;
import dev.dyno.result.BrokerDeath;
import dev.dyno.result.Conditions;
import dev.dyno.result.Counts;
import dev.dyno.result.Due;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outcome;
import dev.dyno.result.Percentiles;
import dev.dyno.result.ProfileResult;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.RunResult;
import dev.dyno.result.SemanticsCard;
import dev.dyno.result.Verdict;
import dev.dyno.result.WorkerShare;
import dev.dyno.result.WorkerUsage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;

/**
 * The schema of {@code run.json}. A field more, also in the records of the result package that are part of it, is listed
 * in {@link AddedFields}, or the schema version is raised; a test pins the text.
 *
 * @param intervalCount lines of {@code intervals.jsonl}
 * @param resourceCount lines of {@code resources.jsonl}
 * @param figures by name, of no latency; for other programs: Dyno computes them anew
 * @param latencies by tag
 */
record RunJson(
        int schemaVersion,
        String runId,
        String name,
        Instant started,
        long warmupNs,
        long measuredNs,
        long drainNs,
        int intervalCount,
        int resourceCount,
        long seed,
        Outcome outcome,
        Verdict verdict,
        Optional<Conditions> conditions,
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
        Map<String, Double> figures,
        Map<String, LatencyJson> latencies) {

    /**
     * @param count of all values, unfinished ones too
     * @param histogram of the observed values; compressed V2 encoding, Base64
     * @param unfinished those of which only a lower bound is known; null if there are none
     */
    record LatencyJson(
            long count,
            double meanNs,
            long p50Ns,
            long p90Ns,
            long p99Ns,
            long p999Ns,
            long p9999Ns,
            long maxNs,
            String histogram,
            Optional<UnfinishedJson> unfinished) {

        static LatencyJson of(Latencies latencies, Latency latency) {
            Percentiles values = latencies.percentiles(latency).orElseThrow();
            return new LatencyJson(
                    values.count(),
                    values.meanNs(),
                    values.p50Ns(),
                    values.p90Ns(),
                    values.p99Ns(),
                    values.p999Ns(),
                    values.p9999Ns(),
                    values.maxNs(),
                    encoded(latencies.get(latency).orElseGet(() -> new Histogram(Latencies.SIGNIFICANT_DIGITS))),
                    values.unfinished()
                            .map(upper -> UnfinishedJson.of(
                                    upper, latencies.unfinished(latency).orElseThrow())));
        }

        Percentiles percentiles() {
            return new Percentiles(
                    count, meanNs, p50Ns, p90Ns, p99Ns, p999Ns, p9999Ns, maxNs, unfinished.map(UnfinishedJson::upper));
        }

        /** @throws IllegalArgumentException if a histogram is damaged; says which one */
        void addTo(Latencies latencies, String tag) {
            long unfinishedCount = unfinished.map(UnfinishedJson::count).orElse(0L);
            latencies.add(latencyOf(tag), decoded(tag, histogram, count - unfinishedCount));
            unfinished.ifPresent(bounds -> latencies.addUnfinished(
                    latencyOf(tag), decoded("the unfinished of " + tag, bounds.histogram, bounds.count)));
        }
    }

    /**
     * @param p50Ns the upper end of that percentile; null if there is none; so the others
     * @param histogram of lower bounds
     */
    record UnfinishedJson(
            long count,
            Optional<Long> p50Ns,
            Optional<Long> p90Ns,
            Optional<Long> p99Ns,
            Optional<Long> p999Ns,
            Optional<Long> p9999Ns,
            String histogram) {

        static UnfinishedJson of(Percentiles.Unfinished upper, Histogram bounds) {
            return new UnfinishedJson(
                    upper.count(),
                    finite(upper.p50Ns()),
                    finite(upper.p90Ns()),
                    finite(upper.p99Ns()),
                    finite(upper.p999Ns()),
                    finite(upper.p9999Ns()),
                    encoded(bounds));
        }

        private static Optional<Long> finite(long ns) {
            return ns == LatencyRange.INFINITE ? Optional.empty() : Optional.of(ns);
        }

        Percentiles.Unfinished upper() {
            return new Percentiles.Unfinished(
                    count,
                    p50Ns.orElse(LatencyRange.INFINITE),
                    p90Ns.orElse(LatencyRange.INFINITE),
                    p99Ns.orElse(LatencyRange.INFINITE),
                    p999Ns.orElse(LatencyRange.INFINITE),
                    p9999Ns.orElse(LatencyRange.INFINITE));
        }
    }

    static byte[] write(RunResult result, int intervalCount, int resourceCount) {
        Map<String, LatencyJson> latencies = new LinkedHashMap<>();
        Latencies measured = result.latencies();
        measured.percentiles()
                .keySet()
                .forEach(latency -> latencies.put(latency.tag(), LatencyJson.of(measured, latency)));
        RunJson json = new RunJson(
                RunFolder.SCHEMA_VERSION,
                result.runId(),
                result.name(),
                result.started(),
                result.warmupNs(),
                result.measuredNs(),
                result.drainNs(),
                intervalCount,
                resourceCount,
                result.seed(),
                result.outcome(),
                result.verdict(),
                result.conditions(),
                result.totals(),
                result.measured(),
                result.due(),
                result.ledger(),
                result.faults(),
                result.backlog(),
                result.worker(),
                result.workers(),
                result.resources(),
                result.brokerDeath(),
                result.profiles(),
                result.semantics().facts(),
                result.environment(),
                result.config(),
                Figures.valuesOf(result),
                latencies);
        return StrictJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json);
    }

    private static String encoded(Histogram histogram) {
        ByteBuffer buffer =
                ByteBuffer.allocate(histogram.getNeededByteBufferCapacity()).order(ByteOrder.BIG_ENDIAN);
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    static RunJson read(JsonNode json) {
        return StrictJson.MAPPER.treeToValue(json, RunJson.class);
    }

    /** @throws IllegalArgumentException if a histogram is damaged; says which one */
    RunResult toResult() {
        Latencies measuredLatencies = new Latencies();
        latencies.forEach((tag, latency) -> latency.addTo(measuredLatencies, tag));
        return toResult(measuredLatencies);
    }

    /** Its latencies are empty: decoding them takes most of the time. */
    RunResult toResultWithoutHistograms() {
        return toResult(new Latencies());
    }

    /** @throws IllegalArgumentException if there is a latency that is none */
    Map<String, Percentiles> percentiles() {
        Map<String, Percentiles> percentiles = new LinkedHashMap<>();
        latencies.forEach((tag, latency) -> percentiles.put(latencyOf(tag).tag(), latency.percentiles()));
        return percentiles;
    }

    private RunResult toResult(Latencies measuredLatencies) {
        return new RunResult(
                runId,
                name,
                started,
                warmupNs,
                measuredNs,
                drainNs,
                seed,
                config,
                environment,
                new SemanticsCard(semantics),
                outcome,
                totals,
                measured,
                measuredLatencies,
                due,
                worker,
                resources,
                brokerDeath,
                profiles,
                ledger,
                faults,
                backlog,
                workers,
                conditions,
                verdict);
    }

    static Latency latencyOf(String tag) {
        return Latency.find(tag).orElseThrow(() -> new IllegalArgumentException("there is no latency named " + tag));
    }

    private static Histogram decoded(String tag, String encoded, long count) {
        Histogram histogram;
        try {
            histogram = Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("the histogram of " + tag + " cannot be decoded", e);
        }
        if (histogram.getTotalCount() != count) {
            throw new IllegalArgumentException("the histogram of " + tag + " has " + histogram.getTotalCount()
                    + " values where " + count + " are expected");
        }
        return histogram;
    }
}
