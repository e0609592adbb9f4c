package dev.dyno.cli.options;

import dev.dyno.driver.setting.NearName;
import java.lang.reflect.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Gives each long option an environment variable: {@code --max-pending} has {@code DYNO_MAX_PENDING}. */
public final class EnvironmentDefaults implements IDefaultValueProvider {

    public static final String PREFIX = "DYNO_";

    /** Variables of other programs that stand for options here, and their twins. */
    private static final Map<String, String> OF_OTHERS =
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "DYNO_OTLP", "OTEL_EXPORTER_OTLP_HEADERS", "DYNO_OTLP_HEADERS");

    /**
     * A command about stored runs, or options about them that a command mixes in. Only the variable for the folder of runs
     * applies to it: those about a load, its broker or its name would be unrequested filters, and the files of a load would be
     * overwritten.
     */
    public interface LooksBack {}

    /**
     * A command whose traffic comes from files. Options about the traffic override the files when typed, but not as environment
     * variables.
     */
    public interface ReadsFiles {}

    private final Map<String, String> environment;

    /** An empty variable counts as absent, as in shells. */
    public EnvironmentDefaults(Map<String, String> environment) {
        this.environment = environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith(PREFIX)
                        && !variable.getValue().isBlank())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, same) -> one, HashMap::new));
        OF_OTHERS.forEach((there, here) -> {
            String value = environment.getOrDefault(there, "");
            if (!value.isBlank()) {
                this.environment.putIfAbsent(here, value);
            }
        });
    }

    /**
     * Sentences about variables that are probably misspelt.
     *
     * @param options of all commands; called only if this command lacks the option of a variable
     */
    public List<String> misspelt(CommandSpec command, Supplier<Stream<OptionSpec>> options) {
        Set<String> here = twins(command.options().stream());
        if (here.containsAll(environment.keySet())) {
            return List.of();
        }
        Set<String> all = twins(options.get());
        return environment.keySet().stream()
                .filter(variable -> !all.contains(variable))
                .sorted()
                .flatMap(variable -> NearName.of(variable.substring(PREFIX.length()), withoutPrefix(all))
                        .map(near -> variable + ": stands for no option. Did you mean " + PREFIX + near + "?")
                        .stream())
                .toList();
    }

    private static Set<String> twins(Stream<OptionSpec> options) {
        return options.flatMap(option -> Stream.of(option.names()))
                .map(EnvironmentDefaults::twinOf)
                .collect(Collectors.toSet());
    }

    private static List<String> withoutPrefix(Set<String> variables) {
        return variables.stream()
                .map(variable -> variable.substring(PREFIX.length()))
                .toList();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        // Doubles each dollar, because the parser replaces two by one, and what looks like a variable by its value.
        return argument instanceof OptionSpec option
                ? variableOf(option)
                        .map(environment::get)
                        .map(value -> value.replace("$", "$$"))
                        .orElse(null)
                : null;
    }

    /** Variable that gives an option a value, if there is one. */
    public Optional<String> variableOf(OptionSpec option) {
        boolean looksBack = option.command().userObject() instanceof LooksBack
                || (option.userObject() instanceof Member member
                        && LooksBack.class.isAssignableFrom(member.getDeclaringClass()));
        if (option.command().userObject() instanceof ReadsFiles && SettingFlags.isOfTraffic(option.userObject())) {
            return Optional.empty();
        }
        return Stream.of(option.names())
                .filter(name -> looksBack ? name.equals("--runs") : name.startsWith("--"))
                .map(EnvironmentDefaults::twinOf)
                .filter(environment::containsKey)
                .findFirst();
    }

    /** Values of a command from the environment, by variable. */
    public Map<String, String> used(ParseResult command) {
        Map<String, String> used = new TreeMap<>();
        for (OptionSpec option : command.commandSpec().options()) {
            if (!command.hasMatchedOption(option)) {
                variableOf(option)
                        .ifPresent(variable -> used.put(variable, Objects.requireNonNull(environment.get(variable))));
            }
        }
        return used;
    }

    public static String twinOf(String option) {
        return PREFIX + option.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
