package dev.dyno.report.study;

import dev.dyno.report.page.Size;
import dev.dyno.report.page.StaticPage;
import dev.dyno.report.store.LineJson.Versioned;
import dev.dyno.report.store.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Output of a study for users and programs, made from its folder, as often as needed. */
public final class StudyOutput {

    /** File name of the page. */
    public static final String REPORT = "report.html";

    static final String RESULT = "study.json";
    static final String CHARTS = "charts";

    private StudyOutput() {}

    /**
     * Writes {@code study.json}, {@code claims.csv}, {@code table.csv}, {@code table.md}, a file for each chart, and {@code report.html}.
     *
     * @return the table
     * @throws IOException with a sentence
     */
    public static StudyTable write(StudyFolder folder) throws IOException {
        StudyResult result = folder.result();
        Study study = folder.file().study();
        StudyTable table = new StudyTable(study, result);
        Map<String, String> charts = new LinkedHashMap<>();
        Map<String, String> inColumns = new LinkedHashMap<>();
        StudyCharts.of(study, result, new TimeLines(folder.runs(), result)).forEach((name, chart) -> {
            charts.put(name, chart.svg(Size.WIDE));
            inColumns.put(name, chart.svg(Size.COLUMN));
        });
        Path place = folder.path();
        WholeFile.writeJson(place.resolve(RESULT), new Versioned(StudyResult.SCHEMA_VERSION, result));
        if (!result.claims().isEmpty()) {
            WholeFile.write(place.resolve("claims.csv"), table.claimsCsv());
        }
        WholeFile.write(place.resolve("table.csv"), table.csv());
        WholeFile.write(place.resolve("table.md"), table.markdown());
        if (!charts.isEmpty()) {
            Files.createDirectories(place.resolve(CHARTS));
        }
        for (Map.Entry<String, String> chart : charts.entrySet()) {
            WholeFile.write(place.resolve(CHARTS).resolve(chart.getKey() + ".svg"), chart.getValue());
        }
        RunNotes notes = RunNotes.read(folder.runs(), study, result);
        StaticPage page = new StaticPage("Dyno study", study.about().title());
        WholeFile.write(
                place.resolve(REPORT), new StudyPage(page, place, study, result, table, notes, inColumns).html());
        return table;
    }
}
