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
            String space = " ".repeat(column - INDENT.length() - setting.name().length());
            // A default of the broker's or library's own is in the description.
            wrap(INDENT + setting.name() + space, " ".repeat(column), setting.description());
        }
    }

    /** Prints words, the first line and the others each after a prefix of its own. */
    public void wrap(String first, String others, String text) {
        Wrap.lines(first, others, text, width).forEach(out::println);
    }
}
