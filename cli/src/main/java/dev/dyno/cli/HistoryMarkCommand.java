package dev.dyno.cli;

import dev.dyno.history.RunNames;
import dev.dyno.report.RunFolder;
import dev.dyno.report.RunMark;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dyno history mark}: what somebody thinks of a run. */
@Command(
        name = "mark",
        mixinStandardHelpOptions = true,
        description = {
            "Mark a stored run. What was measured stays as it is; the mark is a file beside it.",
            "",
            "invalid: lists and reports say so at the top. retired: left out of lists. valid: takes such a mark back."
        },
        footer = {"", "Example: dyno history mark last invalid --comment \"the disk was full\""})
final class HistoryMarkCommand implements Callable<Integer>, Refusal.Complete, EnvironmentTwins.LooksBack {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN",
            description = "Its folder, the beginning of its name or id as dyno history shows them, or last.")
    private Optional<String> run = Optional.empty();

    @Parameters(index = "1", arity = "0..1", paramLabel = "MARK", description = "invalid, retired or valid.")
    private Optional<String> mark = Optional.empty();

    @Option(names = "--comment", paramLabel = "TEXT", description = "Why. Default: nothing.")
    private Optional<String> comment = Optional.empty();

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Problems problems = new Problems();
        ParseProblems.of(spec).forEach(problems::add);
        problems.addIf(run.isEmpty(), "RUN: is missing; must be a run that dyno history shows, or last.");
        problems.addIf(run.isPresent() && mark.isEmpty(), "MARK: is missing; must be one of valid, invalid, retired.");
        RunMark.Kind kind = mark.map(text -> problems.choice("MARK", text, RunMark.Kind.class, RunMark.Kind.VALID))
                .orElse(RunMark.Kind.VALID);
        if (!problems.isEmpty()) {
            return Refusal.say(spec, problems.sentences());
        }
        try {
            Path folder = runs.find(run.orElse(RunNames.LAST));
            RunMark given = new RunMark(kind, comment.orElse(""), Instant.now());
            RunFolder.mark(folder, given);
            out.println(folder.getFileName() + " is marked as " + given.text());
            out.flush();
            return Exit.GOOD;
        } catch (IOException e) {
            return StoredRuns.cannot(spec, e);
        }
    }
}
