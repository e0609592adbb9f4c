package dev.dyno.report.page;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.report.store.CapacityFile;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolderException;
import dev.dyno.report.store.WholeFile;
import dev.dyno.report.store.XmlText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * Page of a run in one self-contained file: style, script, chart library and data are inside.
 *
 * <p>The page itself is a resource; this class puts the {@link ReportData} into it, as JSON, compressed, in Base64. The data is
 * condensed as the intervals arrive, so only writing is left at the end of a run.
 */
public final class HtmlReporter implements Reporter {

    private static final Pattern SLOT = Pattern.compile("\\{\\{([a-z]+)}}");

    /** Modules of the page's script, each after those it uses. */
    static final List<String> MODULES = List.of(
            "format",
            "dom",
            "look",
            "marks",
            "axes",
            "desk",
            "chart",
            "model",
            "tables",
            "span",
            "summary",
            "heatmap",
            "timeline",
            "resources",
            "multiples",
            "distribution",
            "page");

    /** Addition to the content security policy that allows a page to send requests to its server. */
    private static final String OWN = "; connect-src 'self'";

    private final Path file;
    private final RunCollector collector;
    private RunTimeSeries seconds = RunTimeSeries.NONE;

    /** Reporter that writes the page completely once the result is known. */
    public HtmlReporter(Path file, Optional<CommandRecord> given) {
        this.file = file;
        collector = new RunCollector(Optional.empty(), given);
    }

    @Override
    public void onInterval(Interval interval) {
        collector.onCollected(interval);
    }

    @Override
    public void onSeconds(RunTimeSeries overTime) {
        seconds = overTime;
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        collector.answered(CapacityFile.read(file.toAbsolutePath().resolveSibling("")));
        collector.onResult(result, seconds);
        WholeFile.write(file, page(ReportData.of(collector.run().stream().toList())));
    }

    /**
     * Writes one page about several stored runs.
     *
     * @param folders of finished runs
     * @throws RunFolderException with a sentence, if a run cannot be read
     * @throws IOException with a sentence, if the page cannot be written
     */
    public static void write(Path file, List<Path> folders) throws IOException {
        WholeFile.write(file, of(folders));
    }

    static String page(ReportData data) {
        return page(title(data), "", MODULES, compressed(ReportJson.write(data)), "page");
    }

    /** Page of a run in progress; it requests its data from the server. */
    public static String live() {
        List<String> modules = new ArrayList<>(MODULES);
        modules.addAll(List.of("server", "live"));
        return page("Live \u2013 Dyno", OWN, modules, "", "live");
    }

    /** Page of stored runs; it requests their list from the server. */
    public static String runs() {
        return page(
                "Stored runs \u2013 Dyno", OWN, List.of("format", "dom", "server", "look", "form", "runs"), "", "runs");
    }

    /**
     * Page about stored runs.
     *
     * @throws RunFolderException with a sentence, if a run cannot be read
     */
    public static String of(List<Path> folders) throws IOException {
        return page(ReportData.of(RunCollector.collect(folders)));
    }

    /**
     * @param policy addition to the content security policy
     * @param start module that draws the page
     */
    private static String page(String title, String policy, List<String> modules, String data, String start) {
        String license = "/*\n" + StaticPage.resource("uplot/LICENSE") + "*/\n";
        String script =
                modules.stream().map(name -> StaticPage.resource(name + ".js")).collect(Collectors.joining());
        Map<String, String> slots = Map.ofEntries(
                Map.entry("title", XmlText.escaped(title)),
                Map.entry("policy", policy),
                Map.entry("style", StaticPage.resource("uplot/uPlot.min.css") + StaticPage.resource("page.css")),
                Map.entry("library", license + StaticPage.resource("uplot/uPlot.iife.min.js")),
                Map.entry("script", script + "dyno." + start + ".start();\n"),
                Map.entry("data", data));
        return SLOT.matcher(StaticPage.resource("page.html"))
                .replaceAll(slot -> Matcher.quoteReplacement(slots.getOrDefault(slot.group(1), "")));
    }

    private static String title(ReportData data) {
        return data.runs().stream()
                        .map(run -> run.result().name() + " " + run.result().shortId())
                        .collect(Collectors.joining(", "))
                + " \u2013 Dyno";
    }

    private static String compressed(byte[] json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(json.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
