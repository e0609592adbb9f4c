package dev.dyno.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code dyno selftest}: what the tool itself costs here, and whether it tells the truth. */
@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        description =
                "Show what the tool itself costs here, and whether it tells the truth about a broker of known behaviour.")
final class SelftestCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        return Exit.GOOD;
    }
}
