package dev.dyno.cli;

import dev.dyno.report.console.Screen;
import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The terminal of the standard output, if there is one. */
final class Terminal {

    private Terminal() {}

    /** @param out the standard output or standard error */
    static Screen screen(PrintWriter out) {
        // The width of a terminal is asked for by a program of its own.
        return Screen.isWatched()
                ? new Screen(
                        out,
                        true,
                        Ansi.AUTO.enabled(),
                        new UsageMessageSpec().autoWidth(true).width())
                : Screen.plain(out);
    }
}
