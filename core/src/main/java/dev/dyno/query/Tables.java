package dev.dyno.query;

import dev.dyno.history.RunFacts;
import dev.dyno.query.Table.Column;
import dev.dyno.report.IntervalSummary;
import dev.dyno.report.RunMark;
import dev.dyno.report.RunSummary;
import dev.dyno.result.Counts;
import dev.dyno.result.Latency;
import dev.dyno.result.Percentiles;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables that stored runs are. Times are seconds from the start of the load, latencies milliseconds. */
final class Tables {

    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final String RUN = "name of the run's folder, the same in all tables";

    private Tables() {}

    /** A row of {@link #INTERVALS}. */
    record RunInterval(String run, IntervalSummary interval) {

        /** Those of the warmup's own seconds are the warmup's. */
        private Map<String, Percentiles> latencies() {
            return interval.latencies().isEmpty() ? interval.warmupLatencies() : interval.latencies();
        }
    }

    /** A row of {@link #RESOURCES}. */
    record RunValue(String run, ResourceSample sample, String metric, double value) {}

    /** A row of {@link #SETTINGS}. */
    record RunSetting(String run, String kind, String name, String value) {}

    static final Table<RunSummary> RUNS = new Table<>("runs", "a row for each run that has ended", columnsOfRuns());
    static final Table<RunInterval> INTERVALS =
            new Table<>("intervals", "a row for each second of each run", columnsOfIntervals());
    static final Table<RunValue> RESOURCES = new Table<>(
            "resources",
            "a row for each figure of each second of broker, worker, host and others",
            List.of(
                    Column.text("run", RUN, row -> Optional.of(row.run)),
                    Column.text(
                            "subject",
                            "broker, worker, host or a page of metrics",
                            row -> Optional.of(row.sample.subject())),
                    Column.text(
                            "phase",
                            "WARMUP, MEASURE or DRAIN",
                            row -> Optional.of(row.sample.phase().name())),
                    Column.real("start_s", "when it begins", row -> Optional.of(row.sample.startNs() / NS_PER_S)),
                    Column.real("end_s", "when it ends", row -> Optional.of(row.sample.endNs() / NS_PER_S)),
                    Column.text("metric", "as rss-bytes, cpu-cores or heap-used-bytes", row -> Optional.of(row.metric)),
                    Column.real("value", "in the unit that the metric's name says", row -> Optional.of(row.value))));
    static final Table<RunSetting> SETTINGS = new Table<>(
            "settings",
            "a row for each thing that was set or found out before a run",
            List.of(
                    Column.text("run", RUN, row -> Optional.of(row.run)),
                    Column.text("kind", "config, semantics or environment", row -> Optional.of(row.kind)),
                    Column.text(
                            "name",
                            "as producers[0].messageSize, acknowledged by or processors",
                            row -> Optional.of(row.name)),
                    Column.text("value", "as text", row -> Optional.of(row.value))));

    static final List<Table<?>> ALL = List.of(RUNS, INTERVALS, RESOURCES, SETTINGS);

