package dev.dyno.report.console;

import dev.dyno.model.result.Unit;

/** Text for the console, the same in every locale. */
public final class ConsoleText {

    private ConsoleText() {}

    public static String line(String format, Object... values) {
        return String.format(Unit.LOCALE, format, values);
    }
}
