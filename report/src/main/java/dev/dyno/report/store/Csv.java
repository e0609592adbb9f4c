package dev.dyno.report.store;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines of CSV by RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front. */
public final class Csv {

    public static final String END_OF_LINE = "\r\n";

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|-Infinity");

    private Csv() {}

    /** A line with its end. */
    public static String row(List<String> fields) {
        return fields.stream().map(Csv::field).collect(Collectors.joining(",", "", END_OF_LINE));
    }

    /** The field, quoted if necessary. */
    static String field(String value) {
        boolean isFormula = !value.isEmpty()
                && "=+-@\t".indexOf(value.charAt(0)) >= 0
                && !NUMBER.matcher(value).matches();
        String text = isFormula ? "'" + value : value;
        boolean plain =
                text.indexOf('"') < 0 && text.indexOf(',') < 0 && text.indexOf('\r') < 0 && text.indexOf('\n') < 0;
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
