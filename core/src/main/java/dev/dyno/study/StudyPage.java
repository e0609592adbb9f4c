package dev.dyno.study;

import static dev.dyno.report.StaticPage.escape;
import static dev.dyno.report.StaticPage.link;
import static dev.dyno.report.StaticPage.muted;

import dev.dyno.report.StaticPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The page of a study, in one file that needs nothing else and no script; the reports of its runs are linked. */
final class StudyPage {

    private static final int MAX_LABELS = 3;

    private final Study study;
    private final StudyResult result;
    private final StudyTable table;
    private final Map<String, String> charts;
    private final RunNotes notes;
    private final StaticPage page;

    /**
     * @param notes of its stored runs
     * @param charts SVG by name
     */
    StudyPage(Study study, StudyResult result, StudyTable table, RunNotes notes, Map<String, String> charts) {
        this.notes = notes;
        this.study = study;
        this.result = result;
        this.table = table;
        this.charts = charts;
        page = new StaticPage("Dyno study", study.title());
    }

    String html() {
        head();
        table();
        table.beside().forEach(this::sideTable);
        findings();
        if (!charts.isEmpty()) {
            page.heading("Charts").charts(charts.values());
        }
        runs();
        page.facts("Environment", result.environment());
        page.facts("Meaning of an acknowledgement in all runs", result.semantics());
        differences();
        return page.fold("Definition")
                .raw("<pre>" + escape(result.definition()) + "</pre>\n")
                .endFold()
                .end();
    }

    private void head() {
        if (!study.description().isEmpty()) {
            page.paragraph("", study.description());
        }
        if (!study.source().isEmpty()) {
            page.paragraph("muted", "Source: " + study.source());
        }
        page.paragraph(
                "muted",
                (result.quick() ? "quick size, " : "")
                        + study.repeats() + (study.repeats() == 1 ? " round" : " rounds") + ", "
                        + result.trials().size()
                        + " of " + result.planned() + " trials, begun " + StaticPage.date(result.started()));
        if (!result.only().isEmpty()) {
            String limits = result.only().entrySet().stream()
                    .map(axis -> axis.getKey() + ": " + String.join(", ", axis.getValue()))
                    .collect(Collectors.joining("; "));
            page.paragraph("muted", "Limited to " + limits + ".");
        }
        if (!result.isComplete()) {
            page.paragraph("warn", "This study is not finished.");
        }
    }

    /** Runs to which one thing happened: the words of the first, and the places of all. */
    private record Seen(String sentence, String code, List<String> places) {}

    private static void see(Map<String, Seen> all, String code, String sentence, String place) {
        all.computeIfAbsent(code.isEmpty() ? sentence : code, c -> new Seen(sentence, code, new ArrayList<>()))
                .places()
                .add(place);
    }

    /** Failures and the reasons of verdicts, each once. */
    private void findings() {
        Map<String, Seen> all = new LinkedHashMap<>();
        for (StudyTable.Row row : table.rows()) {
            for (Trial.StepResult step : row.results()) {
                String label = Cell.label(row.values());
                if (!step.success()) {
                    see(all, "", step.outcome(), label);
                }
                for (String reason : step.reasons()) {
                    String[] parts = reason.split(": ", 2);
                    see(all, parts[0], parts[parts.length - 1], label);
                }
            }
        }
        page.heading("Findings").raw("<ul>\n");
        if (all.isEmpty()) {
            page.raw("<li>All runs ended well, and no verdict has a doubt.</li>\n");
        }
        all.values().forEach(this::item);
        page.raw("</ul>\n");
        made();
    }

    /** Notes on the numbers, the words of one run for all that have the same. */
    private void made() {
        Map<String, Seen> all = new LinkedHashMap<>();
        notes.made().forEach(one -> see(all, one.finding().code(), one.finding().sentence(), one.label()));
        if (!all.isEmpty()) {
            page.heading("Notes").raw("<ul>\n");
            all.values().forEach(this::item);
            page.raw("</ul>\n");
        }
    }

    private void item(Seen seen) {
        List<String> distinct = seen.places.stream().distinct().toList();
        int runs = seen.places.size();
        String cells = String.join("; ", distinct.subList(0, Math.min(MAX_LABELS, distinct.size())))
                + (distinct.size() > MAX_LABELS ? " and " + (distinct.size() - MAX_LABELS) + " more" : "");
        String places =
                (runs == 1 ? "1 run" : runs + " runs" + (seen.code.isEmpty() ? "" : ", with the figures of the first"))
                        + (cells.isEmpty() ? "" : ": " + cells)
                        + (seen.code.isEmpty() ? "" : "; " + seen.code);
        page.raw("<li>" + escape(asSentence(seen.sentence)) + muted(places) + "</li>\n");
    }

    private static String asSentence(String text) {
        return text.isEmpty()
                ? text
                : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + (text.endsWith(".") ? "" : ".");
    }

    private void table() {
        page.heading("Table");
        if (study.repeats() > 1) {
            page.paragraph("muted", "The median of the rounds, with the least and the greatest.");
        }
        page.table("trials", table.titles());
        for (StudyTable.Row row : table.rows()) {
            boolean bad = row.results().stream().anyMatch(step -> !step.success());
            page.row(bad ? "bad" : "", table.cells(row));
        }
        page.endTable();
        List<String> measures = study.table().stream()
                .map(measure -> measure.title() + " is " + measure.name())
                .toList();
        page.fold("Names in table.csv")
                .paragraph("muted", String.join("; ", measures) + ".")
                .endFold();
    }

    private void sideTable(SideTable side) {
        page.heading(side.title()).table("", side.columns());
        side.rows().forEach(cells -> page.row("", cells));
        page.endTable().paragraph("muted", side.note());
    }

    private void runs() {
        page.fold("Runs, in the order in which they were made").raw("<ol>\n");
        for (Trial trial : result.trials()) {
            for (Trial.StepResult step : trial.steps()) {
                String label = Cell.label(trial.cell())
                        + (study.steps().size() > 1 ? " step=" + step.step() : "")
                        + (study.repeats() > 1 ? " round " + trial.round() : "");
                Optional<String> link = step.run().map(name -> "runs/" + name + "/report.html");
                page.raw("<li>" + link.map(href -> link(href, label)).orElse(escape(label))
                        + muted(step.success() ? step.verdict() : step.outcome()));
                String run = step.run().orElse("");
                notes.flameGraphs()
                        .getOrDefault(run, List.of())
                        .forEach(graph ->
                                page.raw(" " + link("runs/" + run + "/" + graph, graph.replaceFirst("\\.html$", ""))));
                page.raw("</li>\n");
            }
        }
        page.raw("</ol>\n").endFold();
    }

    private void differences() {
        if (result.semanticsThatDiffer().isEmpty()) {
            return;
        }
        page.fold("Differences between the runs").table("facts", List.of());
        result.semanticsThatDiffer().forEach((fact, values) -> {
            Map<String, List<String>> byValue = new LinkedHashMap<>();
            values.forEach((label, value) ->
                    byValue.computeIfAbsent(value, v -> new ArrayList<>()).add(label));
            page.raw("<tr><th>" + escape(fact) + "</th><td>");
            byValue.forEach((value, labels) -> {
                String more = labels.size() > 1 ? " and " + (labels.size() - 1) + " more" : "";
                page.raw(escape(value) + muted(labels.get(0) + more) + "<br>");
            });
            page.raw("</td></tr>\n");
        });
        page.endTable().endFold();
    }
}
