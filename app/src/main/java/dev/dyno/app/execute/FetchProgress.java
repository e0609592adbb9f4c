package dev.dyno.app.execute;

import dev.dyno.broker.process.FetchListener;
import dev.dyno.report.console.Screen;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Shows the progress of fetching a broker: on a terminal a line that is overwritten, in a file one line at the beginning and one
 * at the end.
 */
final class FetchProgress implements FetchListener {

    private static final int BAR = 30;
    private static final double MIB = 1 << 20;

    private final PrintWriter err;
    private final boolean watched;
    private boolean begun;

    FetchProgress(PrintWriter err) {
        this.err = err;
        watched = Screen.isWatched();
    }

    @Override
    public void onProgress(Progress progress) {
        if (!watched && !begun) {
            err.println("Fetching " + progress.what() + " from the Maven repositories …");
        }
        begun = true;
        if (watched) {
            err.print("\r" + bar(progress));
        }
        if (progress.done() && watched) {
            err.println();
        } else if (progress.done() && progress.of() > 0) {
            err.println(bar(progress));
        }
        err.flush();
    }

    @Override
    public void onFetching(String what) {
        err.println("Fetching " + what + " …");
        err.flush();
    }

    private static String bar(Progress progress) {
        int full = progress.of() == 0 ? 0 : BAR * progress.jars() / progress.of();
        return String.format(
                Locale.ROOT,
                "Fetching %s [%s%s] %d of %d jars, %.1f MiB",
                progress.what(),
                "#".repeat(full),
                " ".repeat(BAR - full),
                progress.jars(),
                progress.of(),
                progress.bytes() / MIB);
    }
}
