package dev.dyno.cli;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Lines of a completion script for fish: verbs and options of a command, with the first sentence of each. */
final class FishCompletion {

    private FishCompletion() {}

    static String of(CommandSpec root) {
        return Stream.concat(Stream.of("complete -c " + root.name() + " -f"), below(root, "__fish_use_subcommand"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** @param condition under which a word of this command may follow */
    private static Stream<String> below(CommandSpec command, String condition) {
        String begin = "complete -c " + command.root().name() + " -n '" + condition + "' ";
        Stream<String> options = command.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names())
                        .map(name -> begin + flag(name) + takes(option) + said(option.description())));
        Stream<String> verbs = command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(verb -> !verb.usageMessage().hidden())
                .flatMap(verb -> Stream.concat(
                        Stream.of(begin + "-a " + verb.name()
                                + said(verb.usageMessage().description())),
                        below(verb, "__fish_seen_subcommand_from " + verb.name())));
        return Stream.concat(verbs, options);
    }

    private static String flag(String name) {
        return name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1);
    }

    private static String takes(OptionSpec option) {
        return option.arity().max() > 0 ? " -r -F" : "";
    }

    private static String said(String... sentences) {
        String first =
                sentences.length == 0 ? "" : sentences[0].replace("%n", "").replaceFirst("(?s)(?<=[.;:]) .*", "");
        return first.isEmpty() ? "" : " -d '" + first.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
