package dev.dyno.model.verdict;

import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.Section;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names of settings as the user of a run gave them: by flag, by environment variable, or by key of the workload file. A setting
 * that was not given has the name of its key if there is a workload file, otherwise that of its flag.
 *
 * @param commandLine words of the command line, with the variables before them
 * @param hasFile whether a file describes the load
 */
public record SettingNames(List<String> commandLine, boolean hasFile) {

    /** Names by flags, for settings that were not given. */
    public static final SettingNames FLAGS = new SettingNames(List.of(), false);

    private static final Pattern LOAD = Pattern.compile("(?m)^(producers|consumers|phases)\\s*:");

    /** @param files texts of the files that the command line names */
    public static SettingNames of(List<String> commandLine, Collection<String> files) {
        return new SettingNames(
                commandLine, files.stream().anyMatch(text -> LOAD.matcher(text).find()));
    }

    /**
     * Name of a setting.
     *
     * @param key its key in a workload file, without brackets, or the option of a setting that has no key; {@code =} and a value
     *     may follow, to name the setting with that value
     */
    String of(String key) {
        String[] words = key.split("=", 2);
        Optional<LoadSetting<?, ?>> setting =
                Section.settingAt(words[0].replaceFirst("^(producers|consumers)\\.", "$1[]."));
        String flag = setting.map(some -> flag(some, words)).orElse("--" + key);
        Stream<String> flags = Stream.concat(Stream.of(flag), setting.stream().flatMap(some -> some.flags().stream()));
        return flags.filter(name -> name.startsWith("--"))
                .flatMap(name -> Stream.of(name, variable(name)))
                .filter(this::has)
                .findFirst()
                .orElse(setting.isPresent() && (hasFile || !flag.startsWith("--")) ? String.join(": ", words) : flag);
    }

    private static String variable(String flag) {
        return "DYNO_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static String flag(LoadSetting<?, ?> setting, String... words) {
        return setting.spellings().stream()
                .filter(spelling -> words.length > 1 && spelling.value().equals(words[1]))
                .map(LoadSetting.Spelling::flag)
                .findFirst()
                .or(() -> setting.flags().stream().findFirst())
                .or(() -> setting.allFlags().stream().findFirst())
                .orElse(words[0]);
    }

    private boolean has(String name) {
        return commandLine.stream().anyMatch(word -> word.equals(name) || word.startsWith(name + "="));
    }
}
