package dev.dyno.model.config;

import dev.dyno.model.yaml.YamlFile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Values in the notation of a YAML file, quoted where a reader would take them for something else. */
public final class YamlText {

    /** Texts that are no number, and have no meaning in YAML unless they are a {@link #WORD_OF_YAML}. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*|(queue|topic)://[A-Za-z0-9_./-]+");

    private static final Pattern WORD_OF_YAML =
            Pattern.compile("true|false|null|yes|no|on|off|y|n", Pattern.CASE_INSENSITIVE);

    public static final String ABSENT = "null";

    private YamlText() {}

    public static String text(String text) {
        return isPlain(text) ? text : YamlFile.quoted(text);
    }

    public static boolean isPlain(String text) {
        return PLAIN.matcher(text).matches() && !WORD_OF_YAML.matcher(text).matches();
    }

    public static String list(List<String> texts) {
        return texts.size() == 1
                ? text(texts.get(0))
                : texts.stream().map(YamlText::text).collect(Collectors.joining(", ", "[", "]"));
    }

    /** A mapping in one line, sorted by key; numbers and booleans without quotes. */
    public static String map(Map<?, ?> entries) {
        Map<String, String> texts = new TreeMap<>();
        entries.forEach((key, value) ->
                texts.put(key.toString(), value instanceof String text ? text(text) : value.toString()));
        return texts.isEmpty()
                ? "{}"
                : texts.entrySet().stream()
                        .map(entry -> text(entry.getKey()) + ": " + entry.getValue())
                        .collect(Collectors.joining(", ", "{ ", " }"));
    }
}
