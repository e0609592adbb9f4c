package dev.dyno.report.query;

import static dev.dyno.report.query.Table.Type.REAL;
import static dev.dyno.report.query.Table.Type.TEXT;

import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.Unit;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.query.Table.Column;
import dev.dyno.report.store.CapacityFile;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Tables of stored runs. Times are seconds from the start of the load, latencies milliseconds. */
final class Tables {

    private Tables() {}

    /** A row of {@link #GROUPS}. */
    private record Group(String name, Numbers numbers) {}

    /** A row of {@link #RESOURCES}. */
    record Value(ResourceSample sample, String metric, double value) {}

    /** A row of {@link #SETTINGS}. */
    private record Setting(String kind, String name, String value) {}

    /** A row of {@link #STEPS}. */
    private record Step(int number, CapacityStep step, List<String> objectives) {

        /** Lower (-1) or upper (1) end of the interval of the backlog's change, in messages a second; empty if unknown. */
        private Optional<Double> growth(int sign) {
            return step.backlogErrorPerSecond().stream()
                    .mapToObj(error -> step.backlogPerSecond() + sign * error)
                    .findFirst();
        }

        /** Index of the objective with the largest share of messages beyond its limit, or the largest mean. */
        private Optional<Integer> worst() {
            return IntStream.range(0, step.shares().size())
                    .boxed()
                    .filter(i -> !Double.isNaN(step.shares().get(i).value()))
                    .max(Comparator.comparingDouble(i -> step.shares().get(i).value()));
        }
    }

    /** A row of {@link #HISTOGRAMS}. */
    private record Bucket(Latency latency, long valueNs, long count, boolean unfinished) {}

    /** A row of {@link #NOTES}. */
    private record Note(Finding finding, String sentence) {}

    private static final Table<RunSummary> RUNS = new Table<>(
            "runs", "a row for each run; one without an end has the reason partial", List::of, columnsOfRuns());
    static final Table<Interval> INTERVALS = new Table<>(
            "intervals",
            "a row for each second of each run",
            run -> new RunFolderReader(run.folder()).briefIntervals(),
            columnsOfIntervals());
    static final Table<Value> RESOURCES = new Table<>(
            "resources",
            "a row for each figure of each second of broker, worker, host and others",
            Tables::values,
            List.of(
                    Column.text("subject", "broker, worker, host or a page of metrics", row -> row.sample.subject()),
                    Column.word("phase", "WARMUP, MEASURE or DRAIN", row -> row.sample.phase()),
                    Column.seconds("start_s", "when it begins", row -> row.sample.startNs()),
                    Column.seconds("end_s", "when it ends", row -> row.sample.endNs()),
                    Column.text("metric", "like rss-bytes or heap-used-bytes", Value::metric),
                    Column.real("value", "in the unit that the metric's name says", Value::value)));

    private static final Table<Setting> SETTINGS = new Table<>(
            "settings",
            "a row for each thing that was set or found out before a run",
            Tables::settings,
            List.of(
                    Column.text("kind", "config, semantics or environment", Setting::kind),
                    Column.text("name", "like producers[0].messageSize, acknowledged by or processors", Setting::name),
                    Column.text("value", "as text", Setting::value)));

    private static final Table<Note> NOTES = new Table<>(
            "notes",
            "a row for each reason of a verdict, and for each note on the numbers",
            run -> run.verdict().findings().stream()
                    .map(finding -> new Note(finding, run.text().of(finding)))
                    .toList(),
            List.of(
                    Column.word("level", "INVALID, SUSPECT or NOTE", row -> row.finding.level()),
                    Column.text("code", "dyno explain CODE says more", row -> row.finding.code()),
                    Column.text("sentence", "as on the console", Note::sentence)));

