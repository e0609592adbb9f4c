package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of a study: a row for each cell and step, with the median of its rounds. */
public record StudyTable(Study study, StudyResult result) {

    /** Name of the column with the outcomes of runs or claims. */
    static final String OUTCOME = "outcome";

    record Row(Map<String, String> values, List<Trial.StepResult> results) {}

    /** All rows with a result, in the order of the file. */
    List<Row> rows() {
        List<String> axes = study.dimensions().stream().map(Study.Axis::name).toList();
        return study.combinations(axes).stream()
                .map(values -> new Row(values, result.results(values)))
                .filter(row -> !row.results.isEmpty())
                .toList();
    }

    List<String> head() {
        return head(Figure::name);
    }

    /** Titles of the columns, in words. */
    List<String> titles() {
        return head(Figure::title);
    }

    /** Axes that name a row. */
    List<String> axes() {
        return study.varied();
    }

    /** Values of the varied axes in a row. */
    List<String> names(Row row) {
        return axes().stream()
                .flatMap(axis -> Optional.ofNullable(row.values.get(axis)).stream())
                .toList();
    }

    private List<String> head(Function<Figure, String> measure) {
        List<String> head = new ArrayList<>(axes());
        measures().stream().map(measure).forEach(head::add);
        head.add(OUTCOME);
        return head;
    }

    /** Figures of the columns: those of the file, and the cost if the runs have a price. */
    private List<Figure> measures() {
        Set<Figure> measures = new LinkedHashSet<>(study.output().table());
        if (result.spread(Map.of(), Figures.COST_PER_MILLION.name()).count() > 0) {
            measures.add(Figures.COST_PER_MILLION);
        }
        return List.copyOf(measures);
    }

    List<String> cells(Row row) {
        List<String> cells = new ArrayList<>(names(row));
        for (Figure measure : measures()) {
            Spread spread = result.spread(row.values, measure.name());
            boolean marked = row.results.stream().anyMatch(step -> Measures.isMarked(step.measures(), measure.name()));
            cells.add((marked ? "~" : "") + text(measure, spread));
        }
        cells.add(outcome(row));
        return cells;
    }

    static String text(Figure measure, Spread spread) {
        return spread.count() == 0 ? "\u2013" : spread.textWithEnds(measure.unit());
    }

    /** Outcomes of the rounds of a row, each once. */
    static String outcome(Row row) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Trial.StepResult step : row.results) {
            String one = step.success() ? step.verdict() : step.outcome();
            counts.merge(one, 1, Integer::sum);
        }
        List<String> words = new ArrayList<>();
        counts.forEach((outcome, count) ->
                words.add(row.results.size() == 1 || counts.size() == 1 ? outcome : count + " x " + outcome));
        return String.join("; ", words);
    }

    /** The claims of the source with their outcomes; empty if the runs cannot decide any. */
    Optional<SideTable> claims() {
        List<ClaimResult> measured = result.claims().stream()
                .filter(claim -> !ClaimDecision.BESIDE_THE_RUNS.contains(claim.why()))
                .toList();
        int others = result.claims().size() - measured.size();
        List<List<String>> cells = measured.stream()
                .map(claim -> List.of(
                        claim.claim(),
                        claim.source(),
                        claim.here(),
                        claim.outcome().word(),
                        claim.why()))
                .toList();
        return Optional.of(new SideTable(
                        "Claims of the source",
                        5,
                        List.of("the source says", "its figure", "here (interval)", OUTCOME, "why"),
                        cells,
                        "In brackets: 95 % interval of the mean over the rounds, for all claims together."
                                + (others == 0
                                        ? ""
                                        : " Claims about cells that were not run, or about the full size: " + others
                                                + ".")))
                .filter(claims -> !cells.isEmpty());
    }

    /** The claims for programs: a row for each, with its condition and interval. */
    String claimsCsv() {
        List<Column<ClaimResult>> columns = List.of(
                Column.of("claim", ClaimResult::claim),
                Column.of("source", ClaimResult::source),
                Column.of("condition", ClaimResult::condition),
                Column.of(OUTCOME, claim -> claim.outcome().word()),
                Column.of("why", ClaimResult::why),
                new Column<>("value", ClaimResult::value),
                new Column<>("low", ClaimResult::low),
                new Column<>("high", ClaimResult::high),
                Column.of("unit", ClaimResult::unit),
                Column.of("rounds", ClaimResult::rounds));
        return Grid.of(result.claims(), columns).csv();
    }

    /** Further tables: pivots, safe buffers, and the extrapolation. */
    List<SideTable> beside() {
        List<SideTable> tables = new ArrayList<>(Pivots.of(study, result));
        SafeBuffers.of(study, result).ifPresent(tables::add);
        study.output()
                .extrapolate()
                .flatMap(rate -> Extrapolation.of(this, rate))
                .ifPresent(tables::add);
        return tables;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>(grid().lines());
        Stream.concat(beside().stream(), claims().stream()).forEach(table -> {
            lines.add("");
            lines.addAll(table.lines());
        });
        return lines;
    }

    public String markdown() {
        int axes = axes().size();
        int last = head().size() - 1;
        return claims().map(claims -> claims.markdown().stripLeading() + "\n").orElse("")
                + grid().markdown(column -> column >= axes && column < last).stripTrailing() + "\n"
                + beside().stream().map(SideTable::markdown).collect(Collectors.joining());
    }

    private Grid grid() {
        return Grid.ofTexts(head(), rows().stream().map(this::cells).toList());
    }

    /** CSV for programs: a row for each run, with all its figures. */
    public String csv() {
        Set<String> measured = new TreeSet<>();
        result.trials().forEach(trial -> trial.steps()
                .forEach(step -> measured.addAll(step.measures().keySet())));
        Set<String> measures = new LinkedHashSet<>(Figures.of(Use.STUDY).stream()
                .map(Figure::name)
                .filter(measured::contains)
                .toList());
        measures.addAll(measured);
        List<String> axes = study.axes().stream().map(Study.Axis::name).toList();
        List<String> columns = new ArrayList<>(axes);
        columns.addAll(List.of(Study.STEP, "round", OUTCOME, "verdict", "reach", "run"));
        columns.addAll(measures);
        List<List<Optional<Object>>> rows = new ArrayList<>();
        for (Trial trial : result.trials()) {
            for (Trial.StepResult step : trial.steps()) {
                List<Optional<Object>> row = new ArrayList<>();
                axes.forEach(axis -> row.add(Optional.ofNullable(trial.cell().get(axis))));
                row.add(Optional.of(step.step()));
                row.add(Optional.of(trial.round()));
                row.add(Optional.of(step.outcome()));
                row.add(Optional.of(step.level()));
                row.add(Optional.of(step.verdict().replaceFirst("^[A-Z]+( to )?", "")));
                row.add(step.run().map(name -> name));
                measures.forEach(
                        measure -> row.add(Optional.ofNullable(step.measures().get(measure))));
                rows.add(row);
            }
        }
        return new Grid(columns, rows).csv();
    }
}
