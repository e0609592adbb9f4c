package dev.dyno.report.compare;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.store.RunSummary;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A stored run of ten seconds, made up: a rate and latencies of 1, 2 and 4 times a base. Runs that are called a1, b1, a2, b2, … were
 * made in this order.
 */
record Stored(RunResult result, double baseMs, boolean isUnfinished, List<RunMark> marks) {

    private static final long SECONDS = 10;
    private static final double MS = 1e6;

    static Stored run(String id, long perSecond, double baseMs) {
        String number = id.replaceAll("\\D", "");
        long messages = perSecond * SECONDS;
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = id;
        parts.name = "load";
        parts.measuredNs = SECONDS * 1_000_000_000;
        parts.seed = 1;
        parts.environment = Map.of("processors", "2");
        parts.totals = new Counts(messages, 0, messages, messages, 0, 0, 0, 0, 0, 0);
        parts.measured = parts.totals;
        parts.worker = new WorkerUsage(SECONDS, 1, 0, Optional.empty());
        parts.resources = List.of(new ResourceSummary("worker", Map.of(), Map.of(ResourceSummary.CPU_US, 20.0)));
        parts.ledger = new LedgerCounts(messages, messages, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        parts.config = Map.of(
                "producers", List.of(Map.of("load", "all-out")),
                "producerTarget", Map.of("url", "tcp://" + id, "driver", "jms"));
        parts.semantics = new DriverSemantics(Map.of("persistent", "yes"));
        return new Stored(parts.result(), baseMs, false, List.of())
                .at((number.isEmpty() ? 0 : 2 * Long.parseLong(number)) + (id.startsWith("b") ? 1 : 0));
    }

    private Stored with(Consumer<RunResult.Parts> changes) {
        return new Stored(result.with(changes), baseMs, isUnfinished, marks);
    }

    Stored with(Map<String, String> card, Map<String, String> environment, Map<String, Object> config) {
        return with(parts -> {
            parts.semantics = new DriverSemantics(card);
            parts.environment = environment;
            parts.config = config;
        });
    }

    Stored at(long seconds) {
        return with(parts -> parts.started = Instant.ofEpochSecond(seconds));
    }

    Stored card(String fact, String value) {
        return with(parts -> parts.semantics = new DriverSemantics(Map.of("persistent", "yes", fact, value)));
    }

    Stored on(Map<String, String> environment) {
        return with(parts -> parts.environment = environment);
    }

    Stored driver(String name) {
        Map<String, Object> target = Map.of("url", "tcp://" + result.runId(), "driver", name);
        return with(parts -> parts.config = Map.of("producerTarget", target));
    }

    Stored reason(Finding.Level level, String code) {
        return with(parts -> parts.verdict = Verdict.of(List.of(Finding.of(level, code, "It was so."))));
    }

    /** With a mark of its response p99, and a verdict that reaches to p90. */
    Stored marked(FigureMark mark) {
        return with(
                parts -> parts.verdict = parts.verdict.with(Map.of("response-p99", mark), Optional.of(Percentile.P90)));
    }

    /** With messages at the end of which only the time so far is known: p99 and above are lower bounds. */
    Stored unfinished() {
        return new Stored(result, baseMs, true, marks);
    }

    Stored brokerCpu(double microsPerMessage) {
        ResourceSummary broker =
                new ResourceSummary("broker", Map.of(), Map.of(ResourceSummary.CPU_US, microsPerMessage));
        return with(parts -> parts.resources = List.of(parts.resources.get(0), broker));
    }

    /** On processors of some speed: as many samples between 100 below and above it. */
    Stored speed(int samples, double perMicrosecond) {
        ResourceSummary.Values speed = new ResourceSummary.Values(
                samples,
                perMicrosecond - 100,
                perMicrosecond,
                perMicrosecond + 100,
                Optional.empty(),
                Optional.empty());
        ResourceSummary host = new ResourceSummary("host", Map.of("cpu-speed", speed), Map.of());
        return with(parts -> parts.resources = List.of(host));
    }

    /** Paced, with the messages due in its measured phase. */
    Stored asked(long perSecond) {
        return with(parts -> {
            parts.due = Optional.of(Samples.changed(DueMessages.NONE, Map.of("messages", perSecond * SECONDS)));
            parts.conditions = Optional.of(
                    Samples.changed(VerdictInputs.UNKNOWN, Map.of("intendedPerSecond", (double) perSecond)));
        });
    }

    Stored failed(String cause) {
        return with(parts -> parts.outcome = Outcome.failed(cause));
    }

    Stored marked(RunMark.Kind kind) {
        return new Stored(
                result, baseMs, isUnfinished, List.of(new RunMark(kind, "somebody knows why", Instant.EPOCH)));
    }

    RunSummary summary() {
        long base = Math.round(baseMs * MS);
        Percentiles percentiles = Samples.percentiles(
                result.totals().received(), (double) base, base, base, 2 * base, 4 * base, 4 * base, 4 * base);
        return new RunSummary(
                Path.of("runs", result.runId()),
                result,
                Map.of(Latency.RESPONSE.tag(), isUnfinished ? open(percentiles) : percentiles),
                marks,
                Optional.empty());
    }

    private static Percentiles open(Percentiles exact) {
        Map<Percentile, LatencyRange> ranges = new EnumMap<>(exact.ranges());
        for (Percentile percentile : List.of(Percentile.P99, Percentile.P999)) {
            ranges.put(percentile, LatencyRange.atLeast(exact.lowNs(percentile)));
        }
        return Samples.changed(exact, Map.of("ranges", ranges, "unfinishedCount", exact.count() / 50));
    }

    /** Runs by name, rate and milliseconds, 1 where these are left out, like {@code a1 1000, a2 1001 1.3}. */
    static Side side(String name, String runs) {
        return side(
                name,
                Stream.of(runs.split(", ", -1))
                        .map(run -> (run + " 1").split(" ", -1))
                        .map(run -> run(run[0], Long.parseLong(run[1]), Double.parseDouble(run[2])))
                        .toArray(Stored[]::new));
    }

    static Side side(String name, Stored... runs) {
        return Side.of(name, Stream.of(runs).map(Stored::summary).toList());
    }
}
