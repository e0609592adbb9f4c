package dev.dyno.yaml;

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

    /** One sentence with its place, and under it the line with a caret below where it is. */
    @Override
    public String toString() {
        if (line == 0) {
            return file + ": " + message;
        }
        String place = file + ":" + line + ":" + column + ": " + message;
        return source.isBlank() ? place : place + "\n    " + source + "\n    " + margin() + "^";
    }

    /** As wide as what stands before the column, tabs included. */
    private String margin() {
        return source.substring(0, Math.min(column - 1, source.length())).replaceAll("[^\t]", " ");
    }

    @Override
    public int compareTo(YamlProblem other) {
        return ORDER.compare(this, other);
    }
}
