package dev.dyno.broker.process;

import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.model.yaml.YamlProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code recipe.yaml} into a {@link Recipe}, strictly: all errors of the file are reported at once. */
final class RecipeReader {

    /** Keys that can differ by version. */
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
                            "wrapped-in",
                            "install",
                            "version-command",
                            "version-pattern",
                            "python-package",
                            "image",
                            "companions",
                            "urls",
                            "pages",
                            "overload-signs",
                            "ready-within",
                            "knobs"),
                    VARIANT_KEYS.stream())
            .toList();

    private static final List<String> KINDS = List.of("jars", "artifacts", "program");

    private final String name;
    private final Path path;
    private final YamlFile file;
    private final YamlMap whole;
    private final Optional<String> wanted;

    private RecipeReader(String name, Path path, Optional<String> wanted) {
        this.name = name;
        this.path = path;
        this.wanted = wanted;
        file = YamlFile.read(path);
        whole = file.root();
    }

    /** @param version empty = the default one */
    static Recipe read(String name, Path file, Optional<String> version) throws BrokerException {
        return new RecipeReader(name, file, version).read();
    }

    private Recipe read() throws BrokerException {
        whole.allow(RECIPE_KEYS);
        boolean program = whole.has("program");
        Optional<Path> jars = program ? Optional.empty() : folder();
        Optional<String> version =
                jars.isPresent() ? Optional.of(versionIn(jars.get())) : program ? wanted : wanted.or(this::ownVersion);
        List<Version> from = versions();
        YamlMap yaml = program || version.isEmpty() ? whole : variant(version.get(), from);
        Optional<Readiness> ready = yaml.map("ready").map(ReadinessReader::read);
        if (program && !yaml.has("ready")) {
            yaml.problem("program", "needs the key 'ready': a program does not say so itself.");
        }
        Recipe recipe = new Recipe(
                name,
                whole.required("description"),
                version,
                from.stream().map(Version::text).toList(),
                jars.isPresent()
                        ? new Software.Bundled(jars.get(), jvm(yaml, Optional.of(yaml.required("main"))))
                        : software(yaml, version.orElse("")),
                yaml.texts("arguments"),
                yaml.entries("environment"),
                yaml.texts("templates"),
                ports(yaml),
                steps(yaml),
                companions(yaml),
                ready,
                knobs(yaml),
                whole.requiredMap("urls").entries(),
                whole.entries("pages"),
                overloadSigns(),
                Duration.ofNanos(readyWithin()),
                path.toAbsolutePath().resolveSibling(""));
        if (!file.problems().isEmpty()) {
            throw new BrokerException(
                    file.problems().stream().map(YamlProblem::toString).collect(Collectors.joining("\n")));
        }
        return recipe;
    }

    /** Folder of jars that is given in place of a version: an unpacked distribution, or a build. */
    private Optional<Path> folder() throws BrokerException {
        if (wanted.filter(text -> text.contains("/")).isEmpty()) {
            return Optional.empty();
        }
        Path path = Path.of(wanted.get()).toAbsolutePath().normalize();
        if (!Files.isDirectory(path)) {
            throw new BrokerException(where() + wanted.get() + " is no folder; must be a version such as "
                    + whole.text("version").orElse("1.2.3") + ", or the folder of a distribution or of its jars.");
        }
        return Optional.of(Files.isDirectory(path.resolve("lib")) ? path.resolve("lib") : path);
    }

    /** Version of a broker in a folder, read from the name of a jar of the artifact that its recipe names first. */
    private String versionIn(Path jars) throws BrokerException {
        YamlMap versions = whole.mapOrEmpty("versions");
        List<String> artifacts = Stream.concat(
                        Stream.of(whole), versions.keys().stream().map(versions::mapOrEmpty))
                .flatMap(yaml -> yaml.texts("artifacts").stream().limit(1))
                .map(coordinates -> coordinates.split(":", -1)[1])
                .distinct()
                .toList();
        for (Path jar : Jars.in(jars)) {
            for (String artifact : artifacts) {
                String file = String.valueOf(jar.getFileName());
                if (file.matches(Pattern.quote(artifact) + "-[0-9].*\\.jar")) {
                    return file.substring(artifact.length() + 1, file.length() - ".jar".length());
                }
            }
        }
        throw new BrokerException(where() + "in " + jars + " is no " + String.join(" or ", artifacts)
                + "-VERSION.jar. Name the folder of an unpacked distribution, or of its jars.");
    }

    /** The recipe's own version; empty after a problem. */
    private Optional<String> ownVersion() {
        return Optional.of(whole.required("version")).filter(version -> isVersion(whole, "version", version));
    }

    private static boolean isVersion(YamlMap yaml, String key, String text) {
        if (!text.isEmpty() && !Version.isValid(text)) {
            yaml.problem(key, "must be a version such as 2.6.3.");
        }
        return Version.isValid(text);
    }

    /** Versions with which the recipe changes, oldest first. */
    private List<Version> versions() {
        List<Version> from = new ArrayList<>();
        YamlMap versions = whole.mapOrEmpty("versions");
        for (String version : versions.keys()) {
            if (isVersion(versions, version, version)) {
                versions.requiredMap(version).allow(VARIANT_KEYS);
                from.add(new Version(version));
            }
        }
        from.sort(null);
        return from;
    }

    /** Mapping for a version: the recipe's keys, overridden by those of the newest entry that is not newer than the version. */
    private YamlMap variant(String version, List<Version> from) throws BrokerException {
        String own = whole.text("version").orElse("");
        if (!Version.isValid(version)) {
            throw new BrokerException(where() + "version " + version + "; must be a version such as " + own + ".");
        }
        boolean bundled = whole.has("jars");
        if (bundled && version.equals(own)) {
            return whole;
        }
        Optional<Version> entry = from.stream()
                .filter(v -> v.compareTo(new Version(version)) <= 0)
                .max(Version::compareTo);
        if (entry.isPresent()) {
            YamlMap over = whole.mapOrEmpty("versions").mapOrEmpty(entry.get().text());
            return bundled ? whole.without("jars").overlaid(over) : whole.overlaid(over);
        } else if (bundled && from.isEmpty()) {
            throw new BrokerException(where() + "version " + version + " is not here; there is " + own
                    + ", the bundled one. Leave the version out to take it.");
        } else if (!from.isEmpty()) {
            throw new BrokerException(
                    where() + "version " + version + " is too old; must be " + from.get(0) + " or newer.");
        }
        return whole;
    }

    private static Software software(YamlMap yaml, String version) {
        List<String> kinds = KINDS.stream().filter(yaml::has).toList();
        if (kinds.size() != 1) {
            String message = "exactly one of " + String.join(", ", KINDS) + " must be given.";
            if (kinds.isEmpty()) {
                yaml.problem(message);
            } else {
                yaml.problem(kinds.get(kinds.size() - 1), message);
            }
            // The other required keys depend on the kind of software, so none is reported here.
            return new Software.Fetched(List.of(), List.of(), List.of(), jvm(yaml, yaml.text("main")));
        }
        if (kinds.contains("program")) {
            return new Software.Installed(
                    yaml.required("program"),
                    yaml.texts("look-in").stream().map(Path::of).toList(),
                    yaml.texts("wrapped-in").stream().map(Path::of).toList(),
                    yaml.required("install"),
                    yaml.texts("version-command"),
                    yaml.text("version-pattern").orElse("([0-9]+(?:\\.[0-9]+)+)"),
                    yaml.text("python-package"),
                    yaml.map("image").map(RecipeReader::image));
        }
        Software.Jvm jvm = jvm(yaml, Optional.of(yaml.required("main")));
        return kinds.contains("jars")
                ? new Software.Bundled(Path.of(yaml.required("jars")), jvm)
                : new Software.Fetched(
                        coordinates(yaml, "artifacts", version),
                        yaml.texts("exclude"),
                        coordinates(yaml, "pin", version),
                        jvm);
    }

    private static Software.Image image(YamlMap yaml) {
        yaml.allow(List.of("name", "entrypoint", "version-command", "publish"));
        return new Software.Image(
                yaml.required("name"), yaml.text("entrypoint"), yaml.texts("version-command"), yaml.texts("publish"));
    }

    private static List<String> coordinates(YamlMap yaml, String key, String version) {
        List<String> coordinates = new ArrayList<>();
        for (String text : yaml.texts(key)) {
            String filled = text.replace("${version}", version);
            if (!version.isEmpty() && !filled.matches("[\\w.-]+:[\\w.-]+:[\\w.+-]+")) {
                yaml.problem(key, text + "; must be group:artifact:version, with ${version} for this one's.");
            }
            coordinates.add(filled);
        }
        return coordinates;
    }

    private static Software.Jvm jvm(YamlMap yaml, Optional<String> main) {
        OptionalInt newestJava = yaml.has("newest-java")
                ? OptionalInt.of((int) yaml.number("newest-java", 1, 999, 1))
                : OptionalInt.empty();
        return new Software.Jvm(
                main.orElse(""), yaml.texts("jvm"), yaml.text("launcher").map(Path::of), newestJava);
    }

    private Map<String, Pattern> overloadSigns() {
        Map<String, Pattern> signs = new LinkedHashMap<>();
        YamlMap yaml = whole.mapOrEmpty("overload-signs");
        yaml.keys().forEach(sign -> yaml.parse(sign, Pattern::compile).ifPresent(line -> signs.put(sign, line)));
        return signs;
    }

    private long readyWithin() {
        whole.required("ready-within");
        return whole.parse("ready-within", text -> Quantity.nanos(text)
                        .filter(nanos -> nanos > 0)
                        .orElseThrow(() -> new IllegalArgumentException("must be a duration such as 30s.")))
                .orElse(1L);
    }

    private static List<String> ports(YamlMap yaml) {
        List<String> ports = yaml.texts("ports");
        for (String port : ports) {
            if (Placeholders.PROVIDED.contains(port)) {
                yaml.problem("ports", port + " is the name of a placeholder that every template has.");
            }
        }
        return ports;
    }

    private static List<Step> steps(YamlMap yaml) {
        List<Step> steps = new ArrayList<>();
        for (YamlMap step : yaml.maps("prepare")) {
            step.allow(List.of("main", "arguments", "command", "when"));
            if (step.has("main") == step.has("command")) {
                step.problem("command", "either this or 'main' must be given.");
            }
            steps.add(new Step(
                    step.text("main"), step.text("when"), step.texts(step.has("main") ? "arguments" : "command")));
        }
        return steps;
    }

    private static List<Companion> companions(YamlMap yaml) {
        List<Companion> companions = new ArrayList<>();
        for (YamlMap companion : yaml.maps("companions")) {
            companion.allow(List.of("command", "ready"));
            companions.add(
                    new Companion(companion.texts("command"), ReadinessReader.read(companion.requiredMap("ready"))));
        }
        return companions;
    }

    private Map<String, Knob> knobs(YamlMap yaml) {
        List<String> ports = yaml.texts("ports");
        Map<String, Knob> knobs = new LinkedHashMap<>();
        YamlMap all = whole.requiredMap("knobs");
        for (String knob : all.keys()) {
            if (Placeholders.PROVIDED.contains(knob) || ports.contains(knob)) {
                all.problem(knob, "is the name of a placeholder that every template has; choose another.");
            }
            knobs.put(knob, KnobReader.read(knob, all.requiredMap(knob), all.keys()));
        }
        if (whole.has(Programs.PROGRAM)) {
            knobs.put(Programs.PROGRAM, Knob.PROGRAM);
        }
        return knobs;
    }

    private String where() {
        return "broker " + name + ": ";
    }
}
