package dev.dyno.page;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Stores a run of three seconds whose messages are known: 100 of 1 ms, then 300 of 10 ms, then 50 of 100 ms and 10 that had no end
 * after 2 s. The broker uses 0.5, 1.5 and 1 processors.
 */
final class KnownRun {

    private static final Instant STARTED = Instant.parse("2026-03-01T12:00:00Z");
    private static final long SECOND_NS = 1_000_000_000;

    private KnownRun() {}

    /**
     * @param times as many messages
     * @return its folder
     */
    static Path store(Path runs, long times) throws IOException {
        Path folder = RunFolder.create(runs, STARTED, "known", "0123456789abcdef");
        Latencies all = new Latencies();
        Counts totals = Counts.ZERO;
        try (Reporter reporter = RunFolder.reporter(folder)) {
            long[][] seconds = {{100, 1_000_000, 5}, {300, 10_000_000, 15}, {50, 100_000_000, 10}};
            for (int i = 0; i < seconds.length; i++) {
                long messages = seconds[i][0] * times;
                Latencies latencies = latencies(seconds[i][1], messages);
                if (i == 2) {
                    latencies.addUnfinished(Latency.RESPONSE, 2 * SECOND_NS, 10 * times);
                }
                Counts counts = new Counts(messages + 10 * times, 0, messages, messages, 0, 0, 0, 0, 0, 0);
                reporter.onInterval(new Interval(
                        i,
                        Phase.MEASURE,
                        i * SECOND_NS,
                        (i + 1) * SECOND_NS,
                        STARTED.toEpochMilli() + 1_000L * i,
                        counts,
                        latencies,
                        new Latencies()));
                reporter.onResources(new ResourceSample(
                        ResourceSample.BROKER,
                        Phase.MEASURE,
                        i * SECOND_NS,
                        (i + 1) * SECOND_NS,
                        Map.of(ResourceMetric.CPU.tag(), seconds[i][2] / 10.0)));
                all.add(latencies);
                totals = totals.plus(counts);
            }
            reporter.onResult(result(totals, all));
        }
        return folder;
    }

    private static Latencies latencies(long ns, long count) {
        Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        histogram.recordValueWithCount(ns, count);
        Latencies latencies = new Latencies();
        latencies.add(Latency.RESPONSE, histogram);
        return latencies;
    }

    private static RunResult result(Counts totals, Latencies all) {
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = "0123456789abcdef";
        parts.name = "known";
        parts.started = STARTED;
        parts.measuredNs = 3 * SECOND_NS;
        parts.config = Map.of("producers", List.of(Map.of("destinations", List.of("queue://A"), "load", "200/s")));
        parts.semantics = new DriverSemantics(Map.of("broker", "known"));
        parts.totals = totals;
        parts.measured = totals;
        parts.latencies = all;
        return parts.result();
    }
}
