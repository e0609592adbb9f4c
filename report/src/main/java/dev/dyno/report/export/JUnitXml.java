package dev.dyno.report.export;

import dev.dyno.report.store.XmlText;
import java.util.ArrayList;
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

    private final List<String> cases = new ArrayList<>();
    private final Map<End, Integer> counts = new EnumMap<>(End.class);

    /** Adds a case; a passed one without properties and text has no content. */
    public void add(
            List<String> attributes, Map<String, String> properties, End end, List<String> details, String text) {
        counts.merge(end, 1, Integer::sum);
        boolean isPlain = end == End.PASSED && text.isEmpty();
        StringBuilder all = new StringBuilder();
        properties.forEach((name, value) -> all.append(element("property", List.of("name", name, "value", value), "")));
        String inside = (all.isEmpty() ? "" : element("properties", List.of(), all.toString()))
                + (isPlain ? "" : element(end.element, details, XmlText.escaped(text)));
        cases.add("  " + element("testcase", attributes, inside) + '\n');
    }

    public String suite(String name, List<String> more) {
        List<String> attributes = new ArrayList<>(List.of("name", name, "tests", String.valueOf(cases.size())));
        attributes.addAll(List.of("failures", count(End.FAILURE), "errors", count(End.ERROR)));
        attributes.addAll(List.of("skipped", count(End.SKIPPED)));
        attributes.addAll(more);
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + element("testsuite", attributes, '\n' + String.join("", cases)) + '\n';
    }

    private String count(End end) {
        return String.valueOf(counts.getOrDefault(end, 0));
    }

    private static String element(String name, List<String> attributes, String inside) {
        StringBuilder text = new StringBuilder("<" + name);
        for (int i = 0; i < attributes.size(); i += 2) {
            // A bare line end in an attribute would be read as a space.
            String value = XmlText.escaped(attributes.get(i + 1)).replace("\n", "&#10;");
            text.append(' ' + attributes.get(i) + "=\"" + value + '"');
        }
        return text + (inside.isEmpty() ? "/>" : ">" + inside + "</" + name + ">");
    }
}
