package dev.dyno.cli;

import dev.dyno.config.ConsumerSettings;
import dev.dyno.config.HeadSettings;
import dev.dyno.config.LoadSetting;
import dev.dyno.config.MessageSettings;
import dev.dyno.config.PhaseSettings;
import dev.dyno.config.ProducerSettings;
import dev.dyno.config.Section;
import dev.dyno.driver.setting.Kind;
import dev.dyno.report.Sides;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** The options that give the settings of a load. */
final class SettingFlags {

    private SettingFlags() {}

    /** Those that every load has. */
    static Stream<OptionSpec> ofLoad() {
        return Stream.of(
                        options(PhaseSettings.SECTION, setting -> true),
                        options(ProducerSettings.SECTION, LoadSetting::isOfConsumersToo),
                        options(HeadSettings.SECTION, setting -> true))
                .flatMap(some -> some);
    }

    /** Those of producers, of consumers, or of both. */
    static Stream<OptionSpec> of(Sides sides) {
        Stream<OptionSpec> sending = Stream.concat(
                options(ProducerSettings.SECTION, setting -> !setting.isOfConsumersToo()),
                options(MessageSettings.SECTION, setting -> true));
        Stream<OptionSpec> receiving = options(ConsumerSettings.SECTION, setting -> true);
        return switch (sides) {
            case BOTH -> Stream.concat(sending, receiving);
            case PRODUCERS -> sending;
            case CONSUMERS -> receiving;
        };
    }

    private static Stream<OptionSpec> options(Section<?> section, Predicate<LoadSetting<?, ?>> which) {
        return section.settings().stream().filter(which).flatMap(SettingFlags::options);
    }

    private static Stream<OptionSpec> options(LoadSetting<?, ?> setting) {
        return Stream.concat(
                setting.flags().isEmpty() ? Stream.empty() : Stream.of(option(setting)),
                setting.spellings().stream()
                        .filter(spelling -> !spelling.meaning().isEmpty())
                        .map(spelling -> toggle(spelling.meaning(), spelling.flag())));
    }

    private static OptionSpec toggle(String meaning, String... names) {
        return OptionSpec.builder(names)
                .type(boolean.class)
                .arity("0")
                .description(meaning)
                .build();
    }

    private static OptionSpec option(LoadSetting<?, ?> setting) {
        String[] names = setting.flags().toArray(String[]::new);
        if (setting.label().isEmpty()) {
            return toggle(setting.meaning(), names);
        }
        OptionSpec.Builder option = OptionSpec.builder(names).arity("1").paramLabel(setting.label());
        if (setting.isMapping()) {
            option.type(Map.class).auxiliaryTypes(String.class, String.class);
        } else {
            option.type(String.class);
        }
        if (setting.kind().form() == Kind.Form.CHOICE) {
            option.completionCandidates(setting.kind().choices());
        }
        shownDefault(setting).ifPresent(text -> option.defaultValue(text).initialValue(text));
        String otherwise = setting.otherwise().isEmpty() ? "${DEFAULT-VALUE}" : setting.otherwise();
        return option.description(setting.meaning() + " Default: " + otherwise + ".")
                .build();
    }

    /** The value of an option that is not given; empty where words say what happens then. */
    static Optional<String> shownDefault(LoadSetting<?, ?> setting) {
        return setting.otherwise().isEmpty() ? setting.defaultText() : Optional.empty();
    }
}
