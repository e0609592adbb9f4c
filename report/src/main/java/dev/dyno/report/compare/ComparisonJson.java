package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

public final class ComparisonJson {

    private static final int SCHEMA_VERSION = 1;

    private ComparisonJson() {}

    /**
     * JSON of a report. Changes, margins and the confidence are shares: 0.03 is 3 %. An unknown end of an interval is null;
     * {@code noCall} says why no call is made. {@code seed} is that of the random order, if Dyno made the runs.
     */
    public static String of(ComparisonReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schemaVersion", SCHEMA_VERSION);
        json.put("paired", report.design() instanceof Design.Pairs);
        report.whyNoCall().ifPresent(why -> json.put("noCall", why));
        report.seed().ifPresent(seed -> json.put("seed", seed));
        json.put("latency", report.latency().tag());
        json.put("confidence", report.rule().confidence());
        json.put("a", side(report.a(), report));
        json.put("b", side(report.b(), report));
        json.put(
                "notices", report.notices().stream().map(ComparisonJson::notice).toList());
        List<Grid.Column<Figure>> columns = new ComparisonTable(report).columns();
        json.put(
                "figures",
                report.figures().stream().map(figure -> row(figure, columns)).toList());
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private static Map<String, Object> side(Side side, ComparisonReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", side.name());
        json.put("title", side.title());
        List<Map<String, Object>> runs = new ArrayList<>();
        for (RunSummary run : side.runs()) {
            Block block =
                    Block.of(run, report.latency(), report.rule().margins().keySet());
            Map<String, Object> values = new LinkedHashMap<>();
            Map<String, Object> ranges = new LinkedHashMap<>();
            Map<String, Object> marks = new LinkedHashMap<>();
            Numbers numbers = run.numbers().by(report.latency());
            for (Figure figure : report.rule().margins().keySet()) {
                Double low = block.values().get(figure);
                figure.mark(numbers).ifPresent(mark -> marks.put(figure.name(), mark.word()));
                if (low != null && block.isExact(figure)) {
                    values.put(figure.name(), low);
                } else if (low != null) {
                    ranges.put(figure.name(), range(low, block.highest().get(figure)));
                }
            }
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("run", run.folderName());
            one.put("runId", run.result().runId());
            one.put("verdict", run.verdict().level().toString());
            run.verdict().reach().ifPresent(reach -> one.put("reach", reach.title()));
            one.put("values", values);
            if (!ranges.isEmpty()) {
                one.put("ranges", ranges);
            }
            if (!marks.isEmpty()) {
                one.put("marks", marks);
            }
            runs.add(one);
        }
        json.put("runs", runs);
        return json;
    }

    /** Range of a percentile that depends on unfinished messages; the high end is null if there is none. */
    private static Map<String, @Nullable Object> range(double low, @Nullable Double high) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("low", low);
        json.put("high", high);
        return json;
    }

    private static Map<String, Object> notice(Notice notice) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", notice.kind().toString().toLowerCase(Locale.ROOT));
        json.put("sentence", notice.sentence());
        json.put("differences", notice.differences());
        return json;
    }

    private static Map<String, @Nullable Object> row(Figure figure, List<Grid.Column<Figure>> columns) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        columns.forEach(column ->
                json.put(camelCase(column.name()), column.cell().apply(figure).orElse(null)));
        return json;
    }

    private static String camelCase(String name) {
        return Pattern.compile("_(.)").matcher(name).replaceAll(letter -> letter.group(1)
                .toUpperCase(Locale.ROOT));
    }
}
