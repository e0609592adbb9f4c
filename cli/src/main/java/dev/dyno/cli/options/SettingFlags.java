package dev.dyno.cli.options;

import dev.dyno.app.plan.Problems;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.config.CapacitySettings;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.ConsumerSettings;
import dev.dyno.model.config.HeadSettings;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.MessageSettings;
import dev.dyno.model.config.PhaseSettings;
import dev.dyno.model.config.ProducerSettings;
import dev.dyno.model.config.Section;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.WorkerSettings;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.report.store.Roles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

public final class SettingFlags {

    /** Settings of producers that also apply in a load of consumers alone. */
    private static final List<LoadSetting<?, ?>> OF_BOTH =
            List.of(ProducerSettings.COMMIT_INTERVAL, ProducerSettings.MESSAGES);

    private static final List<Section<?>> TRAFFIC = List.of(
            PhaseSettings.SECTION,
            HeadSettings.SECTION,
            ProducerSettings.SECTION,
            MessageSettings.SECTION,
            ConsumerSettings.SECTION);

    private SettingFlags() {}

    /** Whether the user object of an option is a setting of the traffic. */
    static boolean isOfTraffic(Object setting) {
        return TRAFFIC.stream().anyMatch(section -> section.settings().contains(setting));
    }

    public static Stream<OptionSpec> ofLoad() {
        return Stream.of(
                        of(PhaseSettings.SECTION),
                        options(ProducerSettings.SECTION, OF_BOTH::contains),
                        of(HeadSettings.SECTION))
                .flatMap(some -> some);
    }

    /** Options of producers, of consumers, or of both. */
    public static Stream<OptionSpec> of(Roles roles) {
        Stream<OptionSpec> sending = Stream.concat(
                options(ProducerSettings.SECTION, setting -> !OF_BOTH.contains(setting)), of(MessageSettings.SECTION));
        Stream<OptionSpec> receiving = of(ConsumerSettings.SECTION);
        return switch (roles) {
            case BOTH -> Stream.concat(sending, receiving);
            case PRODUCERS -> sending;
            case CONSUMERS -> receiving;
        };
    }

    public static Stream<OptionSpec> of(Section<?> section) {
        return options(section, setting -> true);
    }

    /** Option for the objectives of a load whose rate rises. */
    public static Stream<OptionSpec> ofObjectives() {
        return options(CapacitySettings.SLO);
    }

    public static Stream<OptionSpec> ofTarget(Predicate<LoadSetting<?, ?>> which) {
        return options(TargetSettings.SECTION, which);
    }

    /** Whether a setting is about the target of the consumers. */
    public static boolean isOfConsumers(LoadSetting<?, ?> setting) {
        return setting.key().startsWith("consumer-");
    }

    /** Options of {@code dyno run}, beside its workload files. */
    public static Stream<OptionSpec> ofRun() {
        List<LoadSetting<?, ?>> several = List.of(TargetSettings.BROKER, TargetSettings.DRIVER);
        return Stream.of(
                        several.stream().map(setting -> option(setting, true)),
                        ofTarget(setting -> !several.contains(setting)
                                && !isOfConsumers(setting)
                                && setting != TargetSettings.PROTOCOL),
                        ofLoad().filter(option -> option.userObject() != HeadSettings.NUM_DESTINATIONS),
                        of(Roles.BOTH),
                        of(ConductSettings.SECTION),
                        ofObjectives(),
                        of(WorkerSettings.SECTION))
                .flatMap(some -> some);
    }

    /** Options for a study or a comparison, whose files and setups have all other settings. */
    public static Stream<OptionSpec> ofSeveralRuns() {
        return Stream.of(
                        options(ConductSettings.WAIT_FOR_QUIET),
                        options(ConductSettings.TAGS),
                        options(ConductSettings.PRICE),
                        of(WorkerSettings.SECTION))
                .flatMap(some -> some);
    }

    /** Flags beside a workload file, as overrides of its values. */
    public static List<YamlOverride> besideFile(CommandSpec spec) {
        return overrides(spec, Stream.of(ConductSettings.SECTION, CapacitySettings.SECTION, WorkerSettings.SECTION))
                .toList();
    }

    /** Flags beside a workload file, including those of the traffic, as overrides of its values. */
    public static List<YamlOverride> overFile(CommandSpec spec) {
        List<YamlOverride> all = new ArrayList<>(besideFile(spec));
        overrides(spec, TRAFFIC.stream()).forEach(all::add);
        FlagReading flags = new FlagReading(spec, new Problems());
        if (flags.has(PhaseSettings.DURATION)) {
            Duration warmup = flags.has(PhaseSettings.WARMUP)
                    ? flags.get(PhaseSettings.WARMUP).longest()
                    : Duration.ZERO;
            Duration duration = flags.get(PhaseSettings.DURATION);
            String measured = duration.isZero()
                    ? PhaseSettings.UNTIL_STOPPED
                    : duration.compareTo(warmup) > 0
                            ? Units.formatDuration(duration.minus(warmup).toNanos())
                            : flags.given(PhaseSettings.DURATION) + " with a warm-up of "
                                    + Units.formatDuration(warmup.toNanos());
            all.add(new YamlOverride("--duration", PhaseSettings.MEASURE.path(), YamlFile.quoted(measured)));
        }
        // A file may have a rate or a load, so one flag removes the other key; both flags are refused like both keys.
        boolean hasRate = flags.has(ProducerSettings.RATE);
        if (hasRate != flags.has(ProducerSettings.LOAD)) {
            all.add(new YamlOverride(
                    hasRate ? "--rate" : "--schedule",
                    (hasRate ? ProducerSettings.LOAD : ProducerSettings.RATE).path(),
                    "~"));
        }
        return all;
    }

