package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.result.RunConfig;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "tag",
        description = "Add tags to stored runs, change or remove them. The measured files stay as they are.",
        footer = {"", "Example: dyno history tag last commit=3f2a91c branch="})
final class HistoryTagCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.LooksBack {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN",
            completionCandidates = Candidates.Runs.class,
            description = StoredRuns.NAMES)
    private String run = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "NAME=VALUE",
            description = "Tags, as --tag of a load takes them; NAME= removes one.")
    private List<String> given = List.of();

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        runs.check(problems);
        problems.addIf(run.isEmpty(), "RUN: is missing; must be a run that dyno history shows, or last.");
        problems.addIf(given.isEmpty(), "NAME=VALUE: is missing; must be a tag, like commit=3f2a91c.");
        Map<String, String> changes = new LinkedHashMap<>();
        for (String text : given) {
            String[] parts = text.split("=", 2);
            problems.addIf(parts.length < 2, text + "; must be NAME=VALUE, or NAME= to remove a tag.");
            changes.put(parts[0], parts.length < 2 ? "" : parts[1]);
        }
        Map<String, String> added = new LinkedHashMap<>(changes);
        added.values().removeIf(String::isEmpty);
        ConductSettings.refusedTags(added).forEach(problems::add);
        problems.refuse();
        for (Path folder : runs.find(List.of(run))) {
            Map<String, String> tags = RunFolder.tag(folder, changes);
            out().println(folder.getFileName() + " has "
                    + (tags.isEmpty() ? "no tags" : new RunConfig(Map.of(RunConfig.TAGS, tags)).tagText()));
        }
        return Exit.GOOD;
    }
}
