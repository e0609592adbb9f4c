package dev.dyno.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** From {@code recipe.yaml} to {@link Recipe}, strictly. */
final class RecipeReader {

    /** What may differ from a version on. */
    private static final List<String> VARIANT_KEYS = List.of(
            "artifacts",
            "exclude",
            "pin",
            "launcher",
            "main",
            "jvm",
            "newest-java",
            "arguments",
            "environment",
            "templates",
            "ports",
            "prepare",
            "ready");

    private static final List<String> RECIPE_KEYS = Stream.concat(
                    Stream.of(
                            "description",
                            "version",
                            "versions",
                            "jars",
                            "program",
                            "look-in",
                            "install",
                            "version-command",
                            "version-pattern",
                            "companions",
                            "urls",
                            "pages",
                            "ready-within",
                            "knobs"),
                    VARIANT_KEYS.stream())
            .toList();

    private static final List<String> KINDS = List.of("jars", "artifacts", "program");

    private final String name;
    private final Path file;
    private final StrictYaml whole;
    private final Optional<String> wanted;

    private RecipeReader(String name, Path file, Optional<String> wanted) throws BrokerException {
        this.name = name;
        this.file = file;
        this.wanted = wanted;
        whole = StrictYaml.read(file).allow(RECIPE_KEYS);
    }

    /** @param version empty = the default one */
    static Recipe read(String name, Path file, Optional<String> version) throws BrokerException {
        return new RecipeReader(name, file, version).read();
    }

    private Recipe read() throws BrokerException {
        boolean program = whole.has("program");
        Optional<String> version = program ? wanted : Optional.of(wanted.orElse(whole.text("version")));
        List<Version> from = versions();
        StrictYaml yaml = program ? whole : variant(version.orElseThrow(), from);
        Optional<Readiness> ready =
                yaml.has("ready") ? Optional.of(ReadinessReader.read(yaml.map("ready"))) : Optional.empty();
        if (program && ready.isEmpty()) {
            throw yaml.error("program", "needs the key 'ready': a program does not say so itself.");
        }
        return new Recipe(
                name,
                whole.text("description"),
                version,
                from.stream().map(Version::text).toList(),
                software(yaml, version),
                yaml.texts("arguments"),
                texts(yaml, "environment"),
                yaml.texts("templates"),
                ports(yaml),
                steps(yaml),
                companions(yaml),
                ready,
                knobs(yaml),
                urls(),
                texts(whole, "pages"),
                Duration.ofNanos(readyWithin()),
                file.toAbsolutePath().resolveSibling(""));
    }

    /** The versions from which on something differs, oldest first. */
    private List<Version> versions() throws BrokerException {
        List<Version> from = new ArrayList<>();
        if (whole.has("versions")) {
            StrictYaml versions = whole.map("versions");
            for (String version : versions.keys()) {
                if (!Version.isValid(version)) {
                    throw versions.error(version, "must be a version such as 2.6.3.");
                }
                versions.map(version).allow(VARIANT_KEYS);
                from.add(new Version(version));
            }
        }
        from.sort(null);
        return from;
    }

    /** What holds for the version: the keys of the last entry that is not above it, over those of the recipe. */
    private StrictYaml variant(String version, List<Version> from) throws BrokerException {
        if (!Version.isValid(version)) {
            throw new BrokerException(
                    where() + "version " + version + "; must be a version such as " + whole.text("version") + ".");
        }
        boolean bundled = whole.has("jars");
        if (bundled && version.equals(whole.text("version"))) {
            return whole;
        }
        Optional<Version> entry = from.stream()
                .filter(v -> v.compareTo(new Version(version)) <= 0)
                .max(Version::compareTo);
        if (entry.isPresent()) {
            StrictYaml over = whole.map("versions").map(entry.get().text());
            return bundled ? whole.without("jars").overlaid(over) : whole.overlaid(over);
        } else if (bundled && from.isEmpty()) {
            throw new BrokerException(where() + "version " + version + " is not here; there is " + whole.text("version")
                    + ", the bundled one. Leave the version out to take it.");
        } else if (!from.isEmpty()) {
            throw new BrokerException(
                    where() + "version " + version + " is too old; must be " + from.get(0) + " or newer.");
        }
        return whole;
    }

