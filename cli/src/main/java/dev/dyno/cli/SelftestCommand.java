package dev.dyno.cli;

import dev.dyno.app.execute.CalibrationRun;
import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import dev.dyno.engine.selftest.Selftest;
import dev.dyno.model.pace.SystemTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

@Command(
        name = "selftest",
        description = {
            "Show what Dyno itself costs here, and whether its numbers are true for a broker of known behaviour.",
            "",
            "Takes about 15 s. With --calibrate it does the same with a real broker, behind a proxy that delays and holds up",
            "messages and notes when each passed; that takes about two minutes. Exit status 4 if a number is not true."
        },
        footer = {"", "Examples:", "  dyno selftest --quick", "  dyno selftest --calibrate artemis"})
final class SelftestCommand extends Verb {

    @Option(names = "--quick", description = "Take about 5 s only. Default: about 15 s.")
    private boolean quick;

    @Option(
            names = "--calibrate",
            paramLabel = "BROKER",
            completionCandidates = Candidates.Brokers.class,
            description =
                    "Start this broker, as NAME or NAME:VERSION, load it through a proxy, and compare the reports with"
                            + " what has passed there. Default: the simulated broker, without a proxy.")
    private Optional<String> broker = Optional.empty();

    @Option(
            names = "--driver",
            paramLabel = "NAME",
            completionCandidates = Candidates.Drivers.class,
            description = "With --calibrate: the driver. Default: the broker's own.")
    private Optional<String> driver = Optional.empty();

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "With --calibrate: where the runs are stored. Default: .dyno/runs in the home folder.")
    private Optional<Path> runs = Optional.empty();

    @Override
    int carryOut() throws Refusal, CannotRun {
        // Only typed options are refused: variables of the environment apply to all commands.
        ParseResult typed = spec.commandLine().getParseResult();
        problems.addIf(
                broker.isEmpty() && (typed.hasMatchedOption("--driver") || typed.hasMatchedOption("--runs")),
                "--driver, --runs: need --calibrate; leave them out.");
        problems.addIf(broker.isPresent() && quick, "--quick: contradicts --calibrate; leave one of them out.");
        Optional<CalibrationRun> calibration = broker.map(
                name -> new CalibrationRun(name, driver, runs, given(), screen(out()), err(), Signals::endInGoodOrder));
        calibration.ifPresent(one -> one.problems().forEach(problems::add));
        problems.refuse();
        List<String> untruths = calibration.isPresent() ? calibration.get().call() : selftest();
        out().println();
        untruths.forEach(sentence -> out().println("UNTRUE: " + sentence));
        out().println(
                        untruths.isEmpty()
                                ? "Selftest passed: every number is the truth, within what is stated."
                                : "Selftest failed: do not trust this tool on this machine until the lines above are explained.");
        return untruths.isEmpty() ? Exit.GOOD : Exit.INVALID;
    }

    private List<String> selftest() {
        SystemTime.prepareThread();
        try (SystemTime time = new SystemTime()) {
            Selftest selftest = new Selftest(
                    drivers(List.of()),
                    time,
                    SystemTime::prepareThread,
                    quick ? Selftest.Length.QUICK : Selftest.Length.FULL,
                    out()::println);
            return selftest.run();
        }
    }
}
