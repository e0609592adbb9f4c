package dev.dyno.report.study;

import static dev.dyno.report.page.StaticPage.link;
import static dev.dyno.report.page.StaticPage.muted;
import static dev.dyno.report.store.XmlText.escaped;

import dev.dyno.driver.Secrets;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Plural;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.report.page.StaticPage;
import dev.dyno.report.store.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Page of a study in one self-contained file without a script; the reports of its runs are linked where they exist.
 *
 * @param notes notes on the stored runs
 * @param charts SVG by name
 */
record StudyPage(
        StaticPage page,
        Path folder,
        Study study,
        StudyResult result,
        StudyTable table,
        RunNotes notes,
        Map<String, String> charts) {

    private static final int MAX_LABELS = 3;

    /** Maximum number of reasons above the table; the findings list all. */
    private static final int MOST_CODES = 3;

    private static final String FAILED = "failed";

    /** Maximum number of charts that are all shown without unfolding; of more, {@link #FIRST_CHARTS} are. */
    private static final int MOST_CHARTS = 9;

    private static final int FIRST_CHARTS = 6;

    /** Maximum number of columns of a table that is printed on a portrait page. */
    private static final int MOST_UPRIGHT = 9;

    String html() {
        head();
        drawn();
        table.beside().forEach(side -> sideTable("", side));
        trials();
        findings();
        made();
        runs();
        page.facts("Environment", result.environment());
        page.facts("Meaning of an acknowledgement in all runs", result.semantics());
        differences();
        return page.fold("Definition")
                .raw("<pre>" + escaped(result.definition()) + "</pre>\n")
                .endFold()
                .end();
    }

    /** Adds size and limits of the study, its claims, whether the runs can be trusted, the next step, and the description. */
    private void head() {
        String rounds = result.rounds(study, Map.of());
        page.paragraph(
                "muted",
                (result.quick() ? "quick size, " : "")
                        + rounds + (rounds.equals("1") ? " round" : " rounds") + ", "
                        + result.trials().size()
                        + " of " + result.planned() + " trials, begun " + StaticPage.date(result.started()));
        if (!result.only().isEmpty()) {
            String limits = result.only().entrySet().stream()
                    .map(axis -> axis.getKey() + ": " + String.join(", ", axis.getValue()))
                    .collect(Collectors.joining("; "));
            page.paragraph("muted", "Limited to " + limits + ".");
        }
        if (!study.instead().isEmpty()) {
            String settings = study.instead().entrySet().stream()
                    .map(setting -> setting.getKey() + "=" + Secrets.shown(setting.getKey(), setting.getValue()))
                    .collect(Collectors.joining(", "));
            page.paragraph("muted", "With other settings in all cells: " + settings + ".");
        }
        table.claims().ifPresent(claims -> sideTable("claims", claims));
        if (!result.trials().isEmpty()) {
            page.raw(
                    isTrusted()
                            ? "<p>" + escaped(trust()) + "</p>\n"
                            : "<p class=\"warn\">" + escaped(trust()) + " " + link("#findings", "Findings")
                                    + " has the causes and the remedies.</p>\n");
        }
        if (!result.isComplete()) {
            page.raw("<p class=\"warn\">This study is not finished. <code>dyno study --resume "
                    + escaped(folder.toString()) + "</code> runs the other trials.</p>\n");
        }
        if (!study.about().description().isEmpty()) {
            page.paragraph("", study.about().description());
        }
        if (!study.about().source().isEmpty()) {
            page.paragraph("muted", "Source: " + study.about().source());
        }
    }

    /** Whether all runs ended well without any reason to doubt them, apart from runs that driver or broker does not offer. */
    private boolean isTrusted() {
        return table.rows().stream()
                .flatMap(row -> row.results().stream())
                .allMatch(step ->
                        !step.offered() || (step.success() && step.reasons().isEmpty()));
    }

    /** Number of runs of each verdict, with the most frequent reasons. */
    private String trust() {
        Map<String, Integer> ends = new LinkedHashMap<>();
        Map<String, Integer> codes = new LinkedHashMap<>();
        List.of("VALID", "SUSPECT", "INVALID", FAILED, Trial.StepResult.NOT_OFFERED)
                .forEach(end -> ends.put(end, 0));
        for (StudyTable.Row row : table.rows()) {
            for (Trial.StepResult step : row.results()) {
                String otherwise = step.offered() ? FAILED : Trial.StepResult.NOT_OFFERED;
                ends.merge(step.success() ? step.level() : otherwise, 1, Integer::sum);
                step.reasons().stream()
                        .filter(reason -> step.offered())
                        .map(Finding::code)
                        .distinct()
                        .forEach(code -> codes.merge(code, 1, Integer::sum));
            }
        }
        ends.values().removeIf(count -> count == 0);
        int runs = ends.values().stream().mapToInt(Integer::intValue).sum();
        String reasons = codes.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_CODES)
                .map(code -> code.getKey() + " in " + code.getValue())
                .collect(Collectors.joining(", "));
        int left = codes.size() - MOST_CODES;
        return Plural.count(runs, "run: ", "runs: ")
                + ends.entrySet().stream()
                        .map(end -> (ends.size() > 1 ? end.getValue() + " " : runs > 1 ? "all " : "") + end.getKey())
                        .collect(Collectors.joining(", "))
                + "."
                + (reasons.isEmpty() ? "" : " Reasons: " + reasons + (left > 0 ? " and " + left + " more" : "") + ".");
    }

    private void drawn() {
        if (charts.isEmpty()) {
            return;
        }
        List<String> all = List.copyOf(charts.values());
        int shown = all.size() <= MOST_CHARTS ? all.size() : FIRST_CHARTS;
        page.heading("Charts").charts(all.subList(0, shown));
        if (shown < all.size()) {
            page.fold(all.size() - shown + " more charts")
                    .charts(all.subList(shown, all.size()))
                    .endFold();
        }
    }

    /** One observation about several runs: the words of the first run, and the places of all. */
    private record Seen(String sentence, String code, List<String> places) {}

    private static void see(Map<String, Seen> all, String code, String sentence, String place) {
        all.computeIfAbsent(code.isEmpty() ? sentence : code, c -> new Seen(sentence, code, new ArrayList<>()))
                .places()
                .add(place);
    }

    /** Adds the failures and the reasons of verdicts, each once. */
    private void findings() {
        Map<String, Seen> all = new LinkedHashMap<>();
        for (StudyTable.Row row : table.rows()) {
            for (Trial.StepResult step : row.results()) {
                String label = study.label(row.values());
                if (!step.success()) {
                    see(all, "", step.outcome(), label);
                }
                step.reasons().forEach(reason -> see(all, reason.code(), FindingText.FLAGS.of(reason), label));
            }
        }
        page.raw("<h2 id=\"findings\">Findings</h2>\n<ul>\n");
        if (all.isEmpty()) {
            page.raw("<li>All runs ended well, and no verdict has a doubt.</li>\n");
        }
        all.values().forEach(this::item);
        page.raw("</ul>\n");
        String codes = all.values().stream()
                .map(Seen::code)
                .filter(code -> !code.isEmpty())
                .collect(Collectors.joining(" "));
        if (!codes.isEmpty()) {
            page.raw("<p class=\"muted\"><code>dyno explain " + escaped(codes)
                    + "</code> prints how each is decided.</p>\n");
        }
    }

    /** Adds the notes on the numbers. A note of several runs has the words of the first of them. */
    private void made() {
        Map<String, Seen> all = new LinkedHashMap<>();
        notes.made().forEach(one -> see(all, one.code(), one.sentence(), one.label()));
        if (!all.isEmpty()) {
            page.fold("Notes").raw("<ul>\n");
            all.values().forEach(this::item);
            page.raw("</ul>\n").endFold();
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
        page.raw("<li>" + StaticPage.sentence(asSentence(seen.sentence)) + muted(places) + "</li>\n");
    }

    private static String asSentence(String text) {
        return text.isEmpty()
                ? text
                : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + (text.endsWith(".") ? "" : ".");
    }

    private void trials() {
        // A table with many columns is printed on a landscape page, together with its heading.
        boolean many = table.titles().size() > MOST_UPRIGHT;
        page.raw(many ? "<section class=\"many\">\n" : "<section>\n").heading("Table");
        if (study.rounds().repeats() > 1) {
            page.paragraph("muted", "The median of the rounds, with the least and the greatest.");
        }
        page.table("trials", table.titles());
        for (StudyTable.Row row : table.rows()) {
            boolean bad = row.results().stream().anyMatch(step -> !step.success() && step.offered());
            page.row(bad ? "bad" : "", table.cells(row));
        }
        page.endTable().raw("</section>\n");
    }

    private void sideTable(String style, SideTable side) {
        page.heading(side.title()).table(style, side.columns());
        side.rows().forEach(cells -> page.row("", cells));
        page.endTable().paragraph("muted", side.note());
    }

    private void runs() {
        page.fold("Runs, in the order in which they were made").raw("<ol>\n");
        for (Trial trial : result.trials()) {
            for (Trial.StepResult step : trial.steps()) {
                String label = study.label(trial.cell())
                        + (study.steps().size() > 1 ? " step=" + step.step() : "")
                        + (study.rounds().repeats() > 1 ? " round " + trial.round() : "");
                Optional<String> link = step.run()
                        .map(name -> StudyFolder.RUNS + '/' + name + '/' + RunFolder.REPORT)
                        .filter(href -> Files.isRegularFile(folder.resolve(href)));
                page.raw("<li>" + link.map(href -> link(href, label)).orElse(escaped(label))
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
            page.raw("<tr><th>" + escaped(fact) + "</th><td>");
            byValue.forEach((value, labels) -> {
                String more = labels.size() > 1 ? " and " + (labels.size() - 1) + " more" : "";
                page.raw(escaped(value) + muted(labels.get(0) + more) + "<br>");
            });
            page.raw("</td></tr>\n");
        });
        page.endTable().endFold();
    }
}
