package dev.dyno.app.compare;

import dev.dyno.app.plan.Problems;
import dev.dyno.report.study.StudyCells;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Side of a comparison that is a study or one of its cells: {@code FOLDER} or {@code FOLDER:k=v,k=v}.
 *
 * @param values of the cell; empty = the whole study
 */
public record StudySide(Path folder, Map<String, String> values) {

    public StudySide {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Reads a side; empty if the text names no folder of a study. Wrong values are added to the problems. */
    public static Optional<StudySide> parse(String text, Problems problems) {
        // Splits at the last colon with a study before it, because folders may have colons in their names.
        for (int end = text.length(); end > 0; end = text.lastIndexOf(':', end - 1)) {
            if (isStudy(text.substring(0, end))) {
                String rest = end == text.length() ? "" : text.substring(end + 1);
                return Optional.of(new StudySide(
                        Path.of(text.substring(0, end)),
                        end == text.length() ? Map.of() : values(text, rest, problems)));
            }
        }
        return Optional.empty();
    }

    private static boolean isStudy(String text) {
        try {
            return StudyCells.isStudy(Path.of(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static Map<String, String> values(String text, String rest, Problems problems) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : rest.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                problems.add(text + ": " + (pair.isEmpty() ? "a value is missing" : pair)
                        + "; must be AXIS=VALUE of the study, several with commas between them.");
            } else {
                values.put(
                        pair.substring(0, equals).strip(),
                        pair.substring(equals + 1).strip());
            }
        }
        return values;
    }
}
