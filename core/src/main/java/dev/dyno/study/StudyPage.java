package dev.dyno.study;

import dev.dyno.chart.ChartSvg;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page of a study, in one file that needs nothing else and no script; the reports of its runs are linked. */
final class StudyPage {

    private static final int MAX_LABELS = 3;

    private final Study study;
    private final StudyResult result;
    private final StudyTable table;
    private final Map<String, String> charts;
    private final RunNotes notes;
    private final StringBuilder html = new StringBuilder(65_536);

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
    }

    String html() {
        html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src")
                .append(" 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
                .append(escape(study.title()))
                .append(" \u2013 Dyno</title>\n<style>\n")
                .append(css())
                .append("@media (prefers-color-scheme: dark) {\n")
                .append(ChartSvg.darkStyle())
                .append("}\n</style>\n</head>\n<body>\n<main>\n");
        head();
        findings();
        table();
        table.beside().forEach(this::sideTable);
        if (!charts.isEmpty()) {
            html.append("<h2>Charts</h2>\n<div class=\"charts\">\n");
            charts.values().forEach(svg -> html.append("<figure>\n").append(svg).append("</figure>\n"));
            html.append("</div>\n");
        }
        runs();
        facts("Environment", result.environment());
        facts("What an acknowledgement means in all runs", result.semantics());
        differences();
        html.append("<h2>Definition</h2>\n<pre>" + escape(result.definition()) + "</pre>\n</main>\n</body>\n</html>\n");
        return html.toString();
    }

    private void head() {
        html.append("<p class=\"brand\">Dyno study</p>\n<h1>" + escape(study.title()) + "</h1>\n");
        if (!study.description().isEmpty()) {
            paragraph("", study.description());
        }
        if (!study.source().isEmpty()) {
            paragraph("muted", "Source: " + study.source());
        }
        String size = (result.quick() ? "quick size, " : "")
                + study.repeats() + (study.repeats() == 1 ? " round" : " rounds") + ", "
                + result.trials().size()
                + " of " + result.planned() + " trials, begun " + result.started();
        paragraph("muted", size);
        if (!result.only().isEmpty()) {
            paragraph("muted", "Limited to " + result.only() + ".");
        }
        if (!result.isComplete()) {
            paragraph("warn", "This study is not finished.");
        }
    }

    private void paragraph(String style, String text) {
        html.append((style.isEmpty() ? "<p>" : "<p class=\"" + style + "\">") + escape(text) + "</p>\n");
    }

    /** What failed, and what the verdicts say, each once. */
    private void findings() {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (StudyTable.Row row : table.rows()) {
            for (Trial.StepResult step : row.results()) {
                String label = Cell.label(row.values());
                if (!step.success()) {
                    place(places, step.outcome(), label);
                }
                step.reasons().forEach(reason -> place(places, reason.split(":", 2)[0], label));
            }
        }
        html.append("<h2>Findings</h2>\n<ul>\n");
        if (places.isEmpty()) {
            html.append("<li>All runs ended well, and no verdict has a doubt.</li>\n");
        }
        places.forEach(this::item);
        html.append("</ul>\n");
        made();
    }

    /** What made the numbers, one run's words for all that have the same to say. */
    private void made() {
        Map<String, String> sentences = new LinkedHashMap<>();
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (RunNotes.Made one : notes.made()) {
            sentences.putIfAbsent(one.finding().code(), one.finding().sentence() + " (" + one.label() + ")");
            place(places, one.finding().code(), one.label());
        }
        if (!places.isEmpty()) {
            html.append("<h2>What made the numbers</h2>\n<ul>\n");
            places.forEach((code, where) -> item(code + ": " + sentences.get(code), where));
            html.append("</ul>\n");
        }
    }

    private void item(String what, List<String> where) {
        List<String> distinct = where.stream().distinct().toList();
        String cells = String.join("; ", distinct.subList(0, Math.min(MAX_LABELS, distinct.size())))
                + (distinct.size() > MAX_LABELS ? " and " + (distinct.size() - MAX_LABELS) + " more" : "");
        String runs = where.size() + (where.size() == 1 ? " run: " : " runs: ") + cells;
        html.append("<li>" + escape(what) + muted(runs) + "</li>\n");
    }

    private static String muted(String text) {
        return " <span class=\"muted\">" + escape(text) + "</span>";
    }

    private static void place(Map<String, List<String>> places, String what, String where) {
        places.computeIfAbsent(what, w -> new ArrayList<>()).add(where);
    }

    private void table() {
        html.append("<h2>Table</h2>\n");
        if (study.repeats() > 1) {
            paragraph("muted", "The median of the rounds, with the least and the greatest.");
        }
        html.append("<div class=\"wide\"><table class=\"trials\">\n<thead>");
        row("<tr>", "th", table.head(), "</thead>\n<tbody>\n");
        for (StudyTable.Row row : table.rows()) {
            boolean bad = row.results().stream().anyMatch(step -> !step.success());
            row(bad ? "<tr class=\"bad\">" : "<tr>", "td", table.cells(row), "\n");
        }
        html.append("</tbody>\n</table></div>\n");
        List<String> measures = study.table().stream()
                .map(measure -> measure.name() + ": " + measure.title())
                .toList();
        paragraph("muted", "Measures: " + String.join("; ", measures) + ".");
    }

    private void row(String start, String element, List<String> cells, String end) {
        html.append(start);
        cells.forEach(cell -> html.append("<" + element + ">" + escape(cell) + "</" + element + ">"));
        html.append("</tr>" + end);
    }

    private void sideTable(SideTable side) {
        html.append("<h2>" + escape(side.title()) + "</h2>\n<div class=\"wide\"><table>\n<thead>");
        row("<tr>", "th", side.columns(), "</thead>\n<tbody>\n");
        side.rows().forEach(cells -> row("<tr>", "td", cells, "\n"));
        html.append("</tbody>\n</table></div>\n");
        paragraph("muted", side.note());
    }

    private void runs() {
        html.append("<h2>Runs</h2>\n<details><summary>In the order in which they were made</summary>\n<ol>\n");
        for (Trial trial : result.trials()) {
            for (Trial.StepResult step : trial.steps()) {
                String label = Cell.label(trial.cell())
                        + (study.steps().size() > 1 ? " step=" + step.step() : "")
                        + (study.repeats() > 1 ? " round " + trial.round() : "");
                Optional<String> link = step.run().map(name -> "runs/" + name + "/report.html");
                html.append("<li>" + link.map(href -> link(href, label)).orElse(escape(label))
                        + muted(step.success() ? step.verdict() : step.outcome()));
                String run = step.run().orElse("");
                notes.flameGraphs()
                        .getOrDefault(run, List.of())
                        .forEach(page ->
                                html.append(" " + link("runs/" + run + "/" + page, page.replaceFirst("\\.html$", ""))));
                html.append("</li>\n");
            }
        }
        html.append("</ol>\n</details>\n");
    }

    private static String link(String href, String words) {
        return "<a href=\"" + escape(href) + "\">" + escape(words) + "</a>";
    }

    private void facts(String title, Map<String, String> facts) {
        if (!facts.isEmpty()) {
            html.append("<h2>" + escape(title) + "</h2>\n<div class=\"wide\"><table class=\"facts\">\n");
            facts.forEach((name, value) ->
                    html.append("<tr><th>" + escape(name) + "</th><td>" + escape(value) + "</td></tr>\n"));
            html.append("</table></div>\n");
        }
    }

    private void differences() {
        if (result.semanticsThatDiffer().isEmpty()) {
            return;
        }
        html.append("<h2>What differs between the runs</h2>\n<div class=\"wide\"><table class=\"facts\">\n");
        result.semanticsThatDiffer().forEach((fact, values) -> {
            Map<String, List<String>> byValue = new LinkedHashMap<>();
            values.forEach((label, value) -> place(byValue, value, label));
            html.append("<tr><th>" + escape(fact) + "</th><td>");
            byValue.forEach((value, labels) -> {
                String more = labels.size() > 1 ? " and " + (labels.size() - 1) + " more" : "";
                html.append(escape(value) + muted(labels.get(0) + more) + "<br>");
            });
            html.append("</td></tr>\n");
        });
        html.append("</table></div>\n");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String css() {
        try (InputStream in = StudyPage.class.getResourceAsStream("study.css")) {
            if (in == null) {
                throw new IllegalStateException("study.css is missing in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
