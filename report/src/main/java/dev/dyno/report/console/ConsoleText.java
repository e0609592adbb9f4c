package dev.dyno.report.console;

import java.util.Locale;

/** Text for the console, the same in every locale. */
public final class ConsoleText {

    private ConsoleText() {}

    public static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
