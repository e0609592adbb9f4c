package dev.dyno.cli.options;

import dev.dyno.app.execute.LivePage;
import dev.dyno.app.plan.Problems;
import dev.dyno.model.config.HelpPart;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** Option for watching a run in a browser. */
@InHelp(HelpPart.OUTPUT)
public final class UiOptions {

    @Option(
            names = "--ui",
            description = "Serve a page, for browsers of this machine, on which the run is watched while it lasts; its"
                    + " address is printed. Default: none.")
    boolean ui;

    /** Opens the page, if it is asked for and there are no errors. */
    public LivePage open(Problems problems, PrintWriter out) {
        return LivePage.open(ui, problems, out);
    }
}
