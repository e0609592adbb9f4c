package dev.dyno.broker.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Replaces {@code ${name}} in texts. A line with a knob without a value is left out, so that the default of the broker's version
 * applies. An unknown name is an error.
 *
 * <p>For a boolean knob, {@code ${if name}} anywhere in a line keeps the line only if the knob is true, {@code ${unless name}}
 * only if it is false. For any other knob, they keep the line only if it has a value, or only if it has none. For a boolean knob,
 * {@code ${name?text:other}} stands for the first text if the knob is true, or else for the second, which has no colon and may be
 * missing. {@code version>=4.0} can replace a knob; it is true for that version, later ones and an unknown one.
 */
final class Placeholders {

    /**
     * Names that the launcher provides: the dyno home; the data folder; the listen address and its network interface; the port (0
     * = any free one, for a main class that reports which it took); a random word, another one in each text; the version; the file
     * of an installed program and its folder.
     */
    static final Set<String> PROVIDED =
            Set.of("home", "data", "host", "interface", "port", "random", "version", "program", "program-folder");

    private static final String IF = "if ";
    private static final String UNLESS = "unless ";
    private static final String FROM = "version>=";

    private final Set<String> knobs;
    private final Map<String, String> values;

    /**
     * @param knobs names that may have no value
     * @param values of knobs and of provided names
     */
    Placeholders(Set<String> knobs, Map<String, String> values) {
        this.knobs = knobs;
        this.values = Map.copyOf(values);
    }

    /** Fills a whole file; values are escaped for its format, which the ending of its name determines. */
    String fillFile(Path file, String content) throws BrokerException {
        Escape escape = Escape.of(file.toString());
        StringBuilder out = new StringBuilder(content.length() + 256);
        int number = 0;
        for (String line : content.lines().toList()) {
            fill(line, escape, file + ":" + ++number)
                    .ifPresent(filled -> out.append(filled).append('\n'));
        }
        return out.toString();
    }

    /** Fills texts, leaving out those with a knob without a value, or with a condition that does not hold. */
    List<String> fillAll(List<String> texts, String where) throws BrokerException {
        List<String> filled = new ArrayList<>();
        for (String text : texts) {
            fill(text, Escape.NONE, where).ifPresent(filled::add);
        }
        return filled;
    }

    private Optional<String> fill(String line, Escape escape, String where) throws BrokerException {
        StringBuilder out = new StringBuilder(line.length() + 64);
        boolean complete = true;
        int from = 0;
        for (int start = line.indexOf("${"); start >= 0; start = line.indexOf("${", from)) {
            int end = line.indexOf('}', start);
            if (end < 0) {
                throw new BrokerException(where + ": '${' without '}'.");
            }
            String name = line.substring(start + 2, end);
            out.append(line, from, start);
            if (name.startsWith(IF) || name.startsWith(UNLESS)) {
                complete &= isTrue(name.substring(name.indexOf(' ') + 1), where) == name.startsWith(IF);
            } else if (name.indexOf('?') > 0) {
                out.append(either(name, where));
            } else if (values.containsKey(name)) {
                out.append(escape.apply(values.get(name)));
            } else {
                requireKnob(name, where);
                complete = false;
            }
            from = end + 1;
        }
        return complete ? Optional.of(out.append(line, from, line.length()).toString()) : Optional.empty();
    }

    private String either(String choice, String where) throws BrokerException {
        int question = choice.indexOf('?');
        int colon = choice.lastIndexOf(':');
        int end = colon < 0 ? choice.length() : colon;
        return isTrue(choice.substring(0, question), where)
                ? choice.substring(question + 1, end)
                : choice.substring(Math.min(end + 1, choice.length()));
    }

    private boolean isTrue(String knob, String where) throws BrokerException {
        if (knob.startsWith(FROM)) {
            String version = values.getOrDefault("version", "");
            return !Version.isValid(version)
                    || new Version(version).compareTo(new Version(knob.substring(FROM.length()))) >= 0;
        }
        requireKnob(knob, where);
        return !"false".equals(values.getOrDefault(knob, "false"));
    }

    private void requireKnob(String name, String where) throws BrokerException {
        if (!knobs.contains(name)) {
            throw new BrokerException(where + ": unknown placeholder ${" + name
                    + "}; must be a knob or a port of the recipe, or one of "
                    + String.join(", ", PROVIDED.stream().sorted().toList()) + ".");
        }
    }

    /** Escape of values in a format: a password with an ampersand must stay the same password. */
    private enum Escape {
        NONE,
        XML,
        JSON,
        ERLANG,
        PROPERTIES;

        static Escape of(String fileName) {
            return switch (fileName.substring(fileName.lastIndexOf('.') + 1)) {
                case "xml" -> XML;
                case "json" -> JSON;
                case "config" -> ERLANG;
                case "properties", "pemcfg" -> PROPERTIES;
                default -> NONE;
            };
        }

        String apply(String value) {
            return switch (this) {
                case NONE -> value;
                case XML ->
                    value.replace("&", "&amp;")
                            .replace("<", "&lt;")
                            .replace(">", "&gt;")
                            .replace("\"", "&quot;");
                case JSON -> value.replace("\\", "\\\\").replace("\"", "\\\"");
                case ERLANG -> ascii(new String(JSON.apply(value).getBytes(UTF_8), ISO_8859_1), "\\x{%x}");
                case PROPERTIES -> ascii(value.replace("\\", "\\\\").replaceFirst("^ ", "\\\\ "), "\\u%04x");
            };
        }

        /** Escapes all but ASCII: some programs, or some versions of them, read a file as UTF-8, others as ISO 8859-1. */
        private static String ascii(String text, String code) {
            return text.chars()
                    .mapToObj(c -> c < 0x7f ? Character.toString(c) : String.format(Locale.ROOT, code, c))
                    .collect(Collectors.joining());
        }
    }
}
