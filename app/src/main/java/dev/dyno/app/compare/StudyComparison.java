package dev.dyno.app.compare;

import dev.dyno.model.result.Latency;
import dev.dyno.report.compare.ComparisonReport;
import dev.dyno.report.compare.ComparisonTable;
import dev.dyno.report.compare.DecisionRule;
import dev.dyno.report.compare.Side;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import dev.dyno.report.study.StudyCells;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Comparison of two studies, cell by cell, or of two cells. */
public record StudyComparison(DecisionRule rule, Optional<Latency> latency, boolean paired, boolean withInvalid) {

    /**
     * Compares a cell of each study. A side that names none has the cell of the other side.
     *
     * @throws IOException with a sentence
     */
    public ComparisonReport ofCells(StudySide a, StudySide b) throws IOException {
        StudyCells cellsA = StudyCells.open(a.folder());
        StudyCells cellsB = StudyCells.open(b.folder());
        StudyCells.Runs runsA = cellsA.one(a.values().isEmpty() ? b.values() : a.values());
        StudyCells.Runs runsB = cellsB.one(b.values().isEmpty() ? a.values() : b.values());
        if (runsA.runs().equals(runsB.runs())) {
            throw new IOException(a.folder() + ": A and B are the same cell, " + runsA.label() + "; name another.");
        }
        return report(cellsA, runsA, cellsB, runsB, rule);
    }

    /**
     * Compares all cells that both studies have, and prints a table for each.
     *
     * @return the comparisons by the names of their cells
     * @throws IOException with a sentence
     */
    public Map<String, ComparisonReport> cellByCell(StudySide a, StudySide b, boolean allFacts, PrintWriter out)
            throws IOException {
        StudyCells cellsA = StudyCells.open(a.folder());
        StudyCells cellsB = StudyCells.open(b.folder());
        List<StudyCells.Runs> shared = cellsA.all().stream()
                .filter(runs -> cellsB.find(runs.values()).isPresent())
                .toList();
        if (shared.isEmpty()) {
            throw new IOException(a.folder() + " and " + b.folder()
                    + ": have no cell in common. Name one of each, like " + a.folder() + ":"
                    + cellsA.all().stream()
                            .findFirst()
                            .map(runs -> runs.label().replace(' ', ','))
                            .orElse("AXIS=VALUE")
                    + ".");
        }
        DecisionRule each = rule.oneOf(shared.size());
        Map<String, ComparisonReport> reports = new LinkedHashMap<>();
        for (StudyCells.Runs runs : shared) {
            StudyCells.Runs other = cellsB.find(runs.values()).orElseThrow();
            ComparisonReport report = report(cellsA, runs, cellsB, other, each);
            String cell = runs.label().isEmpty() ? cellsA.study() : runs.label();
            reports.put(cell, report);
            out.println("== " + cell);
            new ComparisonTable(report).lines(allFacts).forEach(out::println);
            out.println();
        }
        left("A", cellsA, cellsB).ifPresent(out::println);
        left("B", cellsB, cellsA).ifPresent(out::println);
        out.println("The confidence is that of all " + shared.size() + " cells together.");
        out.flush();
        return reports;
    }

    private static Optional<String> left(String name, StudyCells cells, StudyCells others) {
        List<String> alone = cells.all().stream()
                .filter(runs -> others.find(runs.values()).isEmpty())
                .map(StudyCells.Runs::label)
                .toList();
        return alone.isEmpty()
                ? Optional.empty()
                : Optional.of("Only in " + name + ", so not compared: " + String.join("; ", alone) + ".");
    }

    private ComparisonReport report(
            StudyCells cellsA, StudyCells.Runs runsA, StudyCells cellsB, StudyCells.Runs runsB, DecisionRule judged)
            throws IOException {
        if (paired && runsA.runs().size() != runsB.runs().size()) {
            throw new IOException(
                    "--paired: " + runsA.label() + " has " + runsA.runs().size() + " runs in A and "
                            + runsB.runs().size() + " in B; must be as many of each.");
        }
        // Cells of one study differ only by its axes.
        boolean varied = cellsA.folder().equals(cellsB.folder());
        return ComparisonReport.ofStored(
                side("A", cellsA, runsA), side("B", cellsB, runsB), paired, latency, judged, withInvalid, varied);
    }

    private static Side side(String name, StudyCells cells, StudyCells.Runs runs) throws IOException {
        List<RunSummary> summaries = new ArrayList<>();
        for (Path run : runs.runs()) {
            summaries.add(new RunFolderReader(run).summary());
        }
        String label = runs.label();
        return new Side(name, cells.study() + (label.isEmpty() ? "" : " " + label), summaries);
    }

    /** Whether a side names a cell, so that there is a single comparison. */
    public static boolean isOfCells(StudySide a, StudySide b) {
        return !a.values().isEmpty() || !b.values().isEmpty();
    }
}
