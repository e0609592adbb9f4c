package dev.dyno.model.config.file;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Properties in the notation of the JDK: {@code name=value}, {@code name: value} or {@code name value}, a value may continue on
 * the next line.
 *
 * @param properties in the order of the text
 * @param wrong lines that are not properties
 */
record PropertyLines(Map<String, String> properties, List<String> wrong) {

    static PropertyLines of(String text) {
        Map<String, String> properties = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        for (String line : logical(text)) {
            Properties one = new Properties();
            try {
                one.load(new StringReader(line));
            } catch (IOException | IllegalArgumentException e) {
                wrong.add(line);
                continue;
            }
            one.stringPropertyNames().forEach(name -> {
                String value = one.getProperty(name).strip();
                // The JDK takes a lone word for a name without a value; here that is an error.
                boolean lone = value.isEmpty() && !line.matches(".*[=:]\\s*");
                if (name.isEmpty() || lone) {
                    wrong.add(line);
                } else {
                    properties.put(name, value);
                }
            });
        }
        return new PropertyLines(properties, wrong);
    }

    /** Lines without comments and margins, with continuations joined. */
    private static List<String> logical(String text) {
        List<String> lines = new ArrayList<>();
        String begun = "";
        for (String line : text.lines().map(String::strip).toList()) {
            boolean nothing = line.isEmpty() || line.startsWith("#") || line.startsWith("!");
            if (begun.isEmpty() && nothing) {
                continue;
            }
            String all = begun + line;
            boolean goesOn = all.endsWith("\\") && !all.endsWith("\\\\");
            begun = goesOn ? all.substring(0, all.length() - 1) : "";
            if (!goesOn) {
                lines.add(all);
            }
        }
        if (!begun.isEmpty()) {
            lines.add(begun);
        }
        return lines;
    }
}
