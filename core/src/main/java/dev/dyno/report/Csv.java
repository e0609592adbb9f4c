package dev.dyno.report;

import java.util.List;
import java.util.StringJoiner;

/** Lines of CSV as RFC 4180 has it. */
final class Csv {

    static final String END_OF_LINE = "\r\n";

    private Csv() {}

    /** A line with its end. */
    static String row(List<String> fields) {
        StringJoiner line = new StringJoiner(",", "", END_OF_LINE);
        for (String field : fields) {
            line.add(field(field));
        }
        return line.toString();
    }

    /** In quotes where that is needed. */
    static String field(String text) {
        boolean plain =
                text.indexOf('"') < 0 && text.indexOf(',') < 0 && text.indexOf('\r') < 0 && text.indexOf('\n') < 0;
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
