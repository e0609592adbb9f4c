package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "rm",
        description = "Delete stored runs with all their files. Nothing is asked; a run in progress is refused.",
        footer = {"", "Example: dyno history rm 4f2a91c0 last~2..last"})
final class HistoryRemoveCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.LooksBack {

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            completionCandidates = Candidates.Runs.class,
            description = StoredRuns.NAMES)
    private List<String> names = List.of();

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        runs.check(problems);
        problems.addIf(names.isEmpty(), "RUN: is missing; must be a run that dyno history shows, or last.");
        problems.refuse();
        for (Path folder : runs.find(names)) {
            RunFolder.delete(folder);
            out().println(folder.toAbsolutePath().normalize().getFileName() + " is deleted");
        }
        return Exit.GOOD;
    }
}
