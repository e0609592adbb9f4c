package dev.dyno.report.study;

import dev.dyno.model.yaml.YamlMap;
import dev.dyno.report.study.Study.Axis;
import dev.dyno.report.study.Study.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the axes of a study file, with the changes for its quick size.
 *
 * @param map axes of the file
 * @param fewer values for the quick size, in place of those of the file, by axis
 * @param over settings for the quick size, in place of those of the file, by axis and value
 * @param others values in place of those of the file, by axis
 */
record AxisReader(
        YamlMap map, YamlMap fewer, YamlMap over, List<Step> steps, boolean quick, Map<String, List<String>> others) {

    List<Axis> read() {
        List<Axis> axes = new ArrayList<>();
        for (String name : map.keys()) {
            if (name.equals(Study.STEP)) {
                map.problem(name, "is what the steps are called; choose another name.");
            }
            map.map(name).ifPresent(axis -> axes.add(axis(name, axis, over.mapOrEmpty(name))));
        }
        for (YamlMap those : List.of(fewer, over)) {
            for (String name : those.keys()) {
                if (!map.keys().contains(name)) {
                    those.problem(name, "is no axis; must be one of " + String.join(", ", map.keys()) + ".");
                }
            }
        }
        return axes;
    }

    private Axis axis(String name, YamlMap axis, YamlMap settingsOver) {
        List<Axis.Value> values =
                axis.has("settings") ? named(name, axis, settingsOver) : given(name, axis, settingsOver);
        if (values.stream().map(Axis.Value::name).distinct().count() < values.size()) {
            axis.problem("has a value twice; leave one of them out.");
        }
        axis.refuseOthers();
        return new Axis(name, values);
    }

    /** Values by name, with settings for each. */
    private List<Axis.Value> named(String axisName, YamlMap axis, YamlMap settingsOver) {
        if (axis.has("values") || axis.has("set")) {
            axis.problem("has settings, and values of one setting, too; leave one of them out.");
        }
        if (others.containsKey(axisName)) {
            axis.problem("has settings by name, and so no other values; choose among them by --only.");
        }
        List<Axis.Value> values = new ArrayList<>();
        YamlMap settings = axis.mapOrEmpty("settings");
        for (String value : settings.keys()) {
            YamlMap at = settings.mapOrEmpty(value);
            YamlMap small = settingsOver.mapOrEmpty(value);
            Map<String, String> all = new LinkedHashMap<>(plain(at));
            List<Axis.Only> only = new ArrayList<>(conditional(axisName, at));
            // The quick size is read even if it is not run, so that its errors are reported.
            Map<String, String> others = plain(small);
            List<Axis.Only> otherOnly = conditional(axisName, small);
            if (quick) {
                all.putAll(others);
                only.addAll(otherOnly);
            }
            values.add(new Axis.Value(value, all, only));
        }
        settingsOver.allow(settings.keys());
        List<String> names = settings.keys();
        List<String> few = fewer.texts(axisName);
        few.stream()
                .filter(value -> !names.contains(value))
                .forEach(
                        value -> fewer.problem(axisName, value + "; must be one of " + String.join(", ", names) + "."));
        if (quick && !few.isEmpty()) {
            values.removeIf(value -> !few.contains(value.name()));
        }
        return values;
    }

    /** Values of one setting, or of several settings that always have an equal value. */
    private List<Axis.Value> given(String name, YamlMap axis, YamlMap settingsOver) {
        List<String> otherwise = name.equals(Study.WORKLOAD) ? List.of() : List.of(name);
        List<String> set = axis.has("set") ? axis.texts("set") : otherwise;
        List<String> all = axis.texts("values");
        List<String> few = fewer.texts(name);
        List<Axis.Value> values = new ArrayList<>();
        for (String value : others.getOrDefault(name, quick && !few.isEmpty() ? few : all)) {
            Map<String, String> settings = new LinkedHashMap<>();
            set.forEach(key -> settings.put(key, value));
            values.add(new Axis.Value(value, settings));
        }
        settingsOver
                .keys()
                .forEach(key -> settingsOver.problem(key, "is a value of one setting; give other values by axes."));
        if (all.isEmpty()) {
            axis.problem("has no values; must have a list of them, or settings by name.");
        }
        return values;
    }

    /** Settings of a value that apply to all its cells. */
    private static Map<String, String> plain(YamlMap at) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String key : at.keys()) {
            if (!at.isMap(key)) {
                at.text(key).ifPresent(text -> settings.put(key, text));
            }
        }
        return settings;
    }

    /** Settings that apply only with values of other axes: {@code broker=qpid: { … }}. */
    private List<Axis.Only> conditional(String axisName, YamlMap at) {
        List<Axis.Only> all = new ArrayList<>();
        for (String key : at.keys()) {
            if (at.isMap(key)) {
                Map<String, String> with = new LinkedHashMap<>();
                for (String condition : key.strip().split("\\s+", -1)) {
                    condition(axisName, condition, with).ifPresent(wrong -> at.problem(key, wrong));
                }
                Map<String, String> settings = at.entries(key);
                settings.keySet().stream()
                        .filter(setting -> with.containsKey(Study.STEP) && StudyPlan.isOfBroker(setting))
                        .map(setting ->
                                setting + " is of the broker, which all steps of a cell share; set it for all of them.")
                        .forEach(problem -> at.problem(key, problem));
                all.add(new Axis.Only(with, settings));
            }
        }
        return all;
    }

    /** Adds the condition AXIS=VALUE to {@code with}. @return the error, if any */
    private Optional<String> condition(String axisName, String condition, Map<String, String> with) {
        int equals = condition.indexOf('=');
        String axis = condition.substring(0, Math.max(0, equals));
        String value = condition.substring(equals + 1);
        List<String> others = new ArrayList<>(map.keys());
        others.remove(axisName);
        if (steps.size() > 1) {
            others.add(Study.STEP);
        }
        if (!others.contains(axis)) {
            return Optional.of(
                    others.isEmpty()
                            ? "must be a single value; there is no other axis that it could depend on."
                            : "must be a single value, or settings that only hold with AXIS=VALUE of another axis: "
                                    + String.join(", ", others) + ".");
        }
        with.put(axis, value);
        Set<String> names = names(axis);
        return names.contains(value)
                ? Optional.empty()
                : Optional.of("the value of " + axis + " must be one of " + String.join(", ", names) + ".");
    }

    /** All values of each axis and, if there are several, the steps. */
    Map<String, Set<String>> allNames() {
        Map<String, Set<String>> all = new LinkedHashMap<>();
        map.keys().forEach(axis -> all.put(axis, names(axis)));
        if (steps.size() > 1) {
            all.put(Study.STEP, names(Study.STEP));
        }
        return all;
    }

    /** All values of an axis, in the full size and in the quick size. */
    private Set<String> names(String axis) {
        if (axis.equals(Study.STEP)) {
            return steps.stream().map(Step::name).collect(Collectors.toCollection(LinkedHashSet::new));
        }
        YamlMap at = map.mapOrEmpty(axis);
        if (at.has("settings")) {
            return new LinkedHashSet<>(at.mapOrEmpty("settings").keys());
        }
        Set<String> names = new LinkedHashSet<>(at.texts("values"));
        names.addAll(fewer.texts(axis));
        return names;
    }
}
