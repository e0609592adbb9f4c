package dev.dyno.report.console;

import java.util.ArrayList;
import java.util.List;

/** Divides a text into lines. */
public final class Wrap {

    /** A narrower column is no help to a reader. */
    private static final int MIN_TEXT = 30;

    /** A space that ends no line. */
    private static final char JOINT = '\u00a0';

    private Wrap() {}

    /**
     * The words of a text in lines, the first and the others each behind a beginning of its own.
     *
     * @param width characters of a line, where no word is longer
     */
    public static List<String> lines(String first, String others, String text, int width) {
        int limit = Math.max(width, others.length() + MIN_TEXT);
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        String space = "";
        for (String word : text.split(" ", -1)) {
            if (!space.isEmpty() && line.length() + 1 + word.length() > limit) {
                lines.add(line.toString());
                line = new StringBuilder(others);
                space = "";
            }
            line.append(space).append(word);
            space = " ";
        }
        lines.add(line.toString());
        return lines;
    }

    /** As {@link #lines}, with words that are longer than a line in pieces, and none of {@link #joined} apart. */
    static List<String> broken(String first, String others, String text, int width) {
        int room = Math.max(width - Math.max(first.length(), others.length()), MIN_TEXT);
        return lines(first, others, text.replaceAll("([^ ]{" + room + "})(?=[^ ])", "$1 "), width).stream()
                .map(line -> line.replace(JOINT, ' '))
                .toList();
    }

    /** Words that stay on one line. */
    static String joined(String words) {
        return words.replace(' ', JOINT);
    }
}
