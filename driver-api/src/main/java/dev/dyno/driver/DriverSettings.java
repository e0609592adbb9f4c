package dev.dyno.driver;

import dev.dyno.driver.setting.NearName;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.SettingList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All properties that a driver accepts: its own settings, each declared once, and those that it passes on to its client library.
 * Checks the properties given to a driver, and refuses an unknown name with a guess of the right one.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread.
 *
 * @param driver name for users: {@code the NATS driver}
 * @param prefix common beginning of the names of the driver's own settings: a name with it that is not among {@code own} is an
 *     error; empty = none
 * @param own the driver's own settings
 * @param library parts of the client library that accept properties
 */
public record DriverSettings(String driver, String prefix, SettingList own, List<LibraryPart> library) {

    public DriverSettings {
        library = List.copyOf(library);
    }

    public static DriverSettings of(String driver, String prefix, SettingList own, LibraryPart... library) {
        return new DriverSettings(driver, prefix, own, Arrays.asList(library));
    }

    /** A copy with the given parts of the library in place of the present ones. */
    public DriverSettings with(List<LibraryPart> parts) {
        return new DriverSettings(driver, prefix, own, parts);
    }

    /** A copy in which the properties of a driver's folder are the defaults. */
    public DriverSettings preset(Map<String, String> preset) {
        List<Setting<?>> settings = new ArrayList<>();
        own.forEach(setting -> settings.add(
                preset.containsKey(setting.name()) ? setting.defaultText(preset.get(setting.name())) : setting));
        return new DriverSettings(driver, prefix, new SettingList(settings), library);
    }

    /**
     * Reads all properties of a client.
     *
     * @throws DriverException with a sentence for each unknown name and each value that is not allowed
     */
    public SettingValues read(Map<String, String> properties) throws DriverException {
        List<String> problems = new ArrayList<>();
        new TreeMap<>(properties).forEach((name, value) -> problem(name, value).ifPresent(problems::add));
        if (!problems.isEmpty()) {
            throw new DriverException(String.join(" ", problems));
        }
        return new SettingValues(this, properties);
    }

    private Optional<String> problem(String name, String value) {
        Optional<Setting<?>> setting = own.find(name);
        if (setting.isPresent()) {
            return setting.get().problem(name, value);
        }
        for (LibraryPart part : library) {
            if (part.isMeant(name)) {
                return part.problem(name, name.substring(part.prefix().length()));
            }
        }
        if (!prefix.isEmpty() && name.startsWith(prefix)) {
            return Optional.of(unknown(name));
        }
        for (LibraryPart part : library) {
            if (part.taken().containsKey(name)) {
                return part.problem(name, name);
            }
        }
        return isPassed(name) ? Optional.empty() : Optional.of(unknown(name));
    }

    /** Whether some part accepts a name that is given without the prefix of a part. */
    private boolean isPassed(String name) {
        return library.stream().anyMatch(part -> part.names().contains(name))
                || (library.stream().anyMatch(LibraryPart::open)
                        && NearName.of(name, names()).isEmpty());
    }

    private String unknown(String name) {
        Set<String> known = names();
        boolean isOwn = !prefix.isEmpty() && name.startsWith(prefix);
        return name + ": unknown setting of " + driver + "; "
                + (isOwn || library.isEmpty()
                        ? SettingList.guess(name, own.names())
                        : NearName.of(name, known)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("dyno driver show lists them."));
    }

    /** Names that a user may give without the prefix of a part. */
    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>(own.names());
        library.forEach(part -> names.addAll(part.free()));
        return names;
    }
}