    private static List<Column<RunSummary>> columnsOfRuns() {
        List<Column<RunSummary>> columns = new ArrayList<>();
        columns.add(Column.text("run", RUN, row -> Optional.of(row.folderName())));
        columns.add(fact("id", "the beginning of its id, as dyno history shows it", f -> Optional.of(f.shortId())));
        columns.add(Column.text(
                "started",
                "start of the load, UTC",
                row -> Optional.of(row.result().started().toString())));
        columns.add(Column.text(
                "name", "name of the workload", row -> Optional.of(row.result().name())));
        columns.add(fact("broker", "name of the broker", RunFacts::broker));
        columns.add(fact("broker_version", "of a broker that Dyno started", RunFacts::brokerVersion));
        columns.add(fact("driver", "through which it was loaded", RunFacts::driver));
        columns.add(
                seconds("warmup_s", "length of the warmup", row -> row.result().warmupNs()));
        columns.add(seconds("measured_s", "length of the measured phase", row -> row.result()
                .measuredNs()));
        columns.add(seconds("drain_s", "from the end of the load to the last delivery", row -> row.result()
                .drainNs()));
        columns.add(rate("sent_per_s", "sent a second in the measured phase", Counts::sent));
        columns.add(rate("acknowledged_per_s", "acknowledged a second in the measured phase", Counts::acknowledged));
        columns.add(rate("received_per_s", "received a second in the measured phase", Counts::received));
        columns.add(
                fact("latency", "which latency p50_ms to max_ms are of: end-to-end, or what there is", f -> f.headline()
                        .map(Latency::tag)));
        columns.add(headline("p50_ms", "median of that latency, ms", Percentiles::p50Ns));
        columns.add(headline("p90_ms", "90th percentile", Percentiles::p90Ns));
        columns.add(headline("p99_ms", "99th percentile", Percentiles::p99Ns));
        columns.add(headline("p99_9_ms", "99.9th percentile", Percentiles::p999Ns));
        columns.add(headline("p99_99_ms", "99.99th percentile", Percentiles::p9999Ns));
        columns.add(headline("max_ms", "maximum", Percentiles::maxNs));
        columns.add(Column.yes("success", "1 if it ran to its end, or was stopped in good order", row -> row.result()
                .outcome()
                .success()));
        columns.add(Column.text(
                "cause", "why it failed", row -> row.result().outcome().cause()));
        columns.add(fact(
                "verdict",
                "VALID, SUSPECT or INVALID, with its mark",
                f -> Optional.of(f.verdict().toString())));
        columns.add(Column.text(
                "reasons",
                "codes of the verdict's reasons, worst first",
                row -> Optional.of(row.result().verdict().reasons().stream()
                        .map(Verdict.Reason::code)
                        .collect(Collectors.joining(",")))));
        columns.add(Column.text("mark", "valid, invalid or retired", row -> row.mark()
                .map(m -> m.kind().word())));
        columns.add(Column.text("comment", "that of the mark", row -> row.mark().map(RunMark::comment)));
        columns.add(total("sent", "messages in all, warmup and drain included", Counts::sent));
        columns.add(total("blocked", "of these, those that had to wait", Counts::blocked));
        columns.add(total("acknowledged", "acknowledged", Counts::acknowledged));
        columns.add(total("received", "received", Counts::received));
        columns.add(total("failed", "sends that failed", Counts::failed));
        columns.add(total("skipped", "slots of the schedule that were left out", Counts::skipped));
        columns.add(Column.number(
                "expected", "deliveries owed", row -> row.result().ledger().expected()));
        columns.add(Column.number(
                "delivered", "of those, what came", row -> row.result().ledger().delivered()));
        columns.add(Column.number(
                "undelivered",
                "deliveries owed that did not arrive by the end of the drain",
                row -> row.result().ledger().undelivered()));
        columns.add(Column.number("in_broker", "of those, still in the broker by its own word", row -> row.result()
                .ledger()
                .inBroker()));
        columns.add(
                Column.number("fate_unknown", "of those, the ones that the broker said nothing of", row -> row.result()
                        .ledger()
                        .fateUnknown()));
        columns.add(new Column<>(
                "lost", Table.Type.INTEGER, "lost messages; NULL if that cannot be judged", row -> RunFacts.of(row)
                        .lost()));
        columns.add(Column.number("duplicate", "duplicate deliveries", row -> row.result()
                .ledger()
                .duplicate()));
        columns.add(Column.number("reordered", "deliveries out of order", row -> row.result()
                .ledger()
                .reordered()));
        columns.add(Column.number(
                "corrupt", "damaged messages", row -> row.result().ledger().corrupt()));
        columns.add(Column.number("in_doubt", "sends of unknown fate", row -> row.result()
                .ledger()
                .inDoubt()));
        columns.add(Column.number("faults", "what was done to the broker, how often", row ->
                (long) row.result().faults().size()));
        columns.addAll(LatencyColumns.of(RunSummary::latencies));
        return columns;
    }

    private static List<Column<RunInterval>> columnsOfIntervals() {
        List<Column<RunInterval>> columns = new ArrayList<>();
        columns.add(Column.text("run", RUN, row -> Optional.of(row.run)));
        columns.add(Column.number("second", "from 0", row -> (long) row.interval.index()));
        columns.add(Column.text(
                "phase",
                "WARMUP, MEASURE or DRAIN",
                row -> Optional.of(row.interval.phase().name())));
        columns.add(seconds("start_s", "when it begins", row -> row.interval.startNs()));
        columns.add(seconds("end_s", "when it ends", row -> row.interval.endNs()));
        columns.add(count("sent", "messages handed to the client library", Counts::sent));
        columns.add(count("blocked", "of these, those that had to wait", Counts::blocked));
        columns.add(count("acknowledged", "acknowledged", Counts::acknowledged));
        columns.add(count("received", "received", Counts::received));
        columns.add(count("failed", "sends that failed", Counts::failed));
        columns.add(count("skipped", "slots of the schedule that were left out", Counts::skipped));
        columns.addAll(LatencyColumns.of(RunInterval::latencies));
        return columns;
    }

    private static Column<RunSummary> fact(String name, String meaning, Function<RunFacts, Optional<String>> fact) {
        return Column.text(name, meaning, row -> fact.apply(RunFacts.of(row)));
    }

    private static Column<RunSummary> rate(String name, String meaning, Function<Counts, Long> events) {
        return Column.real(name, meaning, row -> RunFacts.of(row)
                .perSecond(events.apply(row.result().measured())));
    }

    private static Column<RunSummary> headline(String name, String meaning, Function<Percentiles, Long> ns) {
        return Column.real(
                name, meaning, row -> RunFacts.of(row).headlineValues().map(ns).map(value -> value / NS_PER_MS));
    }

    private static Column<RunSummary> total(String name, String meaning, Function<Counts, Long> events) {
        return Column.number(name, meaning, row -> events.apply(row.result().totals()));
    }

    private static Column<RunInterval> count(String name, String meaning, Function<Counts, Long> events) {
        return Column.number(name, meaning, row -> events.apply(row.interval.counts()));
    }

    private static <T> Column<T> seconds(String name, String meaning, Function<T, Long> ns) {
        return Column.real(name, meaning, row -> Optional.of(ns.apply(row) / NS_PER_S));
    }
}
