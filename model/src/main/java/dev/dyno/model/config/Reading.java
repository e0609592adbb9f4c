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
 * Values that a user gives to the settings of a section, in a file or by flags. Each is read once; an error in it is reported,
 * and its default is used instead.
 *
 * <p>Assumptions and guarantees: one thread.
 */
public abstract class Reading {

    private static final Pattern NAME = Pattern.compile("\\{([a-z-]+)(=[A-Za-z* -]+)?}");

    final List<Destination> destinations;
    final Phases phases;
    private final Map<LoadSetting<?, ?>, Object> values = new HashMap<>();

    /**
     * @param destinations of the group with these settings
     * @param phases of its load
     */
    protected Reading(List<Destination> destinations, Phases phases) {
        this.destinations = List.copyOf(destinations);
        this.phases = phases;
    }

    /** Reads settings that belong to no load. */
    protected Reading() {
        this(List.of(), new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    /** Value of a setting, or its default. */
    @SuppressWarnings("unchecked")
    public final <V> V get(LoadSetting<?, V> setting) {
        if (!values.containsKey(setting)) {
            values.put(setting, value(setting).orElse(setting.fallback()));
        }
        return (V) values.get(setting);
    }

    /** Sets the value of a setting, instead of the given one or the default. */
    public final <V> void resolve(LoadSetting<?, V> setting, V value) {
        values.put(setting, value);
    }

    /** The given value; empty if there is none, or it had an error. */
    protected abstract <V> Optional<V> value(LoadSetting<?, V> setting);

    /** Value of a text; empty if it had an error. */
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

    protected abstract String given(LoadSetting<?, ?> setting);

    /** The setting in the user's words. */
    protected abstract String name(LoadSetting<?, ?> setting);

    /** The setting with one of its values in the user's words. */
    protected String name(LoadSetting<?, ?> setting, String value) {
        return name(setting) + " " + value;
    }

    /** Length of the load, as a clause for a sentence. */
    protected String load() {
        return "which is " + Units.formatDuration(phases.duration().toNanos()) + " long";
    }

    /** Reports an error of a setting. */
    protected abstract void problem(LoadSetting<?, ?> setting, String sentence);

    /** A sentence about a setting, with the name of the setting and, in a file, its place in front. */
    protected String said(LoadSetting<?, ?> setting, String sentence) {
        return name(setting) + ": " + sentence;
    }

    /** Reports all contradictions between values. */
    final void check(Section<?> section) {
        section.rules.forEach(rule ->
                rule.sentences().apply(this).forEach(sentence -> problem(rule.at(), filled(rule.at(), sentence))));
    }

    /**
     * Sentence for the user when other code refuses a setting.
     *
     * @param sentence with other settings in braces, as in {@link Section.Rule}
     */
    public final String refusal(LoadSetting<?, ?> at, String sentence) {
        return said(at, filled(at, sentence));
    }

    /** A sentence with the settings in braces replaced by their names. */
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