    private Software software(StrictYaml yaml, Optional<String> version) throws BrokerException {
        List<String> kinds = KINDS.stream().filter(yaml::has).toList();
        if (kinds.size() != 1) {
            throw yaml.error(
                    kinds.isEmpty() ? "" : kinds.get(kinds.size() - 1),
                    "exactly one of " + String.join(", ", KINDS) + " must be given.");
        }
        if (kinds.contains("program")) {
            return new Software.Installed(
                    yaml.text("program"),
                    yaml.texts("look-in").stream().map(Path::of).toList(),
                    yaml.text("install"),
                    yaml.texts("version-command"),
                    yaml.optionalText("version-pattern").orElse("([0-9]+(?:\\.[0-9]+)+)"));
        }
        Software.Jvm jvm = new Software.Jvm(
                yaml.text("main"),
                yaml.texts("jvm"),
                yaml.optionalText("launcher").map(Path::of),
                newestJava(yaml));
        return kinds.contains("jars")
                ? new Software.Bundled(Path.of(yaml.text("jars")), jvm)
                : new Software.Fetched(
                        coordinates(yaml, "artifacts", version),
                        yaml.texts("exclude"),
                        coordinates(yaml, "pin", version),
                        jvm);
    }

    private static List<String> coordinates(StrictYaml yaml, String key, Optional<String> version)
            throws BrokerException {
        List<String> coordinates = new ArrayList<>();
        for (String text : yaml.texts(key)) {
            String filled = text.replace("${version}", version.orElseThrow());
            if (!filled.matches("[\\w.-]+:[\\w.-]+:[\\w.+-]+")) {
                throw yaml.error(key, text + "; must be group:artifact:version, with ${version} for this one's.");
            }
            coordinates.add(filled);
        }
        return coordinates;
    }

    private static OptionalInt newestJava(StrictYaml yaml) throws BrokerException {
        Optional<String> given = yaml.optionalText("newest-java");
        return given.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(Quantity.whole(given.get())
                        .orElseThrow(() -> yaml.error("newest-java", "must be a major version such as 17."))
                        .intValue());
    }

    private long readyWithin() throws BrokerException {
        return Quantity.nanos(whole.text("ready-within"))
                .filter(nanos -> nanos > 0)
                .orElseThrow(() -> whole.error("ready-within", "must be a duration such as 30s."));
    }

    private static Map<String, String> texts(StrictYaml yaml, String key) throws BrokerException {
        Map<String, String> texts = new LinkedHashMap<>();
        if (yaml.has(key)) {
            StrictYaml map = yaml.map(key);
            for (String name : map.keys()) {
                texts.put(name, map.text(name));
            }
        }
        return Collections.unmodifiableMap(texts);
    }

    private Map<String, String> urls() throws BrokerException {
        whole.map("urls");
        return texts(whole, "urls");
    }

    private static List<String> ports(StrictYaml yaml) throws BrokerException {
        for (String port : yaml.texts("ports")) {
            if (Placeholders.PROVIDED.contains(port)) {
                throw yaml.error("ports", port + " is the name of a placeholder that every template has.");
            }
        }
        return yaml.texts("ports");
    }

    private static List<Step> steps(StrictYaml yaml) throws BrokerException {
        List<Step> steps = new ArrayList<>();
        for (StrictYaml step : yaml.maps("prepare")) {
            step.allow(List.of("main", "arguments", "command", "when"));
            if (step.has("main") == step.has("command")) {
                throw step.error("command", "either this or 'main' must be given.");
            }
            steps.add(new Step(
                    step.optionalText("main"),
                    step.optionalText("when"),
                    step.texts(step.has("main") ? "arguments" : "command")));
        }
        return steps;
    }

    private static List<Companion> companions(StrictYaml yaml) throws BrokerException {
        List<Companion> companions = new ArrayList<>();
        for (StrictYaml companion : yaml.maps("companions")) {
            companion.allow(List.of("command", "ready"));
            companions.add(new Companion(companion.texts("command"), ReadinessReader.read(companion.map("ready"))));
        }
        return companions;
    }

    private Map<String, Knob> knobs(StrictYaml yaml) throws BrokerException {
        List<String> ports = yaml.texts("ports");
        Map<String, Knob> knobs = new LinkedHashMap<>();
        StrictYaml all = whole.map("knobs");
        for (String knob : all.keys()) {
            if (Placeholders.PROVIDED.contains(knob) || ports.contains(knob)) {
                throw all.error(knob, "is the name of a placeholder that every template has; choose another.");
            }
            knobs.put(knob, KnobReader.read(knob, all.map(knob), all.keys()));
        }
        return Collections.unmodifiableMap(knobs);
    }

    private String where() {
        return "broker " + name + ": ";
    }
}
