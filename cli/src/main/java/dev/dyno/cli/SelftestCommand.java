package dev.dyno.cli;

import dev.dyno.load.DriverFolders;
import dev.dyno.pace.SystemTime;
import dev.dyno.selftest.Selftest;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dyno selftest}: what the tool itself costs here, and whether it tells the truth. */
@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        description = {
            "Show what the tool itself costs here, and whether it tells the truth about a broker of known behaviour.",
            "",
            "Takes about 15 s. Exit status 4 if a number is not true."
        },
        footer = {"", "Example: dyno selftest --quick"})
final class SelftestCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--quick", description = "Look for about 5 s only. Default: about 15 s.")
    private boolean quick;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        SystemTime.prepareThread();
        List<String> untruths;
        try (SystemTime time = new SystemTime()) {
            Selftest selftest = new Selftest(
                    new DriverFolders(Home.find().drivers(), List.of()),
                    time,
                    SystemTime::prepareThread,
                    quick ? Selftest.Length.QUICK : Selftest.Length.FULL,
                    line -> {
                        out.println(line);
                        out.flush();
                    });
            untruths = selftest.run();
        }
        out.println();
        untruths.forEach(sentence -> out.println("UNTRUE: " + sentence));
        out.println(
                untruths.isEmpty()
                        ? "Selftest passed: every number is the truth, within what is stated."
                        : "Selftest failed: do not trust this tool on this machine until the lines above are explained.");
        out.flush();
        return untruths.isEmpty() ? Exit.GOOD : Exit.INVALID;
    }
}
