package dev.dyno.cli;

import dev.dyno.driver.setting.Setting;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Settings for people: names in a column, beside them what they mean, in lines of a given width. */
final class SettingLines {

    private static final String INDENT = "  ";
    private static final int MIN_TEXT = 30;

    private final PrintWriter out;
    private final int width;

    /** @param width characters per line, where no word is longer */
    SettingLines(PrintWriter out, int width) {
        this.out = out;
        this.width = width;
    }

    void print(List<Setting<?>> settings) {
        int column =
                settings.stream().mapToInt(each -> each.name().length()).max().orElse(0) + 2 * INDENT.length();
        for (Setting<?> setting : settings) {
            String space = " ".repeat(column - INDENT.length() - setting.name().length());
            // Of a default that is the broker's or the library's own, the description says what it is.
            wrap(INDENT + setting.name() + space, " ".repeat(column), setting.description());
        }
    }

    /** Prints words, the first line and the others each behind a beginning of its own. */
    void wrap(String first, String others, String text) {
        List<String> line = new ArrayList<>();
        String start = first;
        int length = start.length();
        int limit = Math.max(width, others.length() + MIN_TEXT);
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && length + word.length() > limit) {
                out.println(start + String.join(" ", line));
                line.clear();
                start = others;
                length = start.length();
            }
            line.add(word);
            length += word.length() + 1;
        }
        out.println(start + String.join(" ", line));
    }
}