    private static final Table<Step> STEPS = new Table<>(
            "steps",
            "a row for each rate that a search for the capacity has asked",
            Tables::steps,
            List.of(
                    Column.number("step", "from 0", row -> (long) row.number),
                    Column.word("purpose", "GROW, HOLD, DRAIN or CONFIRM", row -> row.step.purpose()),
                    Column.real("asked_per_s", "messages a second asked", row -> row.step.perSecond()),
                    Column.real("achieved_per_s", "messages a second done", row -> row.step.achievedPerSecond()),
                    Column.real(
                            "growth_per_s", "change of the messages outstanding", row -> row.step.backlogPerSecond()),
                    new Column<>("growth_low_per_s", REAL, "lower end of its interval", row -> row.growth(-1)),
                    new Column<>("growth_high_per_s", REAL, "upper end of its interval", row -> row.growth(1)),
                    Column.seconds("start_s", "when it begins", row -> row.step.fromNs()),
                    Column.seconds(
                            "counted_from_s", "from when on seconds were counted", row -> row.step.countedFromNs()),
                    Column.seconds("end_s", "when it ends", row -> row.step.toNs()),
                    Column.word("decision", "MET, MISSED or UNDECIDED", row -> row.step.decision()),
                    Column.text("why", "reason of the decision", row -> row.step.why()),
                    new Column<>(
                            "objective", TEXT, "the one with the largest share beyond its limit", row -> row.worst()
                                    .map(row.objectives::get)),
                    new Column<>("beyond", REAL, "that share, or the mean in ns of one about a mean", row -> row.worst()
                            .map(i -> row.step.shares().get(i).value()))));

    private static final Table<Bucket> HISTOGRAMS = new Table<>(
            "histograms",
            "a row for each value of a latency in the measured phase, to three digits",
            Tables::buckets,
            List.of(
                    Column.text("latency", "like end-to-end", row -> row.latency.tag()),
                    Column.real(
                            "value_ms",
                            "highest value that is equal to three digits",
                            row -> Unit.NANOSECONDS.inTables((double) row.valueNs)),
                    Column.number("count", "messages", Bucket::count),
                    Column.yes("unfinished", "1 if the value is a lower bound, otherwise 0", Bucket::unfinished)));

    private static final Table<Group> GROUPS = new Table<>(
            "groups",
            "a row for each group with a name of each run",
            run -> run.result().groups().keySet().stream()
                    .flatMap(name -> run.numbers().groups().apply(name).stream().map(own -> new Group(name, own)))
                    .toList(),
            columnsOfGroups());

    static final List<Table<?>> ALL = List.of(RUNS, GROUPS, INTERVALS, RESOURCES, SETTINGS, NOTES, STEPS, HISTOGRAMS);

    private static List<Value> values(RunSummary run) throws IOException {
        List<Value> rows = new ArrayList<>();
        for (ResourceSample sample : new RunFolderReader(run.folder()).resources()) {
            sample.values().forEach((metric, value) -> rows.add(new Value(sample, metric, value)));
        }
        return rows;
    }

    private static List<Setting> settings(RunSummary run) {
        List<Setting> rows = new ArrayList<>();
        run.result().configured().flat().forEach((name, value) -> rows.add(new Setting("config", name, value)));
        run.result().semantics().facts().forEach((name, value) -> rows.add(new Setting("semantics", name, value)));
        run.result().environment().forEach((name, value) -> rows.add(new Setting("environment", name, value)));
        return rows;
    }

    private static List<Step> steps(RunSummary run) throws IOException {
        List<Step> rows = new ArrayList<>();
        CapacityFile.read(run.folder()).map(CapacityFile::capacity).ifPresent(capacity -> capacity.steps()
                .forEach(step -> rows.add(new Step(rows.size(), step, capacity.objectives()))));
        return rows;
    }

    private static List<Bucket> buckets(RunSummary run) throws IOException {
        List<Bucket> rows = new ArrayList<>();
        Latencies all = new RunFolderReader(run.folder()).withHistograms().latencies();
        all.asMap().forEach((latency, values) -> add(latency, values, false, rows));
        all.unfinishedAsMap().forEach((latency, values) -> add(latency, values, true, rows));
        return rows;
    }

    private static void add(Latency latency, Histogram values, boolean unfinished, List<Bucket> rows) {
        values.recordedValues()
                .forEach(value -> rows.add(new Bucket(
                        latency, value.getValueIteratedTo(), value.getCountAtValueIteratedTo(), unfinished)));
    }

    private static List<Column<Group>> columnsOfGroups() {
        List<Column<Group>> columns = new ArrayList<>();
        columns.add(Column.text("name", "of the group", Group::name));
        Figures.of(Use.RESULT).stream()
                .filter(figure -> figure.is(Use.INTERVAL) || figure.is(Use.LEDGER))
                .forEach(figure -> columns.add(Column.figure(figure, Group::numbers)));
        columns.addAll(LatencyColumns.of(Group::numbers));
        columns.addAll(LatencyColumns.marks(Group::numbers));
        return columns;
    }

