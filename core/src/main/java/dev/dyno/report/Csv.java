package dev.dyno.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines of CSV as RFC 4180 has it. */
final class Csv {

    static final String END_OF_LINE = "\r\n";

    private static final Pattern PLAIN = Pattern.compile("[^\",\r\n]*");

    private Csv() {}

    /** A line with its end. */
    static String row(List<String> fields) {
        return fields.stream().map(Csv::field).collect(Collectors.joining(",", "", END_OF_LINE));
    }

    /** In quotes where that is needed. */
    static String field(String text) {
        return PLAIN.matcher(text).matches() ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
