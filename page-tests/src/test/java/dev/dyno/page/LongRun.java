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
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** Stores a run of an hour and fifty series of resources that nobody has to wait for. Every value is another one. */
final class LongRun {

    static final int SECONDS = 3_600;
    static final int SERIES = 50;

    private static final long SECOND_NS = 1_000_000_000;
    private static final int WARMUP_SECONDS = 60;
    private static final int QUEUES = 11;

    /** Number of messages for each second: as many as are counted, so that each histogram is as full as that of a real run. */
    private static final int MESSAGES = 10_000;

    private static final Map<String, Set<ResourceMetric>> METRICS = Map.of(
            ResourceSample.BROKER, EnumSet.range(ResourceMetric.RSS, ResourceMetric.STOPPED),
            ResourceSample.WORKER, EnumSet.range(ResourceMetric.RSS, ResourceMetric.STOPPED),
            ResourceSample.HOST, EnumSet.range(ResourceMetric.CPU_STOLEN, ResourceMetric.DISK_BUSY));

    private static final List<Latency> LATENCIES =
            List.of(Latency.SEND_DELAY, Latency.SEND_ACK, Latency.RESPONSE, Latency.TRANSFER, Latency.END_TO_END);

    private static final String ID = "0123456789abcdef";

    private final Random random = new Random(1);
    private final Latencies all = new Latencies();

    private LongRun() {}

    /** @return its folder */
    static Path store(Path runs) throws IOException {
        return new LongRun().store(runs, "soak", ID);
    }

    private Path store(Path runs, String name, String id) throws IOException {
        Instant started = Instant.parse("2026-03-01T12:00:00Z");
        Path folder = RunFolder.create(runs, started, name, id);
        try (Reporter reporter = RunFolder.reporter(folder)) {
            for (int second = 0; second < SECONDS; second++) {
                Phase phase = second < WARMUP_SECONDS ? Phase.WARMUP : Phase.MEASURE;
                Latencies latencies = latencies(second);
                boolean warmup = phase == Phase.WARMUP;
                if (!warmup) {
                    all.add(latencies);
                }
                long from = second * SECOND_NS;
                reporter.onInterval(new Interval(
                        second,
                        phase,
                        from,
                        from + SECOND_NS,
                        started.toEpochMilli() + second * 1_000L,
                        counts(),
                        warmup ? new Latencies() : latencies,
                        warmup ? latencies : new Latencies()));
                samples(reporter, phase, from);
            }
            reporter.onResult(result(started, name, id));
        }
        return folder;
    }

    private Counts counts() {
        long sent = 9_500L + random.nextInt(1_000);
        return new Counts(
                sent, random.nextInt(50), sent - random.nextInt(20), sent - random.nextInt(40), 0, 0, 0, 0, 0, 0);
    }

    /** Lognormal about 300 us, slower in waves of ten minutes, and now and then a stall. */
    private Latencies latencies(int second) {
        double wave = 1 + 0.5 * Math.sin(second / 600.0 * 2 * Math.PI);
        double stall = random.nextInt(97) == 0 ? 200e6 * random.nextDouble() : 0;
        Map<Latency, Histogram> histograms = new EnumMap<>(Latency.class);
        for (int i = 0; i < MESSAGES; i++) {
            double ns = 300e3 * wave * Math.exp(0.5 * random.nextGaussian()) + (i < 20 ? stall * i / 20 : 0);
            for (Latency latency : LATENCIES) {
                double own = latency == Latency.SEND_DELAY ? 0.1 : 1 + 0.1 * random.nextDouble();
                histograms
                        .computeIfAbsent(latency, l -> new Histogram(Latencies.SIGNIFICANT_DIGITS))
                        .recordValue(Math.round(ns * own));
            }
        }
        Latencies latencies = new Latencies();
        histograms.forEach(latencies::add);
        return latencies;
    }

    private void samples(Reporter reporter, Phase phase, long from) throws IOException {
        for (String subject : List.of(ResourceSample.BROKER, ResourceSample.WORKER, ResourceSample.HOST)) {
            Map<String, Double> values = new LinkedHashMap<>();
            for (ResourceMetric metric : METRICS.getOrDefault(subject, Set.of())) {
                values.put(metric.tag(), value(metric));
            }
            reporter.onResources(new ResourceSample(subject, phase, from, from + SECOND_NS, values));
        }
        Map<String, Double> depths = new LinkedHashMap<>();
        for (int queue = 0; queue < QUEUES; queue++) {
            depths.put("queue_depth{queue=\"orders-" + queue + "\"}", (double) random.nextInt(100_000));
        }
        reporter.onResources(new ResourceSample("metrics", phase, from, from + SECOND_NS, depths));
    }

    private double value(ResourceMetric metric) {
        double share = 0.5 + 0.5 * random.nextDouble();
        return switch (metric.unit()) {
            case BYTES -> Math.rint(share * (1L << 30));
            case BYTES_PER_SECOND -> share * (1L << 24);
            case CORES -> 1.7 * share;
            case SECONDS -> 0.02 * share;
            case PERCENT -> 80 * share;
            case PER_SECOND -> 10_000 * share;
            case NUMBER -> Math.rint(200 * share);
        };
    }

    private RunResult result(Instant started, String name, String id) {
        long messages = 10_000L * SECONDS;
        Counts totals = new Counts(messages, 0, messages, messages, 0, 0, 0, 0, 0, 0);
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = id;
        parts.name = name;
        parts.started = started;
        parts.warmupNs = WARMUP_SECONDS * SECOND_NS;
        parts.measuredNs = (SECONDS - WARMUP_SECONDS) * SECOND_NS;
        parts.seed = 1;
        parts.config = Map.of("producers", List.of(Map.of("destinations", List.of("queue://A"), "load", "10000/s")));
        parts.environment = Map.of("processors", "2");
        parts.semantics = new DriverSemantics(Map.of("broker", name));
        parts.totals = totals;
        parts.measured = totals;
        parts.latencies = all;
        parts.worker = new WorkerUsage(SECONDS, SECONDS, 1, Optional.of(0.5));
        return parts.result();
    }
}
