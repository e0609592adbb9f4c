package dev.dyno.cli.options;

import dev.dyno.app.plan.Problems;
import dev.dyno.driver.Destination;
import dev.dyno.model.config.ConsumerSettings;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.MessageSettings;
import dev.dyno.model.config.PhaseSettings;
import dev.dyno.model.config.ProducerSettings;
import dev.dyno.model.config.Reading;
import dev.dyno.model.workload.Phases;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Settings of a load from flags and environment variables. */
public final class FlagReading extends Reading {

    private final CommandSpec spec;
    private final Problems problems;

    public FlagReading(CommandSpec spec, List<Destination> destinations, Phases phases, Problems problems) {
        super(destinations, phases);
        this.spec = spec;
        this.problems = problems;
    }

    /** Reads settings that belong to no load. */
    public FlagReading(CommandSpec spec, Problems problems) {
        this.spec = spec;
        this.problems = problems;
    }

    /** The value of a flag, if any. Looks in the map, because findOption reads the names of all options for each flag. */
    private Optional<Object> typed(String flag) {
        return Optional.ofNullable(spec.optionsMap().get(flag))
                .flatMap(option -> Optional.ofNullable(option.<Object>getValue()));
    }

    private Optional<Object> typed(LoadSetting<?, ?> setting) {
        return setting.flags().stream().findFirst().flatMap(this::typed);
    }

    private Optional<Map<String, String>> entries(LoadSetting<?, ?> setting) {
        return setting.flags().stream().findFirst().map(spec.optionsMap()::get).map(option -> option.getValue());
    }

    /** The given words as one text; repetitions of a flag with several words are separated by commas. */
    Optional<String> words(LoadSetting<?, ?> setting) {
        int many = setting.label().split(" ", -1).length;
        return typed(setting).map(value -> {
            if (!(value instanceof List<?> words)) {
                return setting.kind().verbatim()
                        ? value.toString()
                        : value.toString().strip();
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < words.size(); i++) {
                text.append(i == 0 ? "" : i % many == 0 ? ", " : " ").append(words.get(i));
            }
            return text.toString();
        });
    }

    /** The given words by path from the setting: the empty path or, for a mapping, {@code .NAME}. */
    public Map<String, String> texts(LoadSetting<?, ?> setting) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (setting.isMapping()) {
            entries(setting).ifPresent(all -> all.forEach((name, text) -> texts.put("." + name, text)));
        } else {
            text(setting).ifPresent(text -> texts.put("", text));
        }
        return texts;
    }

    /** Whether a flag has an effective value: a switch that is on, or any other text than 0. */
    boolean isGiven(String flag) {
        return typed(flag)
                .map(value -> value.toString().strip())
                .filter(text -> !text.equals("false") && !text.equals("0"))
                .isPresent();
    }

    /** Refuses flags that choose two modes of the sends, or two of the acknowledgements. */
    public void refuseTwoModes() {
        problems.addIf(
                isGiven("--sync") && has(ProducerSettings.COMMIT_INTERVAL),
                "--sync: contradicts --commit-interval " + given(ProducerSettings.COMMIT_INTERVAL)
                        + ", whose sends wait for the commit only; leave one of them out.");
        String ack = given(ConsumerSettings.ACK);
        problems.addIf(
                isGiven("--tx") && has(ConsumerSettings.ACK) && !ack.equals("transacted"),
                "--tx: contradicts --ack-mode " + ack + "; leave one of them out.");
    }

    private boolean isOfConsumersAlone() {
        return !spec.optionsMap().containsKey("--producers");
    }

    /**
     * Setting whose flag gives a value: {@code --commit-interval} applies to consumers without an interval of their own and, in a
     * load of consumers alone, the producers' number of messages applies to them.
     */
    private LoadSetting<?, ?> giver(LoadSetting<?, ?> setting) {
        if (setting == ConsumerSettings.COMMIT_INTERVAL && typed(setting).isEmpty()) {
            return ProducerSettings.COMMIT_INTERVAL;
        }
        return setting == ConsumerSettings.MESSAGES && isOfConsumersAlone() ? ProducerSettings.MESSAGES : setting;
    }

    /** The value in the notation of a workload file. */
    private Optional<String> text(LoadSetting<?, ?> setting) {
        if (setting == ConsumerSettings.ACK && isOfConsumersAlone() && isGiven("--commit-interval")) {
            return Optional.of("transacted");
        }
        Optional<String> spelled = setting.spellings().stream()
                .filter(spelling -> isGiven(spelling.flag()))
                .map(LoadSetting.Spelling::value)
                // With both --sync and --commit-interval, transactions win.
                .reduce((first, last) -> last);
        LoadSetting<?, ?> giver = giver(setting);
        boolean none = giver == ProducerSettings.COMMIT_INTERVAL && !isGiven("--commit-interval");
        return spelled.or(() -> none ? Optional.empty() : words(giver).map(text -> inMs(giver, text)));
    }

    /** Adds the unit of a time to live, which a file must name: users know the option in milliseconds. */
    private static String inMs(LoadSetting<?, ?> setting, String text) {
        return setting == MessageSettings.TTL && text.matches("\\d+") ? text + "ms" : text;
    }

    @Override
    protected <V> Optional<V> value(LoadSetting<?, V> setting) {
        if (setting.isMapping()) {
            return entries(setting).flatMap(setting::of);
        }
        if (setting.isRepeated() && typed(setting).orElse("") instanceof List<?> each) {
            return each.stream()
                    .flatMap(one -> parsed(setting, one.toString()).stream())
                    .reduce(setting::both);
        }
        return text(setting).flatMap(text -> {
            if (text.isBlank() && setting.kind().verbatim()) {
                problem(setting, "is empty; give it a value, or leave it out.");
                return Optional.empty();
            }
            return parsed(setting, text);
        });
    }

    @Override
    public boolean has(LoadSetting<?, ?> setting) {
        // In transactions the limit is accepted and has no effect, as in artemis perf.
        boolean ignored = setting == ProducerSettings.MAX_PENDING && isGiven("--commit-interval");
        Optional<String> own = typed(setting).map(Object::toString);
        return !ignored
                && own.isPresent()
                && !own.equals(SettingFlags.shownDefault(setting))
                && (setting != ProducerSettings.COMMIT_INTERVAL || isGiven("--commit-interval"));
    }

    @Override
    protected String given(LoadSetting<?, ?> setting) {
        return words(giver(setting)).orElse("");
    }

    @Override
    protected String name(LoadSetting<?, ?> setting) {
        return giver(setting).flags().stream().findFirst().orElseGet(setting::key);
    }

    @Override
    protected String name(LoadSetting<?, ?> setting, String value) {
        return setting.spellings().stream()
                .filter(spelling -> spelling.value().equals(value))
                .map(LoadSetting.Spelling::flag)
                .findFirst()
                .orElseGet(() -> super.name(setting, value));
    }

    @Override
    protected String load() {
        return "--duration " + given(PhaseSettings.DURATION);
    }

    @Override
    protected void problem(LoadSetting<?, ?> setting, String sentence) {
        problems.add(said(setting, sentence));
    }
}
