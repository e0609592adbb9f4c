package dev.dyno.report.console;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Divides a text into lines. */
public final class Wrap {

    /** Minimum width of a text: a narrower column does not help the reader. */
    private static final int MIN_TEXT = 30;

    /** A space at which no line may end. */
    private static final char JOINT = '\u00a0';

    private static final Pattern BEFORE_UNIT = Pattern.compile("(?<=[0-9]) (?=(?:%|[mµn]?s)(?:[^\\w]|$))");

    private Wrap() {}

    /**
     * Words of a text in lines, the first and the others each after a prefix of its own.
     *
     * @param width characters of a line, unless a word is longer
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

    /**
     * Lines as in {@link #lines}, with words that are longer than a line broken, and numbers with their units and {@link #joined}
     * words kept together.
     */
    static List<String> broken(String first, String others, String text, int width) {
        int room = Math.max(width - Math.max(first.length(), others.length()), MIN_TEXT);
        String joined = BEFORE_UNIT.matcher(text).replaceAll(String.valueOf(JOINT));
        return lines(first, others, joined.replaceAll("([^ ]{" + room + "})(?=[^ ])", "$1 "), width).stream()
                .map(line -> line.replace(JOINT, ' '))
                .toList();
    }

    /** Words that must stay on one line. */
    static String joined(String words) {
        return words.replace(' ', JOINT);
    }
}