    private static List<Column<RunSummary>> columnsOfRuns() {
        List<Column<RunSummary>> columns = new ArrayList<>(columnsOfHeads());
        figures(Use.RESULT, RunSummary::numbers, columns);
        columns.add(new Column<>(
                "latency",
                TEXT,
                "which latency p50_ms to max_ms are of: end-to-end, or what there is",
                row -> row.numbers().headline().map(Latency::tag)));
        for (Figure figure : Figures.HEADLINE) {
            columns.add(Column.figure(figure, RunSummary::numbers));
            if (!figure.name().equals("max")) {
                columns.add(LatencyColumns.mark(figure, RunSummary::numbers));
            }
        }
        columns.addAll(columnsOfOutcomes());
        columns.addAll(LatencyColumns.of(RunSummary::numbers));
        columns.addAll(LatencyColumns.marks(RunSummary::numbers));
        return columns;
    }

    /** Columns that identify a run. */
    private static List<Column<RunSummary>> columnsOfHeads() {
        return List.of(
                Column.text("id", "the beginning of its id, as dyno history shows it", row -> row.result()
                        .shortId()),
                Column.text("started", "start of the load, UTC", row -> row.result()
                        .started()
                        .toString()),
                Column.text("name", "name of the workload", row -> row.result().name()),
                new Column<>("broker", TEXT, "name of the broker", RunSummary::broker),
                new Column<>(
                        "broker_version",
                        TEXT,
                        "of the recipe, or as reported by the broker",
                        RunSummary::brokerVersion),
                new Column<>("driver", TEXT, "through which it was loaded", RunSummary::driver),
                Column.text(
                        "tags",
                        "like commit=3f2a91c,branch=main; in the table settings each as tags.commit",
                        row -> row.result().configured().tagText()),
                Column.seconds(
                        "warmup_s", "length of the warm-up", row -> row.result().warmupNs()),
                Column.seconds("measured_s", "length of the measured phase", row -> row.result()
                        .measuredNs()),
                Column.seconds("drain_s", "from the end of the load until nothing was waited for", row -> row.result()
                        .drainNs()));
    }

    /** Columns of the end of a run, its verdict, and its mark. */
    private static List<Column<RunSummary>> columnsOfOutcomes() {
        return List.of(
                Column.yes("success", "1 if it ran to its end, or was stopped in good order", row -> row.result()
                        .outcome()
                        .success()),
                new Column<>("cause", TEXT, "why it failed", row -> row.result()
                        .outcome()
                        .cause()),
                Column.text("verdict", "VALID, SUSPECT or INVALID, with its mark", row -> row.verdict()
                        .level()
                        .toString()),
                new Column<>(
                        "reach",
                        TEXT,
                        "the highest percentile up to which response and end-to-end have no mark",
                        row -> row.verdict().reach().map(Percentile::title)),
                Column.text(
                        "marks",
                        "figures that are marked, with the share, like response-p99.9=own:0.33",
                        row -> FigureMark.words(row.verdict().marks())),
                Column.text(
                        "reasons",
                        "codes of the verdict's reasons, worst first; dyno explain CODE says more",
                        row -> row.result().verdict().reasons().stream()
                                .map(Finding::code)
                                .collect(Collectors.joining(","))),
                new Column<>("mark", TEXT, "valid, invalid or retired", row -> row.mark()
                        .map(m -> m.kind().word())),
                new Column<>(
                        "comment", TEXT, "that of the mark", row -> row.mark().map(RunMark::comment)));
    }

    private static List<Column<Interval>> columnsOfIntervals() {
        List<Column<Interval>> columns = new ArrayList<>();
        columns.add(Column.number("second", "from 0", row -> (long) row.index()));
        columns.add(Column.word("phase", "WARMUP, MEASURE or DRAIN", Interval::phase));
        columns.add(Column.seconds("start_s", "when it begins", Interval::startNs));
        columns.add(Column.seconds("end_s", "when it ends", Interval::endNs));
        figures(Use.INTERVAL, Numbers::of, columns);
        columns.addAll(LatencyColumns.of(Numbers::of));
        return columns;
    }

    private static <T> void figures(Use use, Function<T, Numbers> numbers, List<Column<T>> columns) {
        Figures.of(use).forEach(figure -> columns.add(Column.figure(figure, numbers)));
    }
}
