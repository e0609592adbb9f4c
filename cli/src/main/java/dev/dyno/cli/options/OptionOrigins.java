package dev.dyno.cli.options;

import dev.dyno.model.config.Section;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Finds the option that gives a value, and whether it was typed or found in the environment.
 *
 * @param spec of a parsed command line
 */
record OptionOrigins(CommandSpec spec) {

    /** Origin of a value of the workload. */
    String ofPath(String path) {
        boolean consumersAlone = spec.findOption("--producers") == null;
        if (path.startsWith("destinations.") && path.endsWith(".count")) {
            return of("--num-destinations");
        }
        if (path.startsWith("destinations.") || path.endsWith("].to") || path.endsWith("].from")) {
            return spec.commandLine().getParseResult().hasMatchedPositional(0)
                    ? "argument DESTINATION"
                    : Origins.DEFAULT;
        }
        return switch (path) {
            // In a load without producers, options about sends apply to consumers.
            case "consumers[0].ack" ->
                consumersAlone ? of("--tx", "--ack-mode", "--commit-interval") : of("--tx", "--ack-mode");
            case "consumers[0].messages" -> consumersAlone ? of("--message-count") : Origins.DEFAULT;
            default -> ofSetting(path);
        };
    }

    /** Origin of a value with flags of its own. */
    String ofSetting(String path) {
        return Section.settingAt(path)
                .map(setting -> of(setting.allFlags().toArray(String[]::new)))
                .orElse(Origins.DEFAULT);
    }

    /** Origin of a value: the first of these options that was given. */
    String of(String... names) {
        return Stream.of(names)
                .flatMap(name -> found(name).stream())
                .findFirst()
                .orElse(Origins.DEFAULT);
    }

    private Optional<String> found(String name) {
        OptionSpec option = spec.optionsMap().get(name);
        if (option == null) {
            return Optional.empty();
        }
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
            return Optional.of("flag " + name);
        }
        return spec.commandLine().getDefaultValueProvider() instanceof EnvironmentDefaults twins
                ? twins.variableOf(option).map(variable -> "environment " + variable)
                : Optional.empty();
    }
}
