package dev.dyno.report.compare;

import static dev.dyno.model.result.Plural.count;
import static dev.dyno.report.page.StaticPage.link;
import static dev.dyno.report.page.StaticPage.muted;
import static dev.dyno.report.store.XmlText.escaped;

import dev.dyno.model.result.Finding;
import dev.dyno.report.page.ChartFiles;
import dev.dyno.report.page.Size;
import dev.dyno.report.page.StaticPage;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import dev.dyno.report.store.WholeFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Page of comparisons: each with its result, charts of its runs together, and all facts that differ. */
public record ComparisonPage(Path file, StaticPage page) {

    /** Maximum number of runs with a line in each chart; of more runs, only the first of each side is drawn. */
    private static final int MOST_LINES = 6;

    /** Maximum number of facts of a list that is shown unfolded; a longer one is folded. */
    private static final int FEW = 8;

    /**
     * Writes the page of one or several comparisons, for example those of the cells of two studies.
     *
     * @param reports by heading
     * @throws IOException with a sentence, if the page cannot be written
     */
    public static void write(Path file, String title, Map<String, ComparisonReport> reports) throws IOException {
        ComparisonPage all = new ComparisonPage(file, new StaticPage("Dyno comparison", title));
        reports.forEach(all::add);
        WholeFile.write(file, all.page.end());
    }

    private void add(String heading, ComparisonReport report) {
        if (!heading.isEmpty()) {
            page.heading(heading);
        }
        for (Side side : List.of(report.a(), report.b())) {
            page.raw("<p class=\"side\"><b>" + escaped(side.name()) + "</b> " + escaped(side.title())
                    + muted(made(side)) + "</p>\n");
        }
        ComparisonTable table = new ComparisonTable(report);
        List<String> remarks = table.remarks(false);
        if (report.hasRuns()) {
            page.paragraph("answer", report.answer());
        } else {
            remarks.forEach(remark -> page.paragraph("answer", remark));
        }
        doubts(report);
        if (report.hasRuns()) {
            result(table.shown(), report);
            page.fold("Reading this table");
            remarks.forEach(remark -> page.paragraph("muted", remark));
            page.endFold();
            pairs(report);
        }
        report.notices().stream()
                .filter(notice -> !notice.differences().isEmpty())
                .forEach(notice -> differences(notice, report));
        charts(report);
        runs(report);
    }

    private static String made(Side side) {
        String runs = count(side.runs().size(), "run", "runs");
        return side.runs().stream()
                .map(run -> run.result().started())
                .min(Comparator.naturalOrder())
                .map(first -> runs + (side.runs().size() == 1 ? ", " : ", the first ") + StaticPage.date(first))
                .orElse(runs);
    }

    /** Adds the reasons not to trust the answer, above the numbers. */
    private void doubts(ComparisonReport report) {
        report.notices().stream()
                .filter(notice -> notice.isFirst() || notice.differences().isEmpty())
                .forEach(notice -> page.paragraph("warn", words(notice.sentence())));
        String codes = Stream.of(report.a(), report.b())
                .flatMap(side -> side.runs().stream())
                .flatMap(run -> run.result().verdict().reasons().stream())
                .map(Finding::code)
                .distinct()
                .collect(Collectors.joining(" "));
        if (!codes.isEmpty()) {
            page.raw("<p class=\"muted\"><code>dyno explain " + escaped(codes)
                    + "</code> prints the meaning of these reasons and the remedies.</p>\n");
        }
    }

    private void runs(ComparisonReport report) {
        page.fold("Runs");
        for (Side side : List.of(report.a(), report.b())) {
            page.raw("<p><b>" + escaped(side.name()) + "</b></p>\n<ol>\n");
            side.runs()
                    .forEach(run -> page.raw("<li>" + run(run)
                            + muted(StaticPage.date(run.result().started())) + "</li>\n"));
            page.raw("</ol>\n");
        }
        page.endFold();
    }

    private String run(RunSummary run) {
        String id = run.result().shortId();
        Path report = run.folder().toAbsolutePath().resolve(RunFolder.REPORT);
        String name = Files.exists(report) ? link(href(report), id) : escaped(id);
        return name + muted(run.verdict().level().toString());
    }

