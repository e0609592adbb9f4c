package dev.dyno.report.study;

import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.report.study.Study.Axis;
import dev.dyno.report.study.Study.Needs;
import dev.dyno.report.study.Study.Pivot;
import dev.dyno.report.study.Study.SafeBuffer;
import dev.dyno.report.study.Study.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a study file, strictly: each key must be known, and all errors are reported at once.
 *
 * @param others values in place of those of the file, by axis
 */
record StudyReader(YamlFile file, YamlMap root, String text, boolean quick, Map<String, List<String>> others) {

    static final String WORKLOADS = "workloads";
    private static final String CELLS = "cells";
    private static final String CLAIMS = "claims";

    /** Default measures of the table. */
    private static final List<String> TABLE = List.of(
            "sent-rate",
            "received-rate",
            "response-p50",
            "response-p99",
            "end-to-end-p50",
            "end-to-end-p99",
            "broker-rss-max");

    StudyReader(YamlFile file, String text, boolean quick, Map<String, List<String>> others) {
        this(file, file.root(), text, quick, others);
    }

    StudyFile read() {
        Study.About about = about();
        boolean hasQuick = root.has("quick");
        YamlMap small = root.mapOrEmpty("quick");
        Study.Rounds rounds = rounds(small);
        Map<String, String> setup = new LinkedHashMap<>(root.entries("setup"));
        List<String> workloads = workloads();
        List<Step> steps = steps(workloads, small.mapOrEmpty("steps"), small.entries("setup"));
        AxisReader axisReader = new AxisReader(
                root.mapOrEmpty("axes"), small.mapOrEmpty("axes"), small.mapOrEmpty("settings"), steps, quick, others);
        List<Axis> axes = axisReader.read();
        axes.stream()
                .filter(axis -> axis.name().equals(Study.WORKLOAD))
                .flatMap(axis -> axis.names().stream())
                .filter(name -> !workloads.contains(name))
                .forEach(name -> root.mapOrEmpty("axes")
                        .problem(
                                Study.WORKLOAD,
                                name + "; must be one of the workloads: " + String.join(", ", workloads) + "."));
        setup.forEach(this::refuseSecret);
        small.entries("setup").forEach(this::refuseSecret);
        steps.forEach(step -> step.settings().forEach(this::refuseSecret));
        axes.stream().flatMap(axis -> axis.values().stream()).forEach(value -> {
            value.settings().forEach(this::refuseSecret);
            value.only().forEach(only -> only.settings().forEach(this::refuseSecret));
        });
        small.refuseOthers();
        Map<String, Set<String>> names = root.has(CLAIMS) || root.has(CELLS) ? axisReader.allNames() : Map.of();
        Study.Output output = output(axes, steps, names);
        List<Map<String, String>> cells = cells(output.claims(), names);
        Needs needs = root.map("needs").map(StudyReader::needs).orElse(Needs.NOTHING);
        if (quick && !hasQuick && !root.keys().isEmpty()) {
            root.problem("there is no quick size here; add a section 'quick', or run the full size.");
        }
        root.refuseOthers();
        Study whole = new Study(about, rounds, setup, axes, steps, cells, output, needs, Map.of());
        return new StudyFile(file.name(), text, whole, hasQuick, others, file.problems());
    }

    /** Reports a setting that has a secret: the file is stored with its study, and values of axes are shown in tables. */
    private void refuseSecret(String key, String value) {
        if (!Secrets.shown(key, value).equals(value)) {
            root.problem(key + " has a secret, and this file is stored with the study; leave it out, and give --setup "
                    + key + "=VALUE, which is not stored.");
        }
    }

