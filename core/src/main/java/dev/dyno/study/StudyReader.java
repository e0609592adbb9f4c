package dev.dyno.study;

import dev.dyno.pace.Units;
import dev.dyno.study.Study.Axis;
import dev.dyno.study.Study.Needs;
import dev.dyno.study.Study.Step;
import dev.dyno.workfile.WorkloadFile;
import dev.dyno.yaml.YamlFile;
import dev.dyno.yaml.YamlMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads a study file, strictly: each key is known, and all that is wrong is told at once. */
final class StudyReader {

    static final String WORKLOADS = "workloads";

    private static final int MAX_REPEATS = 1000;
    private static final int MAX_CORES = 4096;

    /** Where the file does not say which. */
    private static final List<String> TABLE = List.of(
            "sent-rate",
            "received-rate",
            "response-p50",
            "response-p99",
            "end-to-end-p50",
            "end-to-end-p99",
            "broker-rss-max");

    private final YamlFile file;
    private final YamlMap root;
    private final String text;
    private final boolean quick;

    StudyReader(YamlFile file, String text, boolean quick) {
        this.file = file;
        this.text = text;
        this.quick = quick;
        root = file.root();
    }

    StudyFile read() {
        String name = root.text("name").orElseGet(this::nameOfFile);
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,39}")) {
            root.problem("name", name + "; must be letters, digits, dots and dashes, at most 40.");
        }
        String title = root.text("title").orElse(name);
        String description = root.text("description").orElse("").strip();
        String source = root.text("source").orElse("").strip();
        long seed = root.number("seed", 0, Long.MAX_VALUE, 1);
        boolean hasQuick = root.has("quick");
        YamlMap small = root.mapOrEmpty("quick");
        int repeats = repeats(root, 1);
        Duration coolDown = coolDown(root, Duration.ofSeconds(2));
        Study.Brokers brokers = root.choice("brokers", Study.Brokers.class, Study.Brokers.FRESH);
        Study.Order order = root.choice("order", Study.Order.class, Study.Order.SHUFFLED);
        Map<String, String> setup = new LinkedHashMap<>(root.entries("setup"));
        Map<String, String> quickSetup = small.entries("setup");
        List<String> workloads = workloads();
        List<Step> steps = steps(workloads, small.mapOrEmpty("steps"), quickSetup);
        List<Axis> axes = axes(small.mapOrEmpty("axes"), small.mapOrEmpty("settings"));
        int quickRepeats = repeats(small, repeats);
        Duration quickCoolDown = coolDown(small, coolDown);
        small.refuseOthers();
        List<Measure> table = measures();
        Needs needs = root.map("needs").map(StudyReader::needs).orElse(Needs.NOTHING);
        List<YamlMap> charts = root.maps("charts");
        if (quick && !hasQuick && !root.keys().isEmpty()) {
            root.problem("there is no quick size here; add a section 'quick', or leave out --quick.");
        }
        root.refuseOthers();
        Study plain = new Study(
                name,
                title,
                description,
                source,
                seed,
                quick ? quickRepeats : repeats,
                quick ? quickCoolDown : coolDown,
                brokers,
                order,
                setup,
                axes,
                steps,
                List.of(),
                table,
                needs);
        Study whole = new Study(
                name,
                title,
                description,
                source,
                seed,
                plain.repeats(),
                plain.coolDown(),
                brokers,
                order,
                setup,
                axes,
                steps,
                charts.stream().map(map -> new ChartReader(map, plain).read()).toList(),
                table,
                needs);
        return new StudyFile(file.name(), text, whole, hasQuick, file.problems());
    }

    private String nameOfFile() {
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        return name.replaceFirst("\\.ya?ml$", "");
    }

    private static int repeats(YamlMap map, int otherwise) {
        return (int) map.number("repeats", 1, MAX_REPEATS, otherwise);
    }

    private static Duration coolDown(YamlMap map, Duration otherwise) {
        return map.parse("cool-down", given -> Duration.ofNanos(Units.parseDurationNs(given)))
                .orElse(otherwise);
    }

    private List<String> workloads() {
        YamlMap map = root.requiredMap(WORKLOADS);
        for (String name : map.keys()) {
            // Its problems are the file's.
            map.map(name).ifPresent(at -> WorkloadFile.within(file, at, name, List.of()));
        }
        if (root.has(WORKLOADS) && map.keys().isEmpty()) {
            root.problem(WORKLOADS, "must have at least one, by its name.");
        }
        return map.keys();
    }

    private List<Step> steps(List<String> workloads, YamlMap small, Map<String, String> quickSetup) {
        List<Step> steps = new ArrayList<>();
        if (root.has("steps")) {
            YamlMap map = root.mapOrEmpty("steps");
            for (String name : map.keys()) {
                map.map(name).ifPresent(step -> steps.add(step(name, step, workloads, small, quickSetup)));
            }
            if (steps.isEmpty()) {
                map.problem("must have at least one, by its name.");
            }
        } else if (workloads.size() == 1) {
            steps.add(new Step(workloads.get(0), workloads.get(0), quick ? quickSetup : Map.of()));
        } else if (!workloads.isEmpty()) {
            root.problem("there are several workloads; must have 'steps', which say which of them are run, and in which"
                    + " order.");
        }
        for (String name : small.keys()) {
            if (steps.stream().noneMatch(step -> step.name().equals(name))) {
                small.problem(
                        name,
                        "is no step; must be one of "
                                + String.join(
                                        ", ", steps.stream().map(Step::name).toList()) + ".");
            }
        }
        return steps;
    }

    private Step step(String name, YamlMap map, List<String> workloads, YamlMap small, Map<String, String> quickSetup) {
        String workload = map.text("workload").orElse(name);
        if (!workloads.contains(workload)) {
            map.problem("workload", workload + "; must be one of the workloads: " + String.join(", ", workloads) + ".");
        }
        Map<String, String> settings = new LinkedHashMap<>(map.entries("setup"));
        if (quick) {
            settings.putAll(quickSetup);
            settings.putAll(small.entries(name));
        }
        for (String key : map.entries("setup").keySet()) {
            if (StudyPlan.isOfBroker(key)) {
                map.problem(
                        "setup",
                        key + " is of the broker, which all steps of a cell share; set it in setup or by an axis.");
            }
        }
        map.refuseOthers();
        return new Step(name, workload, settings);
    }

    private List<Axis> axes(YamlMap small, YamlMap over) {
        List<Axis> axes = new ArrayList<>();
        YamlMap map = root.mapOrEmpty("axes");
        for (String name : map.keys()) {
            if (name.equals(Study.STEP)) {
                map.problem(name, "is what the steps are called; choose another name.");
            }
            map.map(name).ifPresent(axis -> axes.add(axis(name, axis, small, over.mapOrEmpty(name))));
        }
        for (YamlMap those : List.of(small, over)) {
            for (String name : those.keys()) {
                if (!map.keys().contains(name)) {
                    those.problem(name, "is no axis; must be one of " + String.join(", ", map.keys()) + ".");
                }
            }
        }
        return axes;
    }

    private Axis axis(String name, YamlMap map, YamlMap small, YamlMap over) {
        List<Axis.Value> values = new ArrayList<>();
        List<String> fewer = small.texts(name);
        if (map.has("settings")) {
            if (map.has("values") || map.has("set")) {
                map.problem("has settings, and values of one setting, too; leave one of them out.");
            }
            YamlMap settings = map.mapOrEmpty("settings");
            for (String value : settings.keys()) {
                Map<String, String> all = new LinkedHashMap<>(settings.entries(value));
                if (quick) {
                    all.putAll(over.entries(value));
                }
                values.add(new Axis.Value(value, all));
            }
            over.allow(settings.keys());
            List<String> names = settings.keys();
            fewer.stream()
                    .filter(value -> !names.contains(value))
                    .forEach(
                            value -> small.problem(name, value + "; must be one of " + String.join(", ", names) + "."));
            if (quick && !fewer.isEmpty()) {
                values.removeIf(value -> !fewer.contains(value.name()));
            }
        } else {
            List<String> set = map.has("set") ? map.texts("set") : List.of(name);
            List<String> given = map.texts("values");
            for (String value : quick && !fewer.isEmpty() ? fewer : given) {
                Map<String, String> settings = new LinkedHashMap<>();
                set.forEach(key -> settings.put(key, value));
                values.add(new Axis.Value(value, settings));
            }
            over.keys().forEach(key -> over.problem(key, "is a value of one setting; give other values by axes."));
            if (given.isEmpty()) {
                map.problem("has no values; must have a list of them, or settings by name.");
            }
        }
        if (values.stream().map(Axis.Value::name).distinct().count() < values.size()) {
            map.problem("has a value twice; leave one of them out.");
        }
        map.refuseOthers();
        return new Axis(name, values);
    }

    private List<Measure> measures() {
        List<Measure> measures = new ArrayList<>();
        for (String name : root.has("table") ? root.texts("table") : TABLE) {
            try {
                measures.add(Measure.find(name));
            } catch (IllegalArgumentException e) {
                root.problem("table", String.valueOf(e.getMessage()));
            }
        }
        return measures;
    }

    private static Needs needs(YamlMap map) {
        Needs needs = new Needs(
                map.has("cores") ? OptionalInt.of((int) map.number("cores", 1, MAX_CORES, 1)) : OptionalInt.empty(),
                bytes(map, "memory"),
                bytes(map, "disk"));
        map.refuseOthers();
        return needs;
    }

    private static OptionalLong bytes(YamlMap map, String key) {
        Optional<Long> bytes = map.parse(key, Units::parseBytes);
        return bytes.map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }
}
