package dev.dyno.cli;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Gives each long option a twin in the environment: {@code --max-pending} is {@code DYNO_MAX_PENDING}. */
final class EnvironmentTwins implements IDefaultValueProvider {

    private static final String RUNS = "--runs";

    /**
     * A command that looks back at stored runs. What the environment says of a load, its broker or its name, would be a filter
     * that nobody has asked for; only where the runs are is the same.
     */
    interface LooksBack {}

    private final Map<String, String> environment;

    EnvironmentTwins(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? variableOf(option).map(environment::get).orElse(null)
                : null;
    }

    /** The variable that gives an option a value, if there is one. */
    Optional<String> variableOf(OptionSpec option) {
        boolean looksBack = option.command().userObject() instanceof LooksBack;
        return Stream.of(option.names())
                .filter(name -> looksBack ? name.equals(RUNS) : name.startsWith("--"))
                .map(EnvironmentTwins::twinOf)
                .filter(environment::containsKey)
                .findFirst();
    }

    /** The values that a command has from the environment, each by its variable. */
    Map<String, String> used(ParseResult command) {
        Map<String, String> used = new TreeMap<>();
        for (OptionSpec option : command.commandSpec().options()) {
            if (!command.hasMatchedOption(option)) {
                variableOf(option)
                        .ifPresent(variable -> used.put(variable, Objects.requireNonNull(environment.get(variable))));
            }
        }
        return used;
    }

    static String twinOf(String option) {
        return "DYNO_" + option.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
