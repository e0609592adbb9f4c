package dev.dyno.cli;

import dev.dyno.report.console.Screen;
import java.io.Console;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The terminal of the standard output, if somebody watches there. */
final class Terminal {

    private Terminal() {}

    /** @param out the standard output, or the standard error */
    static Screen screen(PrintWriter out) {
        // The width of a terminal is asked for by a program of its own.
        return isWatched()
                ? new Screen(
                        out,
                        true,
                        Ansi.AUTO.enabled(),
                        new UsageMessageSpec().autoWidth(true).width())
                : Screen.plain(out);
    }

    /** Whether a line may be written over. Since 22 a JVM has a console always, and that knows whether it is a terminal; before, one is there only if it is. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isWatched() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
