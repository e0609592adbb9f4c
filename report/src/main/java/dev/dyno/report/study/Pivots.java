package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.report.study.Study.Pivot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tables that a study file asks for: some axes downwards, one across, and in each place the medians of one or more measures. */
record Pivots(Study study, StudyResult result) {

    private static final String BETWEEN = " / ";
    private static final String NOTHING = "\u2013";

    /** Tables with at least one row. */
    static List<SideTable> of(Study study, StudyResult result) {
        Pivots pivots = new Pivots(study, result);
        return study.output().pivots().stream()
                .map(pivots::table)
                .filter(table -> !table.rows().isEmpty())
                .toList();
    }

    private SideTable table(Pivot pivot) {
        // Values without a result are in no cell that the study runs, or are still to be run.
        List<String> across = study.names(pivot.columns()).stream()
                .filter(name -> !result.results(Map.of(pivot.columns(), name)).isEmpty())
                .toList();
        List<String> columns = new ArrayList<>(pivot.rows());
        columns.addAll(across);
        List<List<String>> rows = new ArrayList<>();
        for (Map<String, String> values : study.combinations(pivot.rows())) {
            List<String> row = new ArrayList<>(values.values());
            boolean some = false;
            for (String column : across) {
                String text = text(pivot, Cell.with(values, pivot.columns(), column));
                row.add(text);
                some |= !text.equals(NOTHING);
            }
            if (some) {
                rows.add(row);
            }
        }
        String what =
                String.join(BETWEEN, pivot.cells().stream().map(Figure::title).toList());
        return new SideTable(
                pivot.title(),
                pivot.rows().size(),
                columns,
                rows,
                study.rounds().repeats() > 1 ? what + ", medians" : what);
    }

    /**
     * Medians of a place; measures without a value are left out, for example the received rate of a run that only sends. If all
     * runs failed, the outcome of the first follows.
     */
    private String text(Pivot pivot, Map<String, String> place) {
        List<String> texts = new ArrayList<>();
        for (Figure measure : pivot.cells()) {
            Spread spread = result.spread(place, measure.name());
            if (spread.count() > 0) {
                texts.add(spread.text(measure.unit()));
            }
        }
        List<Trial.StepResult> results = result.results(place);
        boolean failed = !results.isEmpty() && results.stream().noneMatch(Trial.StepResult::success);
        if (failed) {
            texts.add(results.get(0).outcome());
        }
        return texts.isEmpty() ? NOTHING : String.join(BETWEEN, texts);
    }
}
