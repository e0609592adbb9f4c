package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.Prompt;
import dev.dyno.cli.options.SettingLines;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.CommandRecord;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/**
 * A verb of the command line. It collects all errors and reports them at once; without errors it is carried out. {@link Main}
 * prints the sentence of an exception that users can cause, and maps it to an exit status.
 */
@Command(mixinStandardHelpOptions = true)
abstract class Verb implements Callable<Integer> {

    @Spec
    CommandSpec spec = CommandSpec.create();

    final Problems problems = new Problems();
    final Home home = Home.find();

    /** A verb that finds errors beyond those of the parser, and reports all at once. */
    interface FindsProblems {}

    /**
     * @return the exit status
     * @throws Refusal for errors of the command line
     * @throws Exception for everything else: a sentence if {@link Main#isForUsers}, an error of Dyno otherwise
     */
    abstract int carryOut() throws Exception;

    @Override
    public final Integer call() throws Exception {
        ParseProblems.of(spec).forEach(problems::add);
        if (problems.isEmpty()) {
            Prompt.fill(spec, problems);
        }
        return carryOut();
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Terminal of the standard output or the standard error; a plain screen if there is none. */
    static Screen screen(PrintWriter out) {
        // Finding the width of a terminal takes a program of its own, and is left out without a terminal.
        return Screen.isWatched()
                ? new Screen(
                        out,
                        true,
                        Ansi.AUTO.enabled(),
                        new UsageMessageSpec().autoWidth(true).width())
                : Screen.plain(out);
    }

    /** Printer of lines of the terminal's width. */
    final SettingLines lines() {
        return new SettingLines(out(), spec.commandLine().getUsageHelpWidth());
    }

    /** Drivers of this installation; prints once each step of fetching a library. */
    final DriverFolders drivers(List<Path> jars) {
        Set<String> said = ConcurrentHashMap.newKeySet();
        return new DriverFolders(home.drivers(), jars, (step, progress) -> {
            if (said.add(step)) {
                err().println("dyno: " + step);
            }
        });
    }

    /** Command line, which is stored with its runs. */
    final CommandRecord given() {
        return GivenReader.read(
                spec.commandLine().getDefaultValueProvider() instanceof EnvironmentDefaults twins
                        ? twins.used(spec.commandLine().getParseResult())
                        : Map.of(),
                spec.root().commandLine().getParseResult().originalArgs(),
                word -> spec.findOption(word) != null);
    }

    /** Prints the usage of a verb with subcommands. */
    final int usage() {
        spec.commandLine().usage(out());
        return Exit.GOOD;
    }
}
