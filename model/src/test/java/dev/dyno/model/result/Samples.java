package dev.dyno.model.result;

import dev.dyno.model.result.FaultResult.Reconnects;
import dev.dyno.model.result.Interval.AckTimes;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Small runs with known numbers. */
public final class Samples {

    public static final Instant START = Instant.parse("2026-03-01T12:00:00.250Z");
    public static final long SECOND = 1_000_000_000;

    private Samples() {}

    /** Up to 2047 ns every value has a bucket of its own, so what goes in comes out. */
    public static Histogram histogram(long... valuesNs) {
        Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        for (long value : valuesNs) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    /** A number of equal values. */
    public static Histogram times(long number, long ns) {
        Histogram histogram = histogram();
        histogram.recordValueWithCount(ns, number);
        return histogram;
    }

    /** Times of so many messages, all of them equal. */
    public static Latencies latencies(Latency latency, long messages, long ns) {
        return latencies(Map.of(latency, times(messages, ns)));
    }

    public static Latencies latencies(Map<Latency, Histogram> histograms) {
        Latencies latencies = new Latencies();
        histograms.forEach(latencies::add);
        return latencies;
    }

    /** Observed values of a latency: each percentile, then the maximum. */
    public static Percentiles percentiles(long count, double meanNs, long... ns) {
        Map<Percentile, LatencyRange> ranges = new EnumMap<>(Percentile.class);
        int next = 0;
        for (Percentile percentile : Percentile.values()) {
            ranges.put(percentile, LatencyRange.exactly(ns[next++]));
        }
        return new Percentiles(count, meanNs, ranges, ns[ns.length - 1], 0);
    }

    public static Interval interval(
            int index,
            Interval.Phase phase,
            long startNs,
            long endNs,
            Counts counts,
            Latencies measured,
            Latencies warmup) {
        long startEpochMillis = START.toEpochMilli() + startNs / 1_000_000;
        AckTimes acknowledged = counts.acknowledged() > 0 ? new AckTimes(startNs + 1, endNs - 2) : AckTimes.NONE;
        return new Interval(
                index, phase, startNs, endNs, startEpochMillis, counts, measured, warmup, acknowledged, 0, Map.of());
    }

    /** A whole second, with the latencies of messages that were intended in its phase. */
    public static Interval second(int index, Interval.Phase phase, Counts counts, Latencies latencies) {
        boolean warmup = phase == Interval.Phase.WARMUP;
        Latencies none = new Latencies();
        long start = index * SECOND;
        return interval(
                index, phase, start, start + SECOND, counts, warmup ? none : latencies, warmup ? latencies : none);
    }

    /** Every latency, values over the whole range, reproducible. */
    public static Latencies all(long seed) {
        Random random = new Random(seed);
        Latencies latencies = new Latencies();
        for (Latency latency : Latency.values()) {
            Histogram histogram = histogram();
            for (int i = 0; i < 500; i++) {
                histogram.recordValue((long) Math.pow(10, random.nextDouble() * 11));
            }
            histogram.recordValue(0);
            latencies.add(latency, histogram);
        }
        return latencies;
    }

    /** Warm-up, one interval with stragglers of the warm-up, one without any latency, a short last one. */
    public static List<Interval> intervals() {
        Latencies none = new Latencies();
        Counts counts = new Counts(1000, 20, 990, 980, 3, 4, 5, 6, 0, 0);
        return List.of(
                interval(0, Interval.Phase.WARMUP, 0, SECOND, counts, none, all(1)),
                interval(1, Interval.Phase.MEASURE, SECOND, 2 * SECOND, counts, all(2), all(3)),
                interval(2, Interval.Phase.MEASURE, 2 * SECOND, 3 * SECOND, Counts.ZERO, none, none),
                interval(3, Interval.Phase.MEASURE, 3 * SECOND, 3 * SECOND + 250_000_001, counts, all(4), none),
                interval(4, Interval.Phase.DRAIN, 3 * SECOND + 250_000_001, 4 * SECOND, counts, all(5), none));
    }

    /** A broker over two intervals, and a page of metrics with a name that needs quotes. */
    public static List<ResourceSample> resources() {
        long end = SECOND + 54_321;
        Map<String, Double> memory = Map.of("rss-bytes", 312.0 * (1 << 20));
        Map<String, Double> metrics = Map.of("depth{queue=\"a,b\",dlq=\"ö\"}", 1e-9);
        return List.of(
                new ResourceSample(ResourceSample.BROKER, Interval.Phase.WARMUP, 12_345, end, memory),
                new ResourceSample(ResourceSample.BROKER, Interval.Phase.MEASURE, end, 2 * SECOND, values()),
                new ResourceSample(ResourceSample.HOST, Interval.Phase.DRAIN, 2 * SECOND, 3 * SECOND, Map.of()),
                new ResourceSample("metrics", Interval.Phase.MEASURE, SECOND, 2 * SECOND, metrics));
    }

    private static Map<String, Double> values() {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("cpu-cores", 0.1 + 0.2);
        values.put("vss-bytes", 1e12);
        values.put("gc-seconds", 0.0);
        return values;
    }

    public static List<ResourceSummary> summaries() {
        Map<String, ResourceSummary.Values> broker = new LinkedHashMap<>();
        Optional<Double> none = Optional.empty();
        broker.put("rss-bytes", new ResourceSummary.Values(2, 1 << 20, 2 << 20, 3 << 20, Optional.of(2.5e6), none));
        broker.put("cpu-cores", new ResourceSummary.Values(2, 0.5, 0.75, 1.0, Optional.of(1.0), Optional.of(1.5)));
        ResourceSummary.Values worker = new ResourceSummary.Values(2, 1, 2, 200 << 20, Optional.of(4.0), none);
        return List.of(
                new ResourceSummary(ResourceSample.BROKER, broker, Map.of(ResourceSummary.CPU_US, 88.125)),
                new ResourceSummary(ResourceSample.WORKER, Map.of("rss-bytes", worker), Map.of()));
    }

    /** A kill with all that can follow, and a restart that nothing followed. */
    public static List<FaultResult> faults() {
        Optional<Outage> outage = Optional.of(new Outage(1_499_000_000, 2 * SECOND + 750_000_000, true));
        Optional<Outage> longer = Optional.of(new Outage(1_498_500_000, 3 * SECOND + 250_000_001, false));
        Optional<Long> first = Optional.of(2_700_000_000L);
        Optional<Long> last = Optional.of(2_800_000_000L);
        Reconnects reconnects = new Reconnects(2, 9, 1, first, last, Optional.of("the broker cut it"));
        long began = 1_500_200_000;
        FaultResult kill = changed(
                fault("kill", 1_500_000_000),
                Map.of(
                        "beganNs", began,
                        "tookNs", 3_400_000L,
                        "publish", outage,
                        "worstProducer", longer,
                        "consume", outage,
                        "worstSubscription", longer,
                        "inDoubt", 11L,
                        "lost", 2L,
                        "duplicate", 1L,
                        "reconnects", reconnects));
        return List.of(kill, fault("restart", 3 * SECOND));
    }

    /** A fault that nothing followed. */
    public static FaultResult fault(String action, long atNs) {
        Optional<Outage> none = Optional.empty();
        return new FaultResult(
                action, atNs, atNs, 0, none, none, none, none, 0, 0, 0, Reconnects.NONE, Optional.empty());
    }

    public static RunResult result() {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("rate", 30_000);
        config.put("bytes", 5_000_000_000L);
        config.put("share", 0.25);
        config.put("durable", true);
        config.put("destinations", List.of("queue://A", "queue://B \"ö\""));
        config.put("consumers", Map.of("count", 2));
        Verdict verdict = Verdict.of(List.of(
                Finding.of(Finding.Level.SUSPECT, "send-delay", "The p99 schedule delay was 12.0 ms."),
                Finding.of(Finding.Level.INVALID, "messages-lost", "2 messages were lost.")));
        return new RunResult(
                "r-0123456789",
                "two queues",
                START,
                SECOND,
                2 * SECOND + 250_000_001,
                749_999_999,
                Optional.empty(),
                -4_242_424_242_424_242L,
                config,
                Map.of("host", "h1"),
                new DriverSemantics(Map.of("persistence", "durable", "ack", "broker")),
                Outcome.failed("connection lost"),
                new Counts(4000, 80, 3960, 3920, 12, 16, 20, 24, 0, 0),
                new Counts(2000, 40, 1980, 1960, 6, 8, 10, 12, 0, 0),
                all(6),
                Optional.of(new DueMessages(2000, 1980, 8, 6, 4)),
                new WorkerUsage(2.25, 1.5, 0.0625, Optional.of(0.75)),
                summaries(),
                Optional.of(new BrokerDeath(
                        "the broker ended with status 3", 3, true, List.of("a \"line\"", "OutOfMemoryError"))),
                List.of(profile()),
                new LedgerCounts(3960, 3958, 2, 0, 1, 3, 4, 5, 12, 6, 0, 0, 0, 0, true, false),
                List.of(),
                Optional.empty(),
                List.of(),
                Map.of(),
                Optional.of(new VerdictInputs(
                        true,
                        true,
                        1000.5,
                        2 * SECOND,
                        4000,
                        8,
                        1,
                        Optional.of("it rose"),
                        List.of(new VerdictInputs.FaultLeft("kill", 9 * SECOND)),
                        true,
                        Optional.of("connection refused"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new WakeUps(3000, List.of(40_000L, 60_000L, 300_000L, 2_000_000L))),
                        Optional.empty(),
                        0,
                        0)),
                verdict);
    }

    /** The same with other parts. */
    public static RunResult result(Consumer<RunResult.Parts> changes) {
        return result().with(changes);
    }

    /** The same, if it had ended well and been valid, without latencies and with other parts. */
    public static RunResult valid(Consumer<RunResult.Parts> changes) {
        return result().with(parts -> {
            parts.outcome = Outcome.SUCCESS;
            parts.verdict = Verdict.of(List.of());
            parts.latencies = new Latencies();
            changes.accept(parts);
        });
    }

    /** A run whose producers have the group web. */
    public static RunResult withGroups() {
        GroupResult web = new GroupResult(
                new Counts(10, 1, 9, 0, 1, 0, 0, 0, 1000, 0),
                new Counts(5, 1, 4, 0, 1, 0, 0, 0, 500, 0),
                all(2),
                new DueMessages(5, 4, 0, 1, 0),
                new LedgerCounts(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, false, true),
                Map.of("response-p99", new FigureMark(FigureMark.Kind.FEW, 0.5)));
        return result(parts -> parts.groups = Map.of("web", web));
    }

    /** A backlog of 1,000 messages that was built and drained. */
    public static BacklogResult backlog() {
        String by = BacklogResult.LEDGER;
        return new BacklogResult(
                "1,000 messages", true, 1_000, 1_000, 0, 1, 1, 1, 900, 0, 100, 1, true, false, by, Optional.empty());
    }

    /** Share of a worker that was there to the end and did nothing. */
    public static WorkerShare share(String name) {
        return new WorkerShare(
                name,
                "host-" + name,
                WorkerShare.State.COMPLETE,
                10 * SECOND,
                1,
                1,
                Counts.ZERO,
                Counts.ZERO,
                10 * SECOND,
                0,
                Optional.empty(),
                WorkerUsage.NONE,
                0,
                0,
                Optional.empty(),
                Optional.of(Counts.ZERO),
                0,
                List.of());
    }

    /** The same as made by two workers, the second of which was lost. */
    public static RunResult withWorkers() {
        RunResult result = result();
        WorkerShare first = new WorkerShare(
                "w1",
                "host-1",
                WorkerShare.State.COMPLETE,
                3 * SECOND,
                2,
                1,
                result.totals(),
                result.measured(),
                2 * SECOND,
                12_345,
                Optional.of(650_000L),
                new WorkerUsage(2, 1.5, 0.0625, Optional.of(0.75)),
                0,
                0,
                Optional.empty(),
                Optional.of(result.totals()),
                0,
                List.of(Finding.of(
                        Finding.Level.SUSPECT,
                        "worker-saturated",
                        "the load generator used 3.9 of 4 processors: it may be the limit, not the broker; lower --rate, or"
                                + " spread the load over more machines by --workers")));
        WorkerShare second = new WorkerShare(
                "w2",
                "host-2",
                WorkerShare.State.LOST,
                SECOND,
                0,
                0,
                new Counts(1000, 0, 990, 980, 0, 0, 0, 0, 0, 0),
                Counts.ZERO,
                0,
                0,
                Optional.empty(),
                WorkerUsage.NONE,
                -4_000_000,
                29_000,
                Optional.of("has left"),
                Optional.empty(),
                0,
                List.of());
        ResourceSummary.Values memory =
                new ResourceSummary.Values(2, 4e6, 5e6, 5.25e6, Optional.of(5e6), Optional.empty());
        ResourceSummary used = new ResourceSummary("worker w1", Map.of("rss-bytes", memory), Map.of());
        return result.with(parts -> {
            parts.workers = List.of(first, second);
            parts.resources = List.of(used);
        });
    }

    public static ProfileResult profile() {
        return new ProfileResult(
                "lock",
                "async-profiler 4.6",
                "It cannot see the disk.",
                SECOND + 1_000_001,
                2 * SECOND,
                1234,
                5_678_901_234L,
                "us",
                Optional.of("profile-lock.html"),
                Optional.of("the broker ended"));
    }

    public static RunResult withFaults() {
        return result(parts -> parts.faults = faults());
    }

    /** The run in the test resource {@code run-v2}. */
    public static RunResult resultOfFormat() {
        Latencies latencies = unfinishedLatency();
        latencies.addOwnDelay(Latency.RESPONSE, RecordedCounts.of(histogram(1000, 1000, 1501)));
        return resultWithoutMarks().with(parts -> {
            parts.latencies = latencies;
            parts.verdict = parts.verdict.with(
                    Map.of("response-p90", new FigureMark(FigureMark.Kind.OWN, 0.25)), Optional.of(Percentile.P50));
        });
    }

    /** The same as versions without marks of figures stored it. */
    public static RunResult resultWithoutMarks() {
        return result(parts -> {
            parts.faults = faults();
            parts.latencies = unfinishedLatency();
        });
    }

    /** Its only interval. */
    public static Interval intervalOfFormat() {
        Latencies latencies = unfinishedLatency();
        Counts counts = new Counts(1, 2, 3, 4, 5, 6, 7, 8, 0, 0);
        AckTimes acks = new AckTimes(0, SECOND);
        long began = START.toEpochMilli();
        return new Interval(
                0, Interval.Phase.MEASURE, 0, SECOND, began, counts, latencies, latencies, acks, 0, Map.of());
    }

    private static Latencies unfinishedLatency() {
        Latencies latencies = latencies(Map.of(Latency.RESPONSE, histogram(1000, 1501)));
        latencies.addUnfinished(Latency.RESPONSE, 1_234, 1);
        latencies.addUnfinished(Latency.SEND_DELAY, 1_234, 1);
        return latencies;
    }

    /** Consumers alone that received nothing of ours. */
    public static RunResult ofAnotherProgram(ForeignMessages foreign) {
        Counts counts = new Counts(0, 0, 0, foreign.messages(), 0, 0, 0, 0, 0, 0);
        return valid(parts -> {
            parts.latencies = result().latencies();
            parts.verdict = result().verdict();
            parts.totals = counts;
            parts.measured = counts;
            parts.ledger = LedgerCounts.EMPTY;
            parts.due = Optional.empty();
            parts.conditions = parts.conditions.map(
                    known -> changed(known, Map.of("produces", false, "foreign", Optional.of(foreign))));
        });
    }

    /** A record with some of its values exchanged, by their names. */
    public static <R extends Record> R changed(R record, Map<String, ?> changes) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        Set<String> unknown = new HashSet<>(changes.keySet());
        try {
            for (int i = 0; i < components.length; i++) {
                String name = components[i].getName();
                types[i] = components[i].getType();
                values[i] = changes.containsKey(name)
                        ? changes.get(name)
                        : components[i].getAccessor().invoke(record);
                unknown.remove(name);
            }
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException("no component " + unknown);
            }
            @SuppressWarnings("unchecked")
            Class<R> type = (Class<R>) record.getClass();
            return type.getConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
