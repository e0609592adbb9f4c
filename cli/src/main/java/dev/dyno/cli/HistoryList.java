package dev.dyno.cli;

import dev.dyno.history.History;
import dev.dyno.history.RunFacts;
import dev.dyno.report.Grid;
import dev.dyno.report.RunMark;
import dev.dyno.report.RunSummary;
import dev.dyno.result.Latency;
import dev.dyno.result.Percentiles;
import dev.dyno.result.RunResult;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Stored runs as a table. */
final class HistoryList {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private HistoryList() {}

    /** For people. */
    static List<String> lines(List<RunSummary> runs) {
        List<List<Optional<Object>>> rows = new ArrayList<>();
        for (RunSummary run : runs) {
            RunFacts facts = RunFacts.of(run);
            rows.add(List.of(
                    Optional.of(TIME.format(run.result().started())),
                    Optional.of(facts.shortId()),
                    Optional.of(run.result().name()),
                    broker(facts).map(Object.class::cast),
                    facts.driver().map(Object.class::cast),
                    facts.ratePerSecond().map(Math::round),
                    facts.headline().map(Latency::tag),
                    millis(facts.headlineValues().map(Percentiles::p50Ns)),
                    millis(facts.headlineValues().map(Percentiles::p99Ns)),
                    facts.lost().map(Object.class::cast),
                    Optional.of(facts.verdict().toString()),
                    Optional.of(run.mark().map(RunMark::text).orElse(""))));
        }
        return rows.isEmpty()
                ? List.of()
                : new Grid(
                                List.of(
                                        "time (UTC)",
                                        "run",
                                        "name",
                                        "broker",
                                        "driver",
                                        "rate/s",
                                        "latency",
                                        "p50 ms",
                                        "p99 ms",
                                        "lost",
                                        "verdict",
                                        "mark"),
                                rows)
                        .lines();
    }

    private static Optional<String> broker(RunFacts facts) {
        return facts.broker()
                .map(name -> facts.brokerVersion().map(v -> name + ' ' + v).orElse(name));
    }

    private static Optional<Object> millis(Optional<Long> ns) {
        return ns.map(value -> Math.round(value / 1e3) / 1e3);
    }

    /** For programs. */
    static Grid grid(List<RunSummary> runs) {
        List<List<Optional<Object>>> rows = new ArrayList<>();
        for (RunSummary run : runs) {
            RunFacts facts = RunFacts.of(run);
            RunResult result = run.result();
            Optional<Percentiles> values = facts.headlineValues();
            rows.add(List.of(
                    Optional.of(run.folderName()),
                    Optional.of(result.runId()),
                    Optional.of(result.started().toString()),
                    Optional.of(result.name()),
                    facts.broker().map(Object.class::cast),
                    facts.brokerVersion().map(Object.class::cast),
                    facts.driver().map(Object.class::cast),
                    facts.perSecond(result.measured().sent()).map(Object.class::cast),
                    facts.perSecond(result.measured().received()).map(Object.class::cast),
                    facts.headline().map(Latency::tag),
                    values.map(Percentiles::p50Ns),
                    values.map(Percentiles::p99Ns),
                    facts.lost().map(Object.class::cast),
                    Optional.of(result.outcome().success()),
                    Optional.of(facts.verdict().toString()),
                    run.mark().map(mark -> mark.kind().word()),
                    run.mark().map(RunMark::comment),
                    run.mark().map(mark -> mark.at().toString())));
        }
        return new Grid(
                List.of(
                        "run",
                        "run_id",
                        "started",
                        "name",
                        "broker",
                        "broker_version",
                        "driver",
                        "sent_per_s",
                        "received_per_s",
                        "latency",
                        "p50_ns",
                        "p99_ns",
                        "lost",
                        "success",
                        "verdict",
                        "mark",
                        "comment",
                        "marked_at"),
                rows);
    }

    /** What the list does not show. */
    static List<String> notes(History history, List<RunSummary> shown, HistoryFilter filter, Path place) {
        List<String> notes = new ArrayList<>();
        int of = history.runs().size();
        notes.add(
                of == 0
                        ? "No run that has ended is stored in " + place + "."
                        : shown.size() + " of " + of + " runs in " + place);
        long retired = history.runs().stream().filter(filter::hides).count();
        if (retired > 0) {
            notes.add(retired + (retired == 1 ? " is" : " are") + " retired and not shown; --all shows "
                    + (retired == 1 ? "it" : "them") + ".");
        }
        if (!history.unfinished().isEmpty()) {
            notes.add("Without an end, killed or still going on: " + String.join(", ", history.unfinished()) + ".");
        }
        return notes;
    }
}
