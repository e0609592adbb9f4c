package dev.dyno.model.config.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Writes values by their paths as a YAML file in block style, with a comment after each that has one. */
public final class WorkloadText {

    private static final int COMMENTS_AT = 40;

    private final StringBuilder text = new StringBuilder();
    private List<String> open = List.of();

    private WorkloadText() {}

    /**
     * Text of a file.
     *
     * @param values of {@link WorkloadValues}
     * @param comments comment for a path; may be blank
     */
    public static String of(Map<String, String> values, Function<String, String> comments) {
        WorkloadText text = new WorkloadText();
        values.forEach((path, value) -> text.add(path, value, comments.apply(path)));
        return text.text.toString();
    }

    private void add(String path, String value, String comment) {
        // The steps of producers[0].message.size are producers, [0], message and size.
        List<String> steps = new ArrayList<>(List.of(path.replace("[", ".[").split("\\.", -1)));
        String key = steps.remove(steps.size() - 1);
        int common = 0;
        while (common < Math.min(open.size(), steps.size()) && open.get(common).equals(steps.get(common))) {
            common++;
        }
        boolean dash = false;
        for (int i = common; i < steps.size(); i++) {
            if (steps.get(i).startsWith("[")) {
                dash = true;
            } else {
                line(indent(steps.subList(0, i)), dash, steps.get(i) + ":");
                dash = false;
            }
        }
        open = List.copyOf(steps);
        String line = key + ": " + value;
        int margin = indent(steps);
        String gap = " ".repeat(Math.max(0, COMMENTS_AT - margin - line.length()));
        line(margin, dash, comment.isBlank() ? line : line + gap + "  # " + comment);
    }

    /** Indent of the content, in characters: two for each mapping and two for each dash. */
    private static int indent(List<String> steps) {
        return 2 * steps.size();
    }

    private void line(int margin, boolean dash, String line) {
        text.append(" ".repeat(dash ? margin - 2 : margin))
                .append(dash ? "- " : "")
                .append(line)
                .append('\n');
    }
}
