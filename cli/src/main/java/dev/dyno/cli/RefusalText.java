package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.EnvironmentDefaults;
import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Shows what is wrong with a command line to its user. */
final class RefusalText {

    private static final Pattern OPTION = Pattern.compile("^(-[A-Za-z-]+)(?=[: ])");

    private RefusalText() {}

    /** @return the exit status */
    static int print(Refusal refusal, CommandSpec spec) {
        PrintWriter err = spec.commandLine().getErr();
        for (String sentence : refusal.sentences()) {
            err.println(spec.qualifiedName() + ": " + whereFrom(spec, sentence));
        }
        err.println(spec.qualifiedName() + " --help lists the options.");
        err.flush();
        return Exit.USAGE;
    }

    /** Names the environment variable, if the option was not typed but found there. */
    private static String whereFrom(CommandSpec spec, String sentence) {
        Matcher named = OPTION.matcher(sentence);
        CommandLine commandLine = spec.commandLine();
        if (named.find() && commandLine.getDefaultValueProvider() instanceof EnvironmentDefaults twins) {
            OptionSpec option = spec.findOption(named.group(1));
            if (option != null && !isTyped(option, commandLine.getParseResult())) {
                return twins.variableOf(option)
                        .map(variable -> variable + ", which stands for " + sentence)
                        .orElse(sentence);
            }
        }
        return sentence;
    }

    /** Whether an option was typed; the parser counts one whose value cannot be read as absent. */
    private static boolean isTyped(OptionSpec option, CommandLine.ParseResult parsed) {
        return parsed.hasMatchedOption(option)
                || parsed.originalArgs().stream()
                        .map(word -> word.replaceFirst("=.*", ""))
                        .anyMatch(List.of(option.names())::contains);
    }
}
