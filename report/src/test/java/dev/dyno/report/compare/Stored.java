package dev.dyno.report.compare;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.store.RunSummary;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stored runs of ten seconds, made up: a rate and latencies of 1, 2 and 4 times a base.
 *
 * @param started in seconds; of runs that are called a1, b1, a2, b2, …, in this order
 */
record Stored(
        String id,
        long started,
        long perSecond,
        double baseMs,
        Map<String, String> card,
        Map<String, String> environment,
        Map<String, Object> config,
        Outcome outcome,
        List<Finding> reasons,
        List<RunMark> marks) {

    private static final long SECONDS = 10;
    private static final double MS = 1e6;

    static Stored run(String id, long perSecond, double baseMs) {
        String number = id.replaceAll("\\D", "");
        return new Stored(
                id,
                (number.isEmpty() ? 0 : 2 * Long.parseLong(number)) + (id.startsWith("b") ? 1 : 0),
                perSecond,
                baseMs,
                Map.of("persistent", "yes"),
                Map.of("processors", "2"),
                Map.of(
                        "producers",
                        List.of(Map.of("load", "all-out")),
                        "producerTarget",
                        Map.of("url", "tcp://" + id, "driver", "jms")),
                Outcome.SUCCESS,
                List.of(),
                List.of());
    }

    Stored with(Map<String, String> newCard, Map<String, String> newEnvironment, Map<String, Object> newConfig) {
        return new Stored(id, started, perSecond, baseMs, newCard, newEnvironment, newConfig, outcome, reasons, marks);
    }

    Stored at(long seconds) {
        return new Stored(id, seconds, perSecond, baseMs, card, environment, config, outcome, reasons, marks);
    }

    Stored card(String fact, String value) {
        return with(Map.of("persistent", "yes", fact, value), environment, config);
    }

    Stored driver(String name) {
        return with(card, environment, Map.of("producerTarget", Map.of("url", "tcp://" + id, "driver", name)));
    }

    Stored reason(Verdict.Level level, String code) {
        return new Stored(
                id,
                started,
                perSecond,
                baseMs,
                card,
                environment,
                config,
                outcome,
                List.of(Finding.of(level, code, "It was so.")),
                marks);
    }

    Stored failed(String cause) {
        return new Stored(
                id, started, perSecond, baseMs, card, environment, config, Outcome.failed(cause), reasons, marks);
    }

    Stored marked(RunMark.Kind kind) {
        return new Stored(
                id,
                started,
                perSecond,
                baseMs,
                card,
                environment,
                config,
                outcome,
                reasons,
                List.of(new RunMark(kind, "somebody knows why", Instant.EPOCH)));
    }

    RunSummary summary() {
        long messages = perSecond * SECONDS;
        Counts counts = new Counts(messages, 0, messages, messages, 0, 0, 0, 0, 0, 0);
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = id;
        parts.name = "load";
        parts.started = Instant.ofEpochSecond(started);
        parts.measuredNs = SECONDS * 1_000_000_000;
        parts.seed = 1;
        parts.config = config;
        parts.environment = environment;
        parts.semantics = new DriverSemantics(card);
        parts.outcome = outcome;
        parts.totals = counts;
        parts.measured = counts;
        parts.worker = new WorkerUsage(SECONDS, 1, 0, Optional.empty());
        parts.resources = List.of(new ResourceSummary("worker", Map.of(), Map.of(ResourceSummary.CPU_US, 20.0)));
        parts.ledger = new LedgerCounts(messages, messages, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        parts.verdict = Verdict.of(reasons);
        RunResult result = parts.result();
        return new RunSummary(
                Path.of("runs", id),
                result,
                Map.of(Latency.RESPONSE.tag(), percentiles(messages)),
                marks,
                Optional.empty());
    }

    private Percentiles percentiles(long messages) {
        long base = Math.round(baseMs * MS);
        return new Percentiles(messages, base, base, base, 2 * base, 4 * base, 4 * base, 4 * base);
    }

    static Side side(String name, Stored... runs) {
        return Side.of(name, List.of(runs).stream().map(Stored::summary).toList());
    }
}
