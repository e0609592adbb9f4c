package dev.dyno.cli.history;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Unit;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.history.History;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunSummary;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Stored runs as a table. */
public final class HistoryList {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final MathContext DIGITS = new MathContext(3);

    private HistoryList() {}

    private static final List<Column<RunSummary>> FOR_PEOPLE = new ArrayList<>(List.of(
            Column.of("time (UTC)", run -> TIME.format(run.result().started())),
            Column.of("run", run -> run.result().shortId()),
            Column.of("name", run -> run.result().name()),
            new Column<>("load", RunSummary::load),
            new Column<>("broker", HistoryList::broker),
            new Column<>("driver", RunSummary::driver)));

    private static final List<Column<RunSummary>> FOR_PROGRAMS = new ArrayList<>(List.of(
            Column.of("run", RunSummary::folderName),
            Column.of("run_id", run -> run.result().runId()),
            Column.of("started", run -> run.result().started().toString()),
            Column.of("name", run -> run.result().name()),
            new Column<>("broker", RunSummary::broker),
            new Column<>("broker_version", RunSummary::brokerVersion),
            new Column<>("driver", RunSummary::driver),
            figure(Figures.SENT_RATE),
            figure(Figures.RECEIVED_RATE)));

    private static final Column<RunSummary> LATENCY =
            new Column<>("latency", run -> run.numbers().headline().map(Latency::tag));

    private static final Column<RunSummary> TAGS =
            Column.of("tags", run -> run.result().configured().tagText());

    static {
        for (Figure figure : Figures.of(Use.HISTORY)) {
            boolean rate = figure == Figures.LOAD_RATE;
            FOR_PEOPLE.add(shown(figure));
            if (rate) {
                FOR_PEOPLE.add(LATENCY);
            }
            FOR_PROGRAMS.add(rate ? LATENCY : figure(figure));
        }
        FOR_PEOPLE.add(Column.of(
                "verdict", run -> run.verdict().text() + (RunFolder.isFinished(run.folder()) ? "" : " (partial)")));
        FOR_PEOPLE.add(TAGS);
        FOR_PEOPLE.add(Column.of("mark", run -> run.mark().map(RunMark::text).orElse("")));
        FOR_PROGRAMS.addAll(List.of(
                Column.of("success", run -> run.result().outcome().success()),
                Column.of("verdict", run -> run.verdict().level().toString()),
                new Column<>("reach", run -> run.verdict().reach().map(Percentile::title)),
                Column.of("marks", run -> FigureMark.words(run.verdict().marks())),
                TAGS,
                new Column<>("mark", run -> run.mark().map(mark -> mark.kind().word())),
                new Column<>("comment", run -> run.mark().map(RunMark::comment)),
                new Column<>(
                        "marked_at", run -> run.mark().map(mark -> mark.at().toString())),
                new Column<>("command_line", run -> run.given().map(CommandRecord::line))));
    }

    /** Column of a figure with all digits, times in ns. */
    private static Column<RunSummary> figure(Figure figure) {
        String ending =
                figure.unit() == Unit.NANOSECONDS ? "_ns" : figure.unit().ending();
        return new Column<>(figure.column("_", ending), run -> run.value(figure)
                .map(value -> figure.is(Use.WHOLE) ? (Object) value.longValue() : value));
    }

    /** Column of a figure for users. */
    private static Column<RunSummary> shown(Figure figure) {
        Unit unit = figure.unit();
        String name = figure.name() + (unit == Unit.PER_SECOND ? "/s" : " " + unit.inTables());
        return new Column<>(name.strip(), run -> run.value(figure)
                .map(value -> rounded(unit, value))
                .map(value -> figure.mark(run.numbers()).isPresent() ? new Grid.Marked(value) : value));
    }

    /** Rounds for people: times to ms with three decimals, other values to three digits, or to a whole number from 100 on. */
    private static Object rounded(Unit unit, double value) {
        if (unit == Unit.NANOSECONDS) {
            return Math.round(unit.inTables(value) * 1e3) / 1e3;
        }
        return value < 100 ? (Object) BigDecimal.valueOf(value).round(DIGITS).doubleValue() : Math.round(value);
    }

    static Optional<String> broker(RunSummary run) {
        return run.broker()
                .map(name -> run.brokerVersion().map(v -> name + ' ' + v).orElse(name));
    }

    public static List<String> lines(List<RunSummary> runs) {
        List<Column<RunSummary>> columns = new ArrayList<>(FOR_PEOPLE);
        if (runs.stream().allMatch(run -> run.result().configured().tags().isEmpty())) {
            columns.remove(TAGS);
        }
        return runs.isEmpty() ? List.of() : Grid.of(runs, columns).lines();
    }

    /** Table for CSV and JSON: with unrounded numbers. */
    public static Grid grid(List<RunSummary> runs) {
        return Grid.of(runs, FOR_PROGRAMS);
    }

    /** Notes about the number of runs in the list, and about those that it does not show. */
    public static List<String> notes(History history, List<RunSummary> shown, HistoryFilter filter, Path place) {
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
            notes.add("Without an end, killed or still in progress: " + String.join(", ", history.unfinished()) + ".");
        }
        return notes;
    }
}
