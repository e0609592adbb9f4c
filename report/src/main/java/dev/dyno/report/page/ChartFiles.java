package dev.dyno.report.page;

import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes charts of runs as files for documents. */
public final class ChartFiles {

    /** Scale of pictures: text stays sharp on high-resolution screens and on paper. */
    private static final int PNG_SCALE = 2;

    /**
     * Words for a run in legends, and its colour.
     *
     * @param hue number of a hue
     * @param shade 0 for the full colour, more for lighter ones
     */
    public record Label(String words, int hue, int shade) {}

    private ChartFiles() {}

    /**
     * Writes a file for each chart; missing folders are made, and files of earlier charts replaced.
     *
     * @param folders of finished runs
     * @param svg folder for SVG files
     * @param png folder for PNG files
     * @return the files, in the order of a report
     * @throws RunFolderException with a sentence, if a run cannot be read
     * @throws IOException with a sentence, if there is nothing to draw, a file cannot be written or this machine cannot draw
     */
    public static List<Path> write(List<Path> folders, Optional<Path> svg, Optional<Path> png) throws IOException {
        // The folders are made before the runs are read, which may take a while.
        for (Path folder : Stream.of(svg, png).flatMap(Optional::stream).toList()) {
            makeFolder(folder);
        }
        Map<String, Chart> charts = RunCharts.of(RunCollector.collect(folders));
        if (charts.isEmpty()) {
            throw new IOException(folders.get(0) + ": has nothing to draw: the run ended before its first message."
                    + " Name another run.");
        }
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, Chart> chart : charts.entrySet()) {
            String text = chart.getValue().svg(Size.WIDE);
            if (svg.isPresent()) {
                written.add(file(svg.get(), chart.getKey() + ".svg", text.getBytes(StandardCharsets.UTF_8)));
            }
            if (png.isPresent()) {
                written.add(file(png.get(), chart.getKey() + ".png", ChartPng.of(text, Size.WIDE, PNG_SCALE)));
            }
        }
        return written;
    }

    /**
     * Charts of runs, in the size of a column of a page; without heat maps, which show only one run each.
     *
     * @param folders of finished runs
     * @param labels of runs in the legends, by their ids
     * @return SVG by name, in the order of a report; may be empty
     * @throws RunFolderException with a sentence, if a run cannot be read
     */
    public static Map<String, String> svg(List<Path> folders, Map<String, Label> labels) throws IOException {
        Map<String, String> drawn = new LinkedHashMap<>();
        List<ReportData.Run> runs = RunCollector.collect(folders);
        List<Label> ofRuns = runs.stream()
                .map(run -> Objects.requireNonNull(labels.get(run.result().runId())))
                .toList();
        RunCharts.of(runs, new RunLabels(runs, ofRuns)).forEach((name, chart) -> {
            if (!(chart instanceof HeatChart)) {
                drawn.put(name, chart.svg(Size.COLUMN));
            }
        });
        return drawn;
    }

    private static void makeFolder(Path folder) throws IOException {
        Optional<String> wrong = RunFolder.check(folder, "the charts");
        if (wrong.isPresent()) {
            throw new IOException(wrong.get());
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw ReportFile.failure(folder.toString(), e);
        }
    }

    private static Path file(Path folder, String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        try {
            return Files.write(file, content);
        } catch (IOException e) {
            throw ReportFile.failure(file.toString(), e);
        }
    }
}
