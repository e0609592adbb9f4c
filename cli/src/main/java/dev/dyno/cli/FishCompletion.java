package dev.dyno.cli;

import dev.dyno.cli.options.Candidates;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Lines of a completion script for fish: verbs and options of a command, with the first sentence of each. */
final class FishCompletion {

    private static final String RUNS = """
            function _dyno_runs
                test -n "$DYNO_RUNS"; or set -l DYNO_RUNS ~/.dyno/runs
                ls -t "$DYNO_RUNS" 2>/dev/null
            end""";

    private FishCompletion() {}

    static String of(CommandSpec root) {
        return Stream.concat(
                        Stream.of(RUNS, "complete -c " + root.name() + " -f"), below(root, "__fish_use_subcommand"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** @param condition under which a word of this command or of its verbs may follow */
    private static Stream<String> below(CommandSpec command, String condition) {
        boolean isRoot = command.parent() == null;
        String withoutVerb = isRoot || command.subcommands().isEmpty()
                ? condition
                : condition + "; and not __fish_seen_subcommand_from "
                        + String.join(" ", command.subcommands().keySet());
        String begin = "complete -c " + command.root().name() + " -n '" + withoutVerb + "' ";
        Stream<String> options = command.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names())
                        .map(name -> begin + flag(name) + takes(option) + described(option.description())));
        Stream<String> verbs = command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(verb -> !verb.usageMessage().hidden())
                .flatMap(verb -> Stream.concat(
                        Stream.of(begin + "-a " + verb.name()
                                + described(verb.usageMessage().description())),
                        below(
                                verb,
                                (isRoot ? "" : condition + "; and ") + "__fish_seen_subcommand_from " + verb.name())));
        Stream<String> words = command.positionalParameters().stream()
                .filter(parameter -> parameter.completionCandidates() != null)
                .map(parameter -> begin + words(parameter.completionCandidates()));
        return Stream.of(verbs, options, words).flatMap(lines -> lines);
    }

    private static String flag(String name) {
        return name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1);
    }

    private static String takes(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        return option.completionCandidates() == null ? " -r -F" : " -x " + words(option.completionCandidates());
    }

    private static String words(Iterable<String> candidates) {
        return "-a '" + String.join(" ", candidates).replace(Candidates.STORED_RUNS, "(_dyno_runs)") + "'";
    }

    private static String described(String... sentences) {
        String first = sentences.length == 0
                ? ""
                : sentences[0]
                        .replace("%n", "")
                        .replace("%%", "%")
                        .replaceFirst("(?s)(?<=[.;:]) .*", "")
                        .replaceFirst("[;:]$", "");
        return first.isEmpty() ? "" : " -d '" + first.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
