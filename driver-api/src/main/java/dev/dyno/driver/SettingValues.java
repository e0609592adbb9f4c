package dev.dyno.driver;

import dev.dyno.driver.setting.Setting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Values of a driver's settings, all of them valid.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread.
 */
public final class SettingValues {

    private final DriverSettings declared;
    private final Map<String, String> given;

    SettingValues(DriverSettings declared, Map<String, String> given) {
        this.declared = declared;
        this.given = new TreeMap<>(given);
    }

    /** The value that the user or the driver's folder gave; empty = none. */
    public <T> Optional<T> given(Setting<T> setting) {
        return Optional.ofNullable(given.get(setting.name())).map(setting::parse);
    }

    /**
     * The given value, or else the default.
     *
     * @throws IllegalStateException if there is neither
     */
    public <T> T get(Setting<T> setting) {
        return given(setting)
                .or(() -> setting.defaultText().map(setting::parse))
                .orElseThrow(() -> new IllegalStateException(setting.name() + " has no default"));
    }

    /** Whether the setting was given. */
    public boolean has(Setting<?> setting) {
        return given.containsKey(setting.name());
    }

    /** Given members of a family, sorted by name; the key is the part of the name after the prefix. */
    public <T> Map<String, T> family(Setting<T> family) {
        Map<String, T> members = new LinkedHashMap<>();
        given.forEach((name, text) -> {
            if (declared.own().find(name).filter(family::equals).isPresent()) {
                members.put(name.substring(family.prefix().length()), family.parse(text));
            }
        });
        return members;
    }

    /** Properties passed on to a part of the library, by the library's names. One with the part's prefix wins over another. */
    public Map<String, String> of(LibraryPart wanted) {
        LibraryPart part = declared.library().stream()
                .filter(each -> each.title().equals(wanted.title()))
                .findFirst()
                .orElse(wanted);
        Map<String, String> passed = new TreeMap<>();
        given.forEach((name, text) -> {
            if (part.isMeant(name)) {
                passed.put(name.substring(part.prefix().length()), text);
            }
        });
        given.forEach((name, text) -> {
            boolean others = declared.own().find(name).isPresent()
                    || declared.library().stream().anyMatch(p -> p.isMeant(name));
            boolean known = declared.library().stream().anyMatch(p -> p.names().contains(name));
            if (!others && (part.names().contains(name) || (!known && part.open()))) {
                passed.putIfAbsent(name, text);
            }
        });
        return passed;
    }

    /** The TLS settings. */
    public Tls tls() throws DriverException {
        return Tls.of(this);
    }

    /** Whether any TLS setting was given. */
    public boolean usesTls() {
        return Tls.SETTINGS.settings().stream().anyMatch(this::has);
    }
}
