package dev.dyno.model.yaml;

import java.util.Comparator;

/**
 * Something wrong in a file.
 *
 * @param file as the user named it
 * @param line from 1; 0 = the file as a whole
 * @param column from 1; 0 with the line
 * @param source the line as it stands in the file; empty where there is none
 * @param message what was given, what is allowed
 */
public record YamlProblem(String file, int line, int column, String source, String message)
        implements Comparable<YamlProblem> {

    private static final Comparator<YamlProblem> ORDER =
            Comparator.comparingInt(YamlProblem::line).thenComparingInt(YamlProblem::column);

    /** Of a line, around the column. */
    private static final int MOST_SHOWN = 200;

    private static final int MOST_BEFORE = 150;

    /** One sentence with its place, and under it the line, or what is near of a long one, with a caret below where it is. */
    @Override
    public String toString() {
        if (line == 0) {
            return file + ": " + message;
        }
        String place = file + ":" + line + ":" + column + ": " + message;
        if (source.isBlank()) {
            return place;
        }
        int at = Math.min(column - 1, source.length());
        int from = source.length() > MOST_SHOWN ? Math.max(0, at - MOST_BEFORE) : 0;
        String shown = source.substring(from, Math.min(source.length(), from + MOST_SHOWN));
        // As wide as what stands before the column, tabs included.
        String margin = source.substring(from, at).replaceAll("[^\t]", " ");
        return place + "\n    " + shown + "\n    " + margin + "^";
    }

    @Override
    public int compareTo(YamlProblem other) {
        return ORDER.compare(this, other);
    }
}
