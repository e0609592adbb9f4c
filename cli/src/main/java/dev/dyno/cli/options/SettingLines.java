package dev.dyno.cli.options;

import dev.dyno.driver.setting.Setting;
import dev.dyno.report.console.Wrap;
import java.io.PrintWriter;
import java.util.List;

/**
 * Settings in two columns for users, names and meanings, in lines of a given width.
 *
 * @param width characters per line, unless a word is longer
 */
public record SettingLines(PrintWriter out, int width) {

    private static final String INDENT = "  ";

    public void print(List<Setting<?>> settings) {
        int column =
                settings.stream().mapToInt(each -> each.name().length()).max().orElse(0) + 2 * INDENT.length();
        for (Setting<?> setting : settings) {
            // A default of the broker's or library's own is in the description.
            row(INDENT + setting.name(), column, setting.description());
        }
    }

    /** Prints a name, and words in the column beside it. */
    public void row(String name, int column, String text) {
        wrap(name + " ".repeat(column - name.length()), " ".repeat(column), text);
    }

    /** Prints words, the first line and the others each after a prefix of its own. */
    public void wrap(String first, String others, String text) {
        Wrap.lines(first, others, text, width).forEach(out::println);
    }
}
