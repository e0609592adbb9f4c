package dev.dyno.cli;

import dev.dyno.report.console.Screen;
import java.io.Console;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The terminal of the standard output, if there is one. */
final class Terminal {

    private Terminal() {}

    /** @param out the standard output or standard error */
    static Screen screen(PrintWriter out) {
        // The width of a terminal is found by a separate program.
        return isWatched()
                ? new Screen(
                        out,
                        true,
                        Ansi.AUTO.enabled(),
                        new UsageMessageSpec().autoWidth(true).width())
                : Screen.plain(out);
    }

    /**
     * Whether the output is a terminal, so that a line can be overwritten. Since Java 22 there is always a console, which knows
     * whether it is a terminal; before, it exists only on a terminal.
     */
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
