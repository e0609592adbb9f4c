package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.history.HistoryFilter;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.model.result.Plural;
import dev.dyno.report.history.History;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "prune",
        description =
                "Delete the stored runs that began before a time, with all their files, and say which. Nothing is asked."
                        + " Runs in progress, and those that cannot be read, stay.",
        footer = {"", "Example: dyno history prune --older 30d --keep-tagged --dry-run"})
final class HistoryPruneCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.LooksBack {

    @Option(
            names = "--older",
            paramLabel = "TIME",
            description =
                    "Runs that began longer ago than 30d, 12h and the like, or before a day like 2026-11-20 (UTC)."
                            + " Default: none, it must be given.")
    private Optional<String> older = Optional.empty();

    @Option(names = "--keep-tagged", description = "Keep runs with a tag.")
    private boolean keepTagged;

    @Option(names = "--dry-run", description = "Only say which runs would be deleted.")
    private boolean dryRun;

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        runs.check(problems);
        problems.addIf(older.isEmpty(), "--older: is missing; must be an age, like 30d.");
        Instant before = older.flatMap(text -> HistoryFilter.since("--older", text, problems))
                .orElse(Instant.MIN);
        problems.refuse();
        History history = History.of(runs.place());
        List<Path> old = new ArrayList<>();
        int tagged = 0;
        for (RunSummary run : history.runs()) {
            boolean isOld = run.result().started().isBefore(before);
            if (isOld && keepTagged && !run.result().configured().tags().isEmpty()) {
                tagged++;
            } else if (isOld) {
                old.add(run.folder());
            }
        }
        history.unfinished().stream()
                .map(runs.place()::resolve)
                .filter(folder -> RunFolder.beganBefore(folder, before))
                .forEach(old::add);
        old.removeIf(RunFolder::isBeingWritten);
        for (Path folder : old) {
            if (!dryRun) {
                RunFolder.delete(folder);
            }
            out().println(folder.getFileName());
        }
        out().println(Plural.count(old.size(), "run", "runs")
                + (dryRun ? " would be deleted" : " deleted")
                + (tagged > 0 ? ", " + tagged + " kept for " + (tagged == 1 ? "its" : "their") + " tags" : ""));
        out().flush();
        history.complaints().forEach(sentence -> err().println("dyno: " + sentence));
        return Exit.GOOD;
    }
}
