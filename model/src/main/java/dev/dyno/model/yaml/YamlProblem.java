package dev.dyno.model.yaml;

import java.util.Comparator;

/**
 * Error in a file.
 *
 * @param file name as the user gave it
 * @param line from 1; 0 = the file as a whole
 * @param column from 1; 0 if the line is 0
 * @param source the line of the file; empty if there is none
 * @param message what was given, what is allowed
 */
public record YamlProblem(String file, int line, int column, String source, String message)
        implements Comparable<YamlProblem> {

    private static final Comparator<YamlProblem> ORDER =
            Comparator.comparingInt(YamlProblem::line).thenComparingInt(YamlProblem::column);

    /** Maximum number of characters shown of a line, around the column. */
    private static final int MOST_SHOWN = 200;

    private static final int MOST_BEFORE = 150;

    /** One sentence with its place, and below it the line, or the part of a long line around the column, with a caret. */
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
        // The margin is as wide as the text before the column, so tabs stay tabs.
        String margin = source.substring(from, at).replaceAll("[^\t]", " ");
        return place + "\n    " + shown + "\n    " + margin + "^";
    }

    @Override
    public int compareTo(YamlProblem other) {
        return ORDER.compare(this, other);
    }
}