    private static Stream<YamlOverride> overrides(CommandSpec spec, Stream<Section<?>> sections) {
        OptionOrigins origins = new OptionOrigins(spec);
        FlagReading flags = new FlagReading(spec, new Problems());
        return sections.flatMap(section -> section.settings().stream())
                .filter(setting -> !setting.key().isEmpty())
                .flatMap(setting -> Stream.concat(
                                setting.flags().stream().limit(1),
                                setting.spellings().stream().map(LoadSetting.Spelling::flag))
                        .filter(flag -> !origins.of(flag).equals(Origins.DEFAULT))
                        // A verb may have an option of its own by that name.
                        .filter(flag -> spec.findOption(flag).userObject() instanceof LoadSetting)
                        .limit(1)
                        .flatMap(flag -> flags.texts(setting).entrySet().stream()
                                .map(text -> new YamlOverride(
                                        flag, setting.path() + text.getKey(), YamlFile.quoted(text.getValue())))));
    }

    /** Refuses the typed options that only a load without a workload file has. */
    public static void refuseBesideFile(CommandSpec spec, Problems problems) {
        spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> isOfTraffic(option.userObject()))
                .forEach(option -> problems.add(option.names()[0]
                        + ": is for a load without a workload file; say it there, or leave the file out."));
    }

    private static Stream<OptionSpec> options(Section<?> section, Predicate<LoadSetting<?, ?>> which) {
        return section.settings().stream().filter(which).flatMap(SettingFlags::options);
    }

    private static Stream<OptionSpec> options(LoadSetting<?, ?> setting) {
        return Stream.concat(
                setting.flags().isEmpty() ? Stream.empty() : Stream.of(option(setting)),
                setting.spellings().stream()
                        .filter(spelling -> !spelling.meaning().isEmpty())
                        .map(spelling -> toggle(setting, spelling.meaning(), spelling.flag())));
    }

    private static OptionSpec toggle(LoadSetting<?, ?> setting, String meaning, String... names) {
        return OptionSpec.builder(names)
                .userObject(setting)
                .type(boolean.class)
                .arity("0")
                .description(meaning)
                .build();
    }

    private static OptionSpec option(LoadSetting<?, ?> setting) {
        return option(setting, setting.isRepeated());
    }

    /** @param repeated whether the option may be repeated */
    static OptionSpec option(LoadSetting<?, ?> setting, boolean repeated) {
        String[] names = setting.flags().toArray(String[]::new);
        if (setting.label().isEmpty()) {
            return toggle(setting, setting.meaning(), names);
        }
        int words = setting.label().split(" ", -1).length;
        OptionSpec.Builder option = OptionSpec.builder(names)
                .userObject(setting)
                .arity(Integer.toString(words))
                .paramLabel(setting.label())
                .hideParamSyntax(words > 1);
        if (setting == ConductSettings.FAULTS) {
            option.preprocessor((args, command, argument, info) -> asTwoWords(args));
        }
        if (setting == TargetSettings.PASSWORD) {
            // A password option without a value makes Dyno ask for the password.
            option.arity("0..1").fallbackValue(Prompt.ASKED);
        }
        if (words > 1 || repeated) {
            option.type(List.class).auxiliaryTypes(String.class);
        } else if (setting.isMapping()) {
            option.type(Map.class).auxiliaryTypes(String.class, String.class);
            if (setting == ConductSettings.TAGS) {
                // One variable of the environment may have several tags. A value can have commas, too.
                option.splitRegex(",(?=[A-Za-z]\\w*=)").splitRegexSynopsisLabel(",");
            }
        } else {
            option.type(String.class);
        }
        if (!setting.kind().choices().isEmpty()) {
            option.completionCandidates(setting.kind().choices());
        } else if (setting == TargetSettings.BROKER) {
            option.completionCandidates(new Candidates.LoadBrokers());
        } else if (setting == TargetSettings.DRIVER) {
            option.completionCandidates(new Candidates.Drivers());
        }
        shownDefault(setting).ifPresent(text -> option.defaultValue(text).initialValue(text));
        String byDefault = setting.defaultWords().isEmpty() ? "${DEFAULT-VALUE}" : setting.defaultWords();
        String again = repeated && !setting.isRepeated() ? " May be repeated." : "";
        String text = setting.meaning() + again + " Default: " + byDefault + ".";
        // Picocli reads the text as a format.
        return option.description(text.replace("%", "%%")).build();
    }

    /**
     * Makes a fault two words, its time and its action. A variable has both in one word, which is split behind the time; on a
     * command line, {@code exec} and its command become one action.
     */
    private static boolean asTwoWords(Stack<String> arguments) {
        String[] one =
                arguments.isEmpty() ? new String[0] : arguments.peek().strip().split("\\s+", 2);
        if (one.length > 1) {
            arguments.pop();
            arguments.push(one[1]);
            arguments.push(one[0]);
            return false;
        }
        int last = arguments.size() - 1;
        boolean hasCommand = last > 1 && !arguments.get(last - 2).startsWith("-");
        if (hasCommand && arguments.get(last - 1).equals(Fault.Command.WORD)) {
            String time = arguments.pop();
            arguments.pop();
            arguments.push(new Fault.Command(arguments.pop()).toString());
            arguments.push(time);
        }
        return false;
    }

    /** Shown default of an option; empty if words describe it. */
    static Optional<String> shownDefault(LoadSetting<?, ?> setting) {
        return setting.defaultWords().isEmpty() ? setting.defaultText() : Optional.empty();
    }
}
