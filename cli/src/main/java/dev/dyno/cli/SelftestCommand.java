package dev.dyno.cli;

import dev.dyno.load.DriverFolders;
import dev.dyno.pace.SystemTime;
import dev.dyno.selftest.Selftest;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            "Takes about 15 s. With --calibrate it does the same with a real broker, whose messages a proxy delays, holds up and",
            "reads: what has passed is the truth, and takes about two minutes. Exit status 4 if a number is not true."
        },
        footer = {"", "Examples:", "  dyno selftest --quick", "  dyno selftest --calibrate artemis"})
final class SelftestCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--quick", description = "Look for about 5 s only. Default: about 15 s.")
    private boolean quick;

    @Option(
            names = "--calibrate",
            paramLabel = "BROKER",
            description =
                    "Start this broker, as NAME or NAME:VERSION, load it through a proxy, and compare the reports with"
                            + " what has passed there. Default: the simulated broker, without a proxy.")
    private Optional<String> broker = Optional.empty();

    @Option(
            names = "--driver",
            paramLabel = "NAME",
            description = "With --calibrate: the driver. Default: the broker's own.")
    private Optional<String> driver = Optional.empty();

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "With --calibrate: where the runs are stored. Default: .dyno/runs in the home folder.")
    private Optional<Path> runs = Optional.empty();

    @Override
    public Integer call() {
        List<String> problems = new ArrayList<>(ParseProblems.of(spec));
        if (broker.isEmpty() && Stream.of("--driver", "--runs").anyMatch(this::isGiven)) {
            problems.add("--driver, --runs: need --calibrate; leave them out.");
        }
        if (broker.isPresent() && quick) {
            problems.add("--quick: contradicts --calibrate; leave one of them out.");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Optional<CalibrationRun> calibration = broker.map(name -> new CalibrationRun(name, driver, runs, out, err));
        calibration.ifPresent(one -> problems.addAll(one.problems()));
        if (!problems.isEmpty()) {
            return Refusal.say(spec, problems);
        }
        List<String> untruths;
        try {
            untruths = calibration.isPresent() ? calibration.get().call() : selftest(out);
        } catch (CannotRun e) {
            err.println("dyno selftest: " + e.getMessage());
            return Exit.FAILED;
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

    /** On the command line; their environment variables are for all commands. */
    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private List<String> selftest(PrintWriter out) {
        SystemTime.prepareThread();
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
            return selftest.run();
        }
    }
}
