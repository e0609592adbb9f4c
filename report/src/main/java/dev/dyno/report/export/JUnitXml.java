package dev.dyno.report.export;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A suite of test cases in the XML of JUnit, for build servers. Attributes are name, value, name, value, and so on. */
public final class JUnitXml {

    /** Result of a case. */
    public enum End {
        PASSED("system-out"),
        SKIPPED("skipped"),
        FAILURE("failure"),
        ERROR("error");

        private final String element;

        End(String element) {
            this.element = element;
        }
    }

    private static final int REPLACEMENT = 0xFFFD;

    private final StringBuilder cases = new StringBuilder();
    private final Map<End, Integer> counts = new EnumMap<>(End.class);

    /** Adds a case; a passed one without a text has no content. */
    public void add(List<String> attributes, End end, List<String> details, String text) {
        counts.merge(end, 1, Integer::sum);
        boolean isPlain = end == End.PASSED && text.isEmpty();
        String inside = isPlain ? "" : element(end.element, details, escaped(text));
        cases.append("  ").append(element("testcase", attributes, inside)).append('\n');
    }

    /** The document. */
    public String suite(String name, List<String> attributes) {
        StringBuilder head = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite");
        append(
                head,
                List.of(
                        "name",
                        name,
                        "tests",
                        String.valueOf(counts.values().stream()
                                .mapToInt(count -> count)
                                .sum()),
                        "failures",
                        count(End.FAILURE),
                        "errors",
                        count(End.ERROR),
                        "skipped",
                        count(End.SKIPPED)));
        append(head, attributes);
        return head.append(">\n").append(cases).append("</testsuite>\n").toString();
    }

    private String count(End end) {
        return String.valueOf(counts.getOrDefault(end, 0));
    }

    private static String element(String name, List<String> attributes, String inside) {
        StringBuilder text = new StringBuilder("<" + name);
        append(text, attributes);
        return text.append(inside.isEmpty() ? "/>" : ">" + inside + "</" + name + ">")
                .toString();
    }

    private static void append(StringBuilder text, List<String> attributes) {
        for (int i = 0; i < attributes.size(); i += 2) {
            String value =
                    escaped(attributes.get(i + 1)).replace("\"", "&quot;").replace("\n", "&#10;");
            text.append(' ')
                    .append(attributes.get(i))
                    .append("=\"")
                    .append(value)
                    .append('"');
        }
    }

    /** Escapes a text. Some characters have no form in XML, not even an escaped one, and are replaced. */
    private static String escaped(String text) {
        return text.codePoints()
                .map(c -> isXml(c) ? c : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    private static boolean isXml(int c) {
        return c < 0x20
                ? c == '\t' || c == '\n' || c == '\r'
                : !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
    }
}
