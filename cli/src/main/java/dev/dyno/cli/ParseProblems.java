package dev.dyno.cli;

import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.driver.setting.NearName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Errors of the command-line parser, in the words of all other errors. */
final class ParseProblems {

    /** Picocli's message about a value given to an option that takes none; groups 1 and 2 are the option and the value. */
    private static final Pattern VALUE_OF_A_SWITCH =
            Pattern.compile("option '(.*?)'.* should be specified without '(.*)' parameter");

    /** All verbs, made only when a problem needs them: making them takes longer than parsing a command line. */
    private static final class AllVerbs {
        static final CommandSpec ROOT = Main.commandLine().getCommandSpec();
    }

    private ParseProblems() {}

    /** All errors of a command whose arguments were parsed with errors collected. */
    static List<String> of(CommandSpec spec) {
        List<String> sentences = new ArrayList<>();
        CommandLine.ParseResult result = spec.commandLine().getParseResult();
        for (Exception error : result == null ? List.<Exception>of() : result.errors()) {
            if (error instanceof ParameterException e) {
                sentences.addAll(sentencesOf(spec, e));
            } else {
                sentences.add(String.valueOf(error.getMessage()));
            }
        }
        if (spec.commandLine().getDefaultValueProvider() instanceof EnvironmentDefaults twins) {
            sentences.addAll(twins.misspelt(spec, () -> options(AllVerbs.ROOT)));
        }
        return sentences;
    }

    private static Stream<OptionSpec> options(CommandSpec command) {
        return Stream.concat(command.options().stream(), subcommands(command).flatMap(ParseProblems::options));
    }

    /** Sentences about an error; at least one. */
    static List<String> sentencesOf(CommandSpec spec, ParameterException error) {
        if (error instanceof UnmatchedArgumentException e) {
            List<String> options =
                    e.getUnmatched().stream().filter(a -> a.startsWith("-")).toList();
            String first = e.getUnmatched().get(0);
            // After a word that is no verb, all options are unknown.
            return options.isEmpty() || (spec == spec.root() && !first.startsWith("-"))
                    ? List.of(unknownWord(spec, first))
                    : options.stream()
                            .map(option -> unknownOption(spec, option))
                            .toList();
        }
        if (error instanceof MissingParameterException e && !e.getMissing().isEmpty()) {
            return e.getMissing().stream()
                    .map(a -> nameOf(a)
                            + (a.isPositional()
                                    ? ": is missing; give one" + (a.arity().max() > 1 ? " or more." : ".")
                                    : ": has " + missing(a.arity().min()) + "; must be followed by " + a.paramLabel()
                                            + "."))
                    .toList();
        }
        ArgSpec argument = error instanceof OverwrittenOptionException e ? e.getOverwritten() : error.getArgSpec();
        if (argument == null) {
            return List.of(VALUE_OF_A_SWITCH
                    .matcher(String.valueOf(error.getMessage()))
                    .replaceFirst("$1: $2; takes no value. Leave =$2 out."));
        }
        return List.of(
                error instanceof OverwrittenOptionException
                        ? nameOf(argument) + ": is given more than once; leave one of them out."
                        : nameOf(argument) + ": " + given(error.getValue()) + "; must be " + argument.paramLabel()
                                + ".");
    }

    private static String missing(int values) {
        return values > 1 ? "not its " + values + " values, each a word of its own" : "no value";
    }

    private static String given(@Nullable String value) {
        return value == null || value.isBlank() ? "is empty" : value;
    }

    private static String nameOf(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String unknownOption(CommandSpec spec, String typed) {
        String name = typed.replaceFirst("=.*", "");
        String refusal = name + ": is not an option of " + spec.qualifiedName();
        List<String> others = subcommands(AllVerbs.ROOT)
                .filter(verb -> verb.findOption(name) != null)
                .map(CommandSpec::qualifiedName)
                .toList();
        if (!others.isEmpty()) {
            return refusal + ", but of " + String.join(", ", others) + "."
                    + (spec == spec.root() ? " Options follow the verb." : "");
        }
        return refusal + "." + NearName.question(name, names(spec));
    }

    private static List<String> names(CommandSpec spec) {
        return spec.options().stream()
                .flatMap(option -> Stream.of(option.names()))
                .toList();
    }

    private static String unknownWord(CommandSpec spec, String typed) {
        Map<String, CommandLine> verbs = spec.subcommands();
        if (verbs.isEmpty()) {
            return typed + ": is too much; " + spec.qualifiedName() + " takes options only.";
        }
        return typed + ": is not a verb of " + spec.qualifiedName() + "; must be one of "
                + String.join(", ", verbs.keySet()) + "."
                + NearName.question(typed, verbs.keySet());
    }

    private static Stream<CommandSpec> subcommands(CommandSpec spec) {
        return spec.subcommands().values().stream().distinct().map(CommandLine::getCommandSpec);
    }
}
