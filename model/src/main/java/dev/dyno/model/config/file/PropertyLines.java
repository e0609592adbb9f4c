package dev.dyno.model.config.file;

import dev.dyno.driver.Secrets;
import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

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
        Properties inOrder = new Properties() {
            @Override
            public synchronized Object put(Object name, Object value) {
                properties.put((String) name, ((String) value).strip());
                return super.put(name, value);
            }
        };
        try {
            inOrder.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException e) {
            return new PropertyLines(Map.of(), List.of(Secrets.withoutSecrets(text.strip())));
        }
        List<String> wrong = properties.entrySet().stream()
                .filter(property -> property.getKey().isEmpty() || isLone(property.getKey(), property.getValue(), text))
                .map(Map.Entry::getKey)
                .toList();
        properties.keySet().removeAll(wrong);
        return new PropertyLines(properties, wrong);
    }

    private static boolean isLone(String name, String value, String text) {
        return value.isEmpty()
                && !Pattern.compile("(?m)^\\s*" + Pattern.quote(name) + "\\s*[=:]")
                        .matcher(text)
                        .find();
    }
}
