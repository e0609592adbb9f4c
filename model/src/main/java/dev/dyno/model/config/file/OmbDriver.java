package dev.dyno.model.config.file;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a driver file of the OpenMessaging Benchmark by the table {@code omb-drivers.yaml}. A key that neither the table nor
 * {@link OmbSpecialKeys} has becomes a note.
 */
final class OmbDriver {

    /** Name of the value that is the address of the broker. */
    static final String URL = "url";

    private static final String LOAD = "load.";

    private final YamlFile file;
    private final boolean ownDefaults;
    final YamlMap root;

    /** Mappings of the file by path; the path of the file itself is empty. */
    private final Map<String, YamlMap> sections = new LinkedHashMap<>();

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Names of {@link #values} that no key of the file gives: their values are those of that tool's driver. */
    private final Set<String> decided = new LinkedHashSet<>();

    private final Set<String> heldBack = new LinkedHashSet<>();
    private final Map<String, Object> messageProperties = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * @param ownDefaults whether settings that the file leaves out have Dyno's defaults instead of those of that tool's driver
     */
    OmbDriver(YamlFile file, boolean ownDefaults) {
        this.file = file;
        this.ownDefaults = ownDefaults;
        root = file.root();
        sections.put("", root);
    }

    DriverFile read() {
        String name = root.text("name").orElse(WorkloadFile.nameOf(file));
        String given = root.required("driverClass");
        String word = given.substring(given.lastIndexOf('.') + 1);
        YamlMap table = table().root();
        Optional<String> kind =
                table.keys().stream().filter(word::equalsIgnoreCase).findFirst();
        if (kind.isPresent()) {
            read(kind.get(), table.mapOrEmpty(kind.get()));
        } else if (!given.isEmpty()) {
            root.problem(
                    "driverClass",
                    given + "; must end with one of " + String.join(", ", table.keys())
                            + ". For others give the name of a driver.");
        }
        String driver = take("driver").orElse("");
        Optional<String> url = take(URL);
        Map<String, String> load = new LinkedHashMap<>();
        for (String key : List.copyOf(values.keySet())) {
            if (key.startsWith(LOAD)) {
                take(key).ifPresent(value -> load.put(key.substring(LOAD.length()), value));
            }
        }
        return new DriverFile(
                name, driver, url, values, new DriverTraffic(load, messageProperties), notes, file.problems());
    }

    static YamlFile table() {
        try (InputStream in = Objects.requireNonNull(OmbDriver.class.getResourceAsStream("omb-drivers.yaml"))) {
            return YamlFile.of("omb-drivers.yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(String kind, YamlMap table) {
        table.text("driver").ifPresent(driver -> say("driver", driver));
        YamlMap keys = table.mapOrEmpty("keys");
        keys.keys().forEach(path -> readKey(path, keys.mapOrEmpty(path)));
        OmbSpecialKeys.read(kind, this);
        table.entries("decides").forEach((name, value) -> set(name, value, false));
        noteIf("reset", "no topics are deleted, and a run has topics of its own");
        sections.remove("");
        sections.forEach((path, section) -> noteOthers(path + ".", section));
        noteOthers("", root);
        table.text("note").ifPresent(notes::add);
        if (ownDefaults) {
            values.keySet().removeAll(decided);
            decided.removeIf(name -> name.startsWith(LOAD));
            note("settings that the file leaves out have Dyno's defaults"
                    + (decided.isEmpty() ? "" : ", also " + String.join(", ", decided)));
        }
    }

    private void readKey(String path, YamlMap row) {
        row.text("note").ifPresent(why -> noteIf(path, why));
        Optional<String> inFile = valueIn(sectionOf(path), path.substring(path.lastIndexOf('.') + 1), row);
        boolean given = inFile.isPresent();
        inFile.or(() -> row.text("default")).ifPresent(value -> {
            row.text("to")
                    .ifPresent(name -> set(name, row.text("as").orElse("{}").replace("{}", scaled(row, value)), given));
            YamlMap word = row.mapOrEmpty("words").mapOrEmpty(value);
            for (String name : word.keys()) {
                Optional<String> text = word.text(name);
                if (text.isEmpty()) {
                    heldBack.add(name);
                } else if (name.equals("note")) {
                    note(text.get());
                } else {
                    set(name, text.get(), given);
                }
            }
            if (given) {
                row.entries("also").forEach((name, also) -> set(name, also, false));
            }
        });
    }

    private static String scaled(YamlMap row, String value) {
        return row.text("times")
                .map(factor -> Long.toString(Long.parseLong(value) * Long.parseLong(factor)))
                .orElse(value);
    }

    private static Optional<String> valueIn(YamlMap in, String key, YamlMap row) {
        if (!in.has(key)) {
            return Optional.empty();
        }
        String kind = row.text("is").orElse("text");
        if (kind.equals("number")) {
            long least = row.number("least", Long.MIN_VALUE, Long.MAX_VALUE, 0);
            return Optional.of(Long.toString(in.number(key, least, Integer.MAX_VALUE, least)));
        }
        if (kind.equals("flag")) {
            return Optional.of(Boolean.toString(in.flag(key, false)));
        }
        List<String> words = row.mapOrEmpty("words").keys();
        return words.isEmpty()
                ? in.text(key).filter(text -> !text.isBlank())
                : in.parse(key, ValueType.words(words)::parse);
    }

    /** The mapping that has a key; one without keys if the file does not have it. */
    private YamlMap sectionOf(String path) {
        return section(path.substring(0, Math.max(0, path.lastIndexOf('.'))));
    }

    /** The mapping of a path like {@code client.persistence}; one without keys if the file does not have it. */
    YamlMap section(String path) {
        YamlMap known = sections.get(path);
        if (known != null) {
            return known;
        }
        YamlMap section = sectionOf(path).mapOrEmpty(path.substring(path.lastIndexOf('.') + 1));
        sections.put(path, section);
        return section;
    }

    Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Removes a value and returns it. */
    Optional<String> take(String name) {
        return Optional.ofNullable(values.remove(name));
    }

    /** Sets a value, unless it is set already or a word in the file excludes it. */
    void set(String name, String value, boolean given) {
        if (!heldBack.contains(name) && values.putIfAbsent(name, value) == null && !given && !name.equals(URL)) {
            decided.add(name);
        }
    }

    /** Sets a value that a key of the file gives. */
    void say(String name, String value) {
        set(name, value, true);
    }

    void sayOfMessages(String property, String value) {
        messageProperties.put(property, value);
    }

    void note(String sentence) {
        notes.add(sentence);
    }

    void noteIf(String path, String why) {
        if (sectionOf(path).has(path.substring(path.lastIndexOf('.') + 1))) {
            note(path + " does not apply: " + why);
        }
    }

    private void noteOthers(String prefix, YamlMap section) {
        section.others().forEach(key -> note(prefix + key + " is not known here and left out"));
    }
}