    private Study.About about() {
        String name = root.text("name").orElseGet(() -> WorkloadFile.nameOf(file));
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,39}")) {
            root.problem("name", name + "; must be letters, digits, dots and dashes, at most 40.");
        }
        return new Study.About(
                name,
                root.text("title").orElse(name),
                root.text("description").orElse("").strip(),
                root.text("source").orElse("").strip());
    }

    private Study.Rounds rounds(YamlMap small) {
        long seed = root.number("seed", 0, Long.MAX_VALUE, 1);
        int repeats = repeats(root, 1);
        Duration coolDown = coolDown(root, Duration.ofSeconds(2));
        // The quick size is read even if it is not run, so that its errors are reported.
        int quickRepeats = repeats(small, repeats);
        Duration quickCoolDown = coolDown(small, coolDown);
        return new Study.Rounds(
                seed,
                quick ? quickRepeats : repeats,
                quick ? quickCoolDown : coolDown,
                root.choice("brokers", Study.Brokers.class, Study.Brokers.FRESH),
                root.choice("order", Study.Order.class, Study.Order.SHUFFLED),
                root.choice("held", Study.HeldSearch.class, Study.HeldSearch.EACH),
                root.parse("within", given -> Duration.ofNanos(Units.parseDurationNs(given)))
                        .filter(shared -> !quick));
    }

    private Study.Output output(List<Axis> axes, List<Step> steps, Map<String, Set<String>> names) {
        List<Axis> dimensions = Study.dimensions(axes, steps);
        return new Study.Output(
                root.maps("charts").stream()
                        .map(map -> new ChartReader(map, dimensions, others.keySet()).read())
                        .toList(),
                measures(root, "table", TABLE),
                root.maps("pivots").stream()
                        .map(map -> pivot(map, dimensions, others.keySet()))
                        .toList(),
                root.map("safe-buffer").map(at -> safeBuffer(at, axes, steps, others.keySet())),
                root.parse("extrapolate", Rate::parse),
                root.maps(CLAIMS).stream()
                        .flatMap(map -> new ClaimReader(map, names).read().stream())
                        .toList());
    }

    /**
     * Values of the default cells, which only the full size has: those that the file names, and for the word {@code claims} those
     * of the claims.
     */
    private List<Map<String, String>> cells(List<Claim> claims, Map<String, Set<String>> names) {
        Map<String, Set<String>> axes = new LinkedHashMap<>(names);
        axes.remove(Study.STEP);
        List<Map<String, String>> cells = new ArrayList<>();
        for (String given : root.texts(CELLS)) {
            if (given.equals(CLAIMS)) {
                claims.stream().flatMap(Claim::terms).forEach(term -> cells.add(new LinkedHashMap<>(term.cell())));
            } else {
                try {
                    cells.add(ValueNames.parse(given, axes));
                } catch (IllegalArgumentException e) {
                    root.problem(CELLS, String.valueOf(e.getMessage()));
                }
            }
        }
        cells.forEach(cell -> cell.keySet().removeAll(others.keySet()));
        return quick ? List.of() : cells;
    }

    private static int repeats(YamlMap map, int otherwise) {
        return (int) map.number("repeats", 1, 1000, otherwise);
    }

    private static Duration coolDown(YamlMap map, Duration otherwise) {
        return map.parse("cool-down", given -> Duration.ofNanos(Units.parseDurationNs(given)))
                .orElse(otherwise);
    }

    private List<String> workloads() {
        YamlMap map = root.requiredMap(WORKLOADS);
        for (String name : map.keys()) {
            // Reading a workload reports its problems as those of the study file.
            map.map(name).ifPresent(at -> WorkloadFile.within(file, at, name, List.of()));
        }
        if (root.has(WORKLOADS) && map.keys().isEmpty()) {
            root.problem(WORKLOADS, "must name at least one workload.");
        }
        return map.keys();
    }

    private List<Step> steps(List<String> workloads, YamlMap small, Map<String, String> quickSetup) {
        List<Step> steps = new ArrayList<>();
        boolean isChosen = root.mapOrEmpty("axes").has(Study.WORKLOAD);
        if (isChosen && root.has("steps")) {
            root.problem("steps", "contradicts the axis 'workload'; leave one of them out.");
        }
        if (root.has("steps")) {
            YamlMap map = root.mapOrEmpty("steps");
            for (String name : map.keys()) {
                map.map(name).ifPresent(step -> steps.add(step(name, step, workloads, small, quickSetup)));
            }
            if (steps.isEmpty()) {
                map.problem("must name at least one step.");
            }
        } else if (workloads.size() == 1 || (isChosen && !workloads.isEmpty())) {
            String name = isChosen ? Study.WORKLOAD : workloads.get(0);
            steps.add(new Step(name, workloads.get(0), quick ? quickSetup : Map.of()));
        } else if (!workloads.isEmpty()) {
            root.problem("there are several workloads; must have 'steps', which say which of them are run, and in which"
                    + " order, or an axis 'workload', which chooses among them.");
        }
        List<String> names = steps.stream().map(Step::name).toList();
        small.keys().stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> small.problem(name, "is no step; must be one of " + String.join(", ", names) + "."));
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

    private static List<Figure> measures(YamlMap map, String key, List<String> otherwise) {
        List<Figure> measures = new ArrayList<>();
        for (String name : map.has(key) ? map.texts(key) : otherwise) {
            try {
                measures.add(Measures.find(name));
            } catch (IllegalArgumentException e) {
                map.problem(key, String.valueOf(e.getMessage()));
            }
        }
        return measures;
    }

    private static Pivot pivot(YamlMap map, List<Axis> dimensions, Set<String> more) {
        List<String> rows = new ArrayList<>(map.texts("rows"));
        String columns = map.required("columns");
        more.stream()
                .filter(axis -> !rows.contains(axis) && !columns.equals(axis))
                .forEach(rows::add);
        List<String> named = new ArrayList<>(rows);
        named.add(columns);
        List<String> known = dimensions.stream().map(Axis::name).toList();
        for (String axis : named) {
            if (!known.contains(axis)) {
                map.problem(axis + "; rows and columns must be axes: " + String.join(", ", known) + ".");
            }
        }
        ChartReader.checkNamed(map, named, dimensions, "in rows");
        List<Figure> cells = measures(map, "cells", List.of());
        if (!map.has("cells")) {
            map.problem("the key 'cells' is missing; must be what is measured.");
        }
        String title = map.text("title")
                .orElseGet(() ->
                        String.join(", ", cells.stream().map(Figure::title).toList()));
        map.refuseOthers();
        return new Pivot(title, rows, columns, cells);
    }

    private static SafeBuffer safeBuffer(YamlMap map, List<Axis> axes, List<Step> steps, Set<String> more) {
        List<String> names = axes.stream().map(Axis::name).toList();
        List<String> each = new ArrayList<>(map.texts("each"));
        more.stream().filter(axis -> !each.contains(axis)).forEach(each::add);
        each.stream()
                .filter(axis -> !names.contains(axis))
                .forEach(axis ->
                        map.problem("each", axis + "; must be one of the axes " + String.join(", ", names) + "."));
        Optional<String> step = map.text("step");
        step.filter(name -> steps.stream().noneMatch(s -> s.name().equals(name)))
                .ifPresent(name -> map.problem("step", name + "; is no step of this study."));
        double usable = map.parse("usable", SafeBuffer::parseShare).orElse(SafeBuffer.USABLE);
        Optional<String> limit = map.text("limit");
        map.refuseOthers();
        return new SafeBuffer(each, step, limit, usable);
    }

    private static Needs needs(YamlMap map) {
        Needs needs = new Needs(
                map.has("cores") ? Optional.of((int) map.number("cores", 1, 4096, 1)) : Optional.empty(),
                map.parse("memory", Units::parseBytes),
                map.parse("disk", Units::parseBytes));
        map.refuseOthers();
        return needs;
    }
}
