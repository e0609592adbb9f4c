package dev.dyno.cli;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Gives each long option a twin in the environment: {@code --max-pending} is {@code DYNO_MAX_PENDING}. */
final class EnvironmentTwins implements IDefaultValueProvider {

    private final Map<String, String> environment;

    EnvironmentTwins(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (argument instanceof OptionSpec option) {
            for (String name : option.names()) {
                String value = environment.get(twinOf(name));
                if (value != null) {
                    return value;
                }
            }
        }
        return null;
    }

    static String twinOf(String option) {
        return "DYNO_" + option.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
