package dev.dyno.broker.resource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the text format of Prometheus, version 0.0.4: comments with HELP and TYPE, and a line for each series with a name, labels
 * in braces whose values are quoted with escapes for backslash, quote and line feed, a number, and optionally a time, which is
 * ignored. OpenMetrics is read where it is the same.
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

    /** Called for each series. */
    interface Sink {
        void accept(Series series) throws ProbeException;
    }

    private final Map<String, String> types = new HashMap<>();
    private String line = "";
    private int lineNumber;
    private int at;

    private PrometheusText() {}

    /** @throws ProbeException with the number of the line that is wrong */
    public static List<Series> parse(String page) throws ProbeException {
        List<Series> all = new ArrayList<>();
        new PrometheusText().parse(page, all::add);
        return all;
    }

    private void parse(String page, Sink sink) throws ProbeException {
        int start = 0;
        while (start < page.length()) {
            int end = page.indexOf('\n', start);
            end = end < 0 ? page.length() : end;
            line = page.substring(start, end).strip();
            lineNumber++;
            if (line.startsWith("#")) {
                comment();
            } else if (!line.isEmpty()) {
                sink.accept(series());
            }
            start = end + 1;
        }
    }

    private void comment() {
        String[] words = line.split("\\s+", 4);
        if (words.length == 4 && words[0].equals("#") && words[1].equals("TYPE")) {
            types.put(words[2], words[3]);
        }
    }

    private Series series() throws ProbeException {
        at = 0;
        String name = name();
        Map<String, String> labels = new LinkedHashMap<>();
        skipSpace();
        int endOfText = at;
        if (peek() == '{') {
            at++;
            labels(labels);
            endOfText = at;
        }
        String text = line.substring(0, endOfText).strip();
        String rest = line.substring(at).strip();
        int exemplar = rest.indexOf(" #");
        String[] numbers = (exemplar < 0 ? rest : rest.substring(0, exemplar)).split("\\s+", -1);
        if (numbers.length > 2) {
            throw wrong("one number and a time at most must stand behind the name");
        }
        return new Series(text, name, labels, number(numbers[0]), isCounter(name, labels));
    }

    private String name() throws ProbeException {
        int start = at;
        while (at < line.length() && isNamePart(line.charAt(at), at > start)) {
            at++;
        }
        if (at == start) {
            throw wrong("a name must stand at its place " + (start + 1));
        }
        return line.substring(start, at);
    }

    private static boolean isNamePart(char c, boolean inside) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '_'
                || c == ':'
                || (inside && c >= '0' && c <= '9');
    }

    private void labels(Map<String, String> labels) throws ProbeException {
        while (true) {
            skipSpace();
            if (peek() == '}') {
                at++;
                return;
            }
            String name = name();
            skipSpace();
            expect('=');
            skipSpace();
            expect('"');
            labels.put(name, quoted());
            skipSpace();
            if (peek() != '}') {
                expect(',');
            }
        }
    }

    private String quoted() throws ProbeException {
        StringBuilder value = new StringBuilder();
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            if (c != '\\') {
                value.append(c);
            } else if (at < line.length()) {
                char escaped = line.charAt(at++);
                value.append(escaped == 'n' ? '\n' : escaped);
            }
        }
        throw wrong("a quote is missing");
    }

    private void expect(char c) throws ProbeException {
        if (peek() != c) {
            throw wrong(c + " must stand at its place " + (at + 1));
        }
        at++;
    }

    private char peek() {
        return at < line.length() ? line.charAt(at) : 0;
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\t') {
            at++;
        }
    }

    private double number(String text) throws ProbeException {
        switch (text.toLowerCase(Locale.ROOT)) {
            case "nan" -> {
                return Double.NaN;
            }
            case "+inf", "inf" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-inf" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {
                try {
                    return Double.parseDouble(text);
                } catch (NumberFormatException e) {
                    throw wrong("\"" + text + "\" is no number");
                }
            }
        }
    }

    private boolean isCounter(String name, Map<String, String> labels) {
        String type = types.get(name);
        if (type != null) {
            // A summary's own series are quantiles.
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

    private ProbeException wrong(String what) {
        return new ProbeException("its line " + lineNumber + " is not in the text format of Prometheus: " + what);
    }
}
