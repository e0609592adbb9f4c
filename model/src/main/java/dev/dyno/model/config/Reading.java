package dev.dyno.model.config;

import dev.dyno.driver.Destination;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.workload.Phases;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values that a user gives to the settings of a section, in a file or by flags. Each is read once; what is wrong with it is a
 * problem, and its default takes its place.
 *
 * <p>Assumptions and guarantees: one thread.
 */
public abstract class Reading {

    private static final Pattern NAME = Pattern.compile("\\{([a-z-]+)(=[A-Za-z* -]+)?}");

    private final List<Destination> destinations;
    private final Phases phases;
    private final Map<LoadSetting<?, ?>, Object> values = new HashMap<>();

    /**
     * @param destinations of the group that is read
     * @param phases of the load in which it takes part
     */
    protected Reading(List<Destination> destinations, Phases phases) {
        this.destinations = List.copyOf(destinations);
        this.phases = phases;
    }

    /** Of settings that belong to no load. */
    protected Reading() {
        this(List.of(), new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    /** The value, or the default. */
    @SuppressWarnings("unchecked")
    public final <V> V get(LoadSetting<?, V> setting) {
        if (!values.containsKey(setting)) {
            values.put(setting, value(setting).orElse(setting.fallback()));
        }
        return (V) values.get(setting);
    }

    /** Puts another value in the place of the one that is given, which stood for it. */
    public final <V> void resolve(LoadSetting<?, V> setting, V value) {
        values.put(setting, value);
    }

    /** The value that is given; empty if none is, or if it was a problem. */
    protected abstract <V> Optional<V> value(LoadSetting<?, V> setting);

    /** The value of a text; empty if it was a problem. */
    protected final <V> Optional<V> parsed(LoadSetting<?, V> setting, String text) {
        try {
            return Optional.of(setting.kind().parse(text));
        } catch (IllegalArgumentException e) {
            problem(setting, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Whether a value is given, right or wrong. */
    public abstract boolean has(LoadSetting<?, ?> setting);

    /** The text that is given. */
    protected abstract String given(LoadSetting<?, ?> setting);

    /** The setting as the user names it. */
    protected abstract String name(LoadSetting<?, ?> setting);

    /** The setting with one of its values, as the user would give it. */
    protected String name(LoadSetting<?, ?> setting, String value) {
        return name(setting) + " " + value;
    }

    /** The length of the load, as the user names it. */
    protected String load() {
        return "which is " + Units.formatDuration(phases.duration().toNanos()) + " long";
    }

    /** Something is wrong with a setting. */
    protected abstract void problem(LoadSetting<?, ?> setting, String sentence);

    /** A sentence about a setting, behind its place and its name. */
    protected String said(LoadSetting<?, ?> setting, String sentence) {
        return name(setting) + ": " + sentence;
    }

    List<Destination> destinations() {
        return destinations;
    }

    Phases phases() {
        return phases;
    }

    /** Finds all values that contradict each other. */
    final void check(Section<?> section) {
        section.rules().forEach(rule -> rule.sentences()
                .apply(this)
                .forEach(sentence -> problem(rule.at(), filled(rule.at(), sentence))));
    }

    /**
     * The refusal of a setting by somebody else who looks at it, as the user is to read it.
     *
     * @param sentence with other settings in braces, as {@link Section.Rule} has them
     */
    public final String refusal(LoadSetting<?, ?> at, String sentence) {
        return said(at, filled(at, sentence));
    }

    /** A sentence with the names of settings in the place of what stands in braces. */
    public final String filled(LoadSetting<?, ?> at, String sentence) {
        return NAME.matcher(sentence).replaceAll(name -> Matcher.quoteReplacement(words(name, at)));
    }

    private String words(MatchResult name, LoadSetting<?, ?> at) {
        String key = name.group(1);
        if (key.equals("given")) {
            return Secrets.shown(at.key(), given(at));
        }
        if (key.equals("load-length")) {
            return load();
        }
        LoadSetting<?, ?> setting = at.beside(key);
        if (name.group(2) == null) {
            return name(setting);
        }
        String value = name.group(2).substring(1);
        return name(setting, value.equals("*") ? textOf(setting) : value);
    }

    private <V> String textOf(LoadSetting<?, V> setting) {
        return setting.text(get(setting));
    }
}
