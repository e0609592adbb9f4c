package dev.dyno.app.execute;

import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.console.ProgressLine.OfLoad;
import dev.dyno.report.console.ProgressReporter;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Roles;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Carries out planned runs one at a time, with a line of progress for each, and stores all. */
public final class RunExecutor extends LoadExecution {

    /**
     * A run that has ended, well or not.
     *
     * @param folder in which it is stored; empty if nothing is stored, which was reported
     * @param status exit status of a command with this run only
     */
    public record Done(RunResult result, Optional<Path> folder, int status) {}

    private final Screen results;

    private UnaryOperator<Outputs> alsoTo = UnaryOperator.identity();
    private Optional<CommandRecord> given = Optional.empty();

    /** Executor that shows the progress of each run, and leaves its result to the caller. */
    public static RunExecutor ofProgress(
            DriverFolders folders, Home home, Screen screen, PrintWriter err, Consumer<Runnable> signals) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return new RunExecutor(folders, home, nowhere, err, Screen.plain(nowhere), screen, signals);
    }

    /**
     * @param results receives the last line about each run
     * @param screen shows its progress
     * @param signals receives, with each run, the task that ends the run in good order, to be run when the user wants that
     */
    public RunExecutor(
            DriverFolders folders,
            Home home,
            PrintWriter out,
            PrintWriter err,
            Screen results,
            Screen screen,
            Consumer<Runnable> signals) {
        super(folders, home, screen, out, err, signals);
        this.results = results;
    }

    /** Adds outputs that all runs have. */
    public void addOutputs(UnaryOperator<Outputs> more) {
        alsoTo = more;
    }

    /** Sets the command line of the runs, which is stored with each. */
    public void storeCommand(CommandRecord commandLine) {
        given = Optional.of(commandLine);
    }

    /**
     * Carries out a run on a broker that is started for it.
     *
     * @param label beginning of each line about the run
     * @param runs folder in which the run is stored; empty = the default
     * @throws CannotRun if the run could not begin, or its broker could not be ended
     */
    public Done run(PlannedRun run, String label, Optional<Path> runs) throws CannotRun {
        try (StartedBroker broker = startBroker(run)) {
            return run(run, label, broker, runs);
        }
    }

    /**
     * Carries out a run on a broker that has been started, for this run or an earlier one.
     *
     * @throws CannotRun if the run could not begin
     */
    public Done run(PlannedRun run, String label, StartedBroker broker, Optional<Path> runs) throws CannotRun {
        return run(run, load -> new ProgressReporter(screen, results, label, load), Pilot.NONE, broker, runs);
    }

    /**
     * Carries out a run with a pilot.
     *
     * @param progress makes the reporter that shows the run
     * @throws CannotRun if the run could not begin
     */
    public Done run(
            PlannedRun run, Function<OfLoad, Reporter> progress, Pilot pilot, StartedBroker broker, Optional<Path> runs)
            throws CannotRun {
        Outputs outputs =
                alsoTo.apply(Outputs.ofProgress(runs, progress, results, err)).given(given);
        try (SystemTime time = new SystemTime()) {
            Job job = new Job(run, new SecureRandom().nextLong(), run.roles() == Roles.CONSUMERS, 0, pilot);
            RunResult result = run(job, broker, outputs, time);
            return new Done(result, outputs.storedAt(), outputs.statusOf(result));
        }
    }
}