    /** Link relative to this page, so that the folder of the runs can be moved as a whole. */
    private String href(Path to) {
        Path from = Optional.ofNullable(file.toAbsolutePath().normalize().getParent())
                .orElseThrow();
        String path = from.relativize(to.normalize()).toString().replace('\\', '/');
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            return path;
        }
    }

    /** Adds a row for each figure. Verdict and change are next to its name, so that a narrow screen shows them. */
    private void result(Grid grid, ComparisonReport report) {
        page.table("compared", inOrder(grid.columns()));
        for (int i = 0; i < report.figures().size(); i++) {
            List<String> cells = grid.rows().get(i).stream()
                    .map(cell -> cell.map(String::valueOf).orElse("\u2013"))
                    .toList();
            Call call = report.call(report.figures().get(i));
            page.row(call.isDifference() ? ComparisonTable.word(call) : "", inOrder(cells));
        }
        page.endTable();
    }

    /** Reorders the cells to figure, verdict, change, interval, A, B and unit. */
    private static List<String> inOrder(List<String> cells) {
        return List.of(
                cells.get(0), cells.get(6), cells.get(4), cells.get(5), cells.get(2), cells.get(3), cells.get(1));
    }

    private void differences(Notice notice, ComparisonReport report) {
        int facts = notice.differences().size();
        String title = notice.isFirst() ? "Facts of the semantics cards that differ." : words(notice.sentence());
        page.raw("<details" + (facts <= FEW ? " open" : "") + "><summary>" + escaped(title)
                + muted(count(facts, "fact", "facts")) + "</summary>\n");
        page.table("differences", List.of("Fact", report.a().name(), report.b().name()));
        // A line may break after each dot of a path.
        notice.differences()
                .forEach(d -> page.raw("<tr><td>" + escaped(d.fact()).replace(".", ".<wbr>") + "</td><td>"
                        + escaped(d.a()) + "</td><td>" + escaped(d.b()) + "</td></tr>\n"));
        page.endTable().raw("</details>\n");
    }

    private static String words(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    /** Labels of runs: the name of the side, with a number if it has several runs in the charts, and one hue for each side. */
    private static Map<String, ChartFiles.Label> labels(ComparisonReport report, boolean all) {
        Map<String, ChartFiles.Label> labels = new LinkedHashMap<>();
        List<Side> sides = List.of(report.a(), report.b());
        for (Side side : sides) {
            for (int i = 0; i < side.runs().size(); i++) {
                String words = side.name() + (all && side.runs().size() > 1 ? ", run " + (i + 1) : "");
                labels.put(side.runs().get(i).result().runId(), new ChartFiles.Label(words, sides.indexOf(side), i));
            }
        }
        return labels;
    }

    private void pairs(ComparisonReport report) {
        List<String> charts = PairCharts.of(report).stream()
                .map(chart -> chart.svg(Size.COLUMN))
                .toList();
        if (!charts.isEmpty()) {
            page.heading("Difference of each pair").charts(charts);
        }
    }

    /** Adds charts of all runs or, if these are more than {@link #MOST_LINES}, of the first run of each side. */
    private void charts(ComparisonReport report) {
        List<RunSummary> a = report.a().runs();
        List<RunSummary> b = report.b().runs();
        if (a.isEmpty() || b.isEmpty()) {
            return;
        }
        boolean all = a.size() + b.size() <= MOST_LINES;
        List<Path> runs = (all ? Stream.concat(a.stream(), b.stream()) : Stream.of(a.get(0), b.get(0)))
                .map(RunSummary::folder)
                .toList();
        page.heading("Charts");
        try {
            for (Path run : runs) {
                new RunFolderReader(run).lacks().forEach(lack -> page.paragraph("muted", lack));
            }
            Map<String, String> charts = new LinkedHashMap<>(ChartFiles.svg(runs, labels(report, all)));
            List<String> first = new ArrayList<>();
            String latency = report.latency().tag();
            for (String name : List.of(
                    "percentiles-" + latency,
                    latency + "-p99",
                    "rate-received",
                    "rate-acknowledged",
                    latency + "-p50")) {
                Optional.ofNullable(charts.remove(name)).ifPresent(first::add);
            }
            if (!all) {
                page.paragraph(
                        "muted",
                        "Of the first run of each side, "
                                + a.get(0).result().shortId() + " and "
                                + b.get(0).result().shortId() + "; all runs are listed below.");
            }
            page.charts(first);
            page.raw("<details><summary>" + charts.size() + " more charts</summary>\n")
                    .charts(charts.values())
                    .raw("</details>\n");
        } catch (IOException e) {
            page.paragraph("warn", "There are no charts: " + e.getMessage());
        }
    }
}
