package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.history.RunNames;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "mark",
        description = {
            "Mark a stored run. The measured files stay as they are; the mark is a file beside them.",
            "",
            "invalid: lists and reports say so at the top. retired: left out of lists. valid: cancels such a mark."
        },
        footer = {"", "Example: dyno history mark last invalid --comment \"the disk was full\""})
final class HistoryMarkCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.LooksBack {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN",
            completionCandidates = Candidates.Runs.class,
            description = StoredRuns.NAMES)
    private Optional<String> run = Optional.empty();

    @Parameters(index = "1", arity = "0..1", paramLabel = "MARK", description = "invalid, retired or valid.")
    private Optional<String> mark = Optional.empty();

    @Option(names = "--comment", paramLabel = "TEXT", description = "Why. Default: nothing.")
    private Optional<String> comment = Optional.empty();

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        problems.addIf(run.isEmpty(), "RUN: is missing; must be a run that dyno history shows, or last.");
        problems.addIf(run.isPresent() && mark.isEmpty(), "MARK: is missing; must be one of valid, invalid, retired.");
        RunMark.Kind kind = mark.map(text -> problems.choice("MARK", text, RunMark.Kind.class, RunMark.Kind.VALID))
                .orElse(RunMark.Kind.VALID);
        problems.refuse();
        RunMark given = new RunMark(kind, comment.orElse(""), Instant.now());
        for (Path folder : runs.find(List.of(run.orElse(RunNames.LAST)))) {
            RunFolder.mark(folder, given);
            out().println(folder.getFileName() + " is marked as " + given.text());
        }
        return Exit.GOOD;
    }
}
