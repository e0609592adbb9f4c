package dev.dyno.compare;

import static dev.dyno.report.StaticPage.escape;
import static dev.dyno.report.StaticPage.link;
import static dev.dyno.report.StaticPage.muted;

import dev.dyno.history.RunFacts;
import dev.dyno.report.ChartFiles;
import dev.dyno.report.Grid;
import dev.dyno.report.RunFolder;
import dev.dyno.report.RunSummary;
import dev.dyno.report.StaticPage;
import dev.dyno.report.WholeFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of comparisons: each with its result, the charts of its runs over each other, and all facts that differ. */
public final class ComparisonPage {

    /** Lines that can be told apart in one chart. */
    private static final int MOST_LINES = 6;

    /** Facts that are shown at once; more are folded. */
    private static final int FEW = 8;

    private final Path file;
    private final StaticPage page;

    private ComparisonPage(Path file, String title) {
        this.file = file;
        page = new StaticPage("Dyno comparison", title);
    }

    /**
     * Writes the page of one comparison or of several, such as those of the cells of two studies.
     *
     * @param reports by heading
     * @throws IOException with a sentence, if the page cannot be written
     */
    public static void write(Path file, String title, Map<String, ComparisonReport> reports) throws IOException {
        ComparisonPage all = new ComparisonPage(file, title);
        reports.forEach(all::add);
        WholeFile.write(file, all.page.end());
    }

    private void add(String heading, ComparisonReport report) {
        if (!heading.isEmpty()) {
            page.heading(heading);
        }
        page.raw("<ul>\n");
        for (Side side : List.of(report.a(), report.b())) {
            page.raw("<li><b>" + escape(side.name()) + "</b> "
                    + escape(side.title().isEmpty() ? "" : side.title() + ": ")
                    + side.runs().stream().map(this::run).collect(Collectors.joining(", ")) + "</li>\n");
        }
        page.raw("</ul>\n");
        report.notices().stream()
                .filter(Notice::isFirst)
                .forEach(notice -> page.paragraph("warn", words(notice.sentence())));
        ComparisonTable table = new ComparisonTable(report);
        if (!report.judgements().isEmpty()) {
            page.paragraph("answer", ComparisonAnswer.of(report));
            result(table.shown(), report.judgements());
        }
        report.notices().forEach(notice -> notice(notice, report));
        table.remarksBesideAnswer().forEach(remark -> page.paragraph("muted", remark));
        charts(report);
    }

    private String run(RunSummary run) {
        String id = RunFacts.of(run).shortId();
        Path report = run.folder().toAbsolutePath().resolve(RunFolder.REPORT);
        String name = Files.exists(report) ? link(href(report), id) : escape(id);
        return name + muted(Side.level(run).toString());
    }

    /** From this page, so that the folder of the runs can be moved as a whole. */
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

    /** A row of the table for each judgement, in their order. */
    private void result(Grid grid, List<Judgement> judgements) {
        page.table("trials", grid.columns());
        for (int i = 0; i < judgements.size(); i++) {
            List<String> cells = grid.rows().get(i).stream()
                    .map(cell -> cell.map(String::valueOf).orElse("\u2013"))
                    .toList();
            page.row(style(judgements.get(i).call()), cells);
        }
        page.endTable();
    }

    private static String style(Call call) {
        return switch (call) {
            case BETTER, WORSE -> ComparisonTable.word(call);
            case EQUIVALENT, INCONCLUSIVE, NONE -> "";
        };
    }

    private void notice(Notice notice, ComparisonReport report) {
        if (notice.differences().isEmpty()) {
            page.paragraph("warn", words(notice.sentence()));
            return;
        }
        int facts = notice.differences().size();
        page.raw("<details" + (facts <= FEW ? " open" : "") + "><summary>" + escape(words(notice.sentence()))
                + muted(facts == 1 ? "1 fact" : facts + " facts") + "</summary>\n");
        page.table("differences", List.of("Fact", report.a().name(), report.b().name()));
        notice.differences().forEach(d -> page.row("", List.of(d.fact(), d.a(), d.b())));
        page.endTable().raw("</details>\n");
    }

    private static String words(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    /** Of so many runs as can be told apart; where there are more, of the first of each side. */
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
            Map<String, String> charts = new LinkedHashMap<>(ChartFiles.svg(runs));
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
                                + RunFacts.of(a.get(0)).shortId() + " and "
                                + RunFacts.of(b.get(0)).shortId() + "; the reports of all runs are linked above.");
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
