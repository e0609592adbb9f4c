package dev.dyno.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** All errors of a command line, thrown before anything starts. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    private static final Pattern OPTION = Pattern.compile("^(-[A-Za-z-]+)(?=[: ])");

    private final transient List<String> sentences;

    Refusal(List<String> sentences) {
        super(String.join(" ", sentences));
        this.sentences = sentences;
    }

    Refusal(Exception cause) {
        super(cause);
        this.sentences = List.of(String.valueOf(cause.getMessage()));
    }

    /** @return the exit status */
    int print(CommandSpec spec) {
        PrintWriter err = spec.commandLine().getErr();
        for (String sentence : sentences) {
            err.println(spec.qualifiedName() + ": " + whereFrom(spec, sentence));
        }
        err.println(spec.qualifiedName() + " --help lists the options.");
        err.flush();
        return Exit.USAGE;
    }

    /** Adds the environment variable, if the option was found there. */
    private static String whereFrom(CommandSpec spec, String sentence) {
        Matcher named = OPTION.matcher(sentence);
        CommandLine commandLine = spec.commandLine();
        if (named.find() && commandLine.getDefaultValueProvider() instanceof EnvironmentTwins twins) {
            OptionSpec option = spec.findOption(named.group(1));
            if (option != null && !isTyped(option, commandLine.getParseResult())) {
                return twins.variableOf(option)
                        .map(variable -> variable + ", which stands for " + sentence)
                        .orElse(sentence);
            }
        }
        return sentence;
    }

    /** Whether an option was typed. The parser treats an option with an unreadable value as absent. */
    private static boolean isTyped(OptionSpec option, CommandLine.ParseResult parsed) {
        return parsed.hasMatchedOption(option)
                || parsed.originalArgs().stream()
                        .map(word -> word.replaceFirst("=.*", ""))
                        .anyMatch(List.of(option.names())::contains);
    }
}
