package dev.dyno.broker.resource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text format of Prometheus, version 0.0.4: comments with HELP and TYPE, and a line for each series with a name, labels
 * in braces whose values are quoted with escapes for backslash, quote and line feed, a number, and optionally a time, which is
 * ignored. OpenMetrics is read where both formats agree.
 */
public final class PrometheusText {

    /**
     * One line of a page.
     *
     * @param text name and labels as written
     * @param value can be NaN or infinite
     * @param counter whether it only grows
     */
    public record Series(String text, String name, Map<String, String> labels, double value, boolean counter) {}

    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*+";
    private static final String QUOTED = "\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"";
    private static final Pattern LABEL = Pattern.compile("\\s*+(" + NAME + ")\\s*+=\\s*+" + QUOTED + "\\s*+");

    /** A line with a sample. Its quantifiers are possessive: a label may have thousands of letters. */
    private static final Pattern SERIES = Pattern.compile(
            "(?<text>(?<name>" + NAME + ")(?:\\s*+\\{(?<labels>(?:" + LABEL + "(?:,|(?=})))*+)\\s*+})?+)"
                    + "\\s*+(?<value>\\S++)(?:\\s++[^\\s#]\\S*+)?+(?:\\s++#.*+)?+",
            Pattern.DOTALL);

    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");
    private static final int SHOWN_LETTERS = 80;

    private final Map<String, String> types = new HashMap<>();

    private PrometheusText() {}

    /** @throws ProbeException with the number of the line that is wrong */
    public static List<Series> parse(String page) throws ProbeException {
        PrometheusText text = new PrometheusText();
        List<Series> all = new ArrayList<>();
        int number = 0;
        for (String raw : page.split("\n", -1)) {
            String line = raw.strip();
            number++;
            if (line.startsWith("#")) {
                text.comment(line);
            } else if (!line.isEmpty()) {
                all.add(text.series(line, number));
            }
        }
        return all;
    }

    private void comment(String line) {
        String[] words = line.split("\\s+", 4);
        if (words.length == 4 && words[0].equals("#") && words[1].equals("TYPE")) {
            types.put(words[2], words[3]);
        }
    }

    private Series series(String line, int number) throws ProbeException {
        Matcher series = SERIES.matcher(line);
        try {
            if (series.matches()) {
                String name = series.group("name");
                Map<String, String> labels = labels(series.group("labels"));
                double value = number(series.group("value"));
                return new Series(series.group("text"), name, labels, value, isCounter(name, labels));
            }
        } catch (NumberFormatException e) {
            // The exception below reports the line.
        }
        throw new ProbeException("its line " + number + " is not in the text format of Prometheus: "
                + line.substring(0, Math.min(line.length(), SHOWN_LETTERS)));
    }

    private static Map<String, String> labels(@Nullable String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        while (label.find()) {
            labels.put(label.group(1), ESCAPE.matcher(label.group(2)).replaceAll(PrometheusText::unescaped));
        }
        return labels;
    }

    private static String unescaped(MatchResult escape) {
        return escape.group(1).equals("n") ? "\n" : Matcher.quoteReplacement(escape.group(1));
    }

    private static double number(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "+inf", "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    private boolean isCounter(String name, Map<String, String> labels) {
        String type = types.get(name);
        if (type != null) {
            // The series that have a summary's own name are quantiles, not counters.
            return type.equals("counter");
        }
        for (String suffix : List.of("_count", "_sum", "_bucket", "_total")) {
            String family = name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
            String ofFamily = types.getOrDefault(family, "");
            if (ofFamily.equals("summary") || ofFamily.equals("histogram") || ofFamily.equals("counter")) {
                return !labels.containsKey("quantile");
            }
        }
        return name.endsWith("_total");
    }
}
