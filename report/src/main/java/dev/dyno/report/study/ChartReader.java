package dev.dyno.report.study;

import dev.dyno.model.yaml.YamlMap;
import dev.dyno.report.study.Study.Axis;
import dev.dyno.report.study.Study.ChartSpec;
import dev.dyno.report.study.Study.ChartSpec.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads one chart of a study file.
 *
 * @param more axes with a chart for each value, unless the chart names them itself
 */
record ChartReader(YamlMap map, List<Axis> dimensions, Set<String> more) {

    ChartSpec read() {
        Kind kind = map.choice("kind", Kind.class, Kind.LINES);
        if (!map.has("kind")) {
            map.problem("the key 'kind' is missing; must be lines, bars, heat, time, points or percentiles.");
        }
        List<String> y = map.texts("y");
        if (y.isEmpty()) {
            map.problem("the key 'y' is missing; must be what is measured.");
        }
        for (String name : y) {
            checkMeasure(kind, "y", name);
        }
        Optional<String> x = kind == Kind.POINTS ? map.text("x") : axis("x");
        Optional<String> rows = axis("rows");
        Optional<String> series = axis("series");
        List<String> each =
                new ArrayList<>(known("each", map.texts("each").stream()).toList());
        more.stream()
                .filter(axis -> !each.contains(axis)
                        && Stream.of(x, rows, series).noneMatch(named -> named.equals(Optional.of(axis))))
                .forEach(each::add);
        ChartSpec chart =
                new ChartSpec(kind, map.text("title").orElse(""), x, rows, y, series, each, map.flag("log", false));
        checkShape(chart);
        map.refuseOthers();
        return chart;
    }

    private void checkMeasure(Kind kind, String key, String name) {
        try {
            switch (kind) {
                case TIME -> Measures.overTime(name);
                case PERCENTILES -> Measures.histogramTitle(name);
                default -> Measures.find(name);
            }
        } catch (IllegalArgumentException e) {
            map.problem(key, String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> axis(String key) {
        return known(key, map.text(key).stream()).findFirst();
    }

    /** The given names that are axes; each other name is a problem. */
    private Stream<String> known(String key, Stream<String> names) {
        List<String> axes = dimensions.stream().map(Axis::name).toList();
        return names.filter(name -> {
            refuse(
                    key,
                    !axes.contains(name),
                    name + "; must be one of the axes"
                            + (axes.isEmpty() ? ", and there are none." : ": " + String.join(", ", axes) + "."));
            return axes.contains(name);
        });
    }

    private void checkShape(ChartSpec chart) {
        boolean heat = chart.kind() == Kind.HEAT;
        refuse("rows", !heat && chart.rows().isPresent(), "only heat maps have rows; leave it out.");
        refuse("series", heat && chart.series().isPresent(), "a heat map has no series; use each, or leave it out.");
        refuse("log", chart.log() && heat, "a heat map has no axis for it; leave it out.");
        if (chart.kind() == Kind.TIME) {
            refuse("x", chart.x().isPresent(), "is time; leave it out.");
            return;
        }
        refuse("x", chart.kind() == Kind.PERCENTILES && chart.x().isPresent(), "is the percentile; leave it out.");
        if (!map.has("x") && chart.kind() != Kind.PERCENTILES) {
            map.problem("the key 'x' is missing; must be " + (chart.kind() == Kind.POINTS ? "a measure." : "an axis."));
        }
        if (chart.kind() == Kind.POINTS) {
            chart.x().ifPresent(x -> checkMeasure(chart.kind(), "x", x));
            return;
        }
        if (heat && !map.has("rows")) {
            map.problem("the key 'rows' is missing; must be the axis that a heat map has upwards.");
        }
        if (chart.kind() == Kind.LINES && chart.x().flatMap(this::numbers).isEmpty() && map.has("x")) {
            map.problem("x", "lines need an axis whose values are numbers, sizes, rates or times; use bars.");
        }
        refuse("y", heat && chart.y().size() > 1, "a heat map shows one measure.");
        List<String> named = Stream.concat(
                        Stream.of(chart.x(), chart.rows(), chart.series()).flatMap(Optional::stream),
                        chart.each().stream())
                .toList();
        checkNamed(map, named, dimensions, heat ? "as each" : "as series or each");
    }

    /**
     * Reports an axis that is named twice, and axes with several values that are not named: their results would be mixed.
     *
     * @param how how a missing axis can be named: {@code in rows}
     */
    static void checkNamed(YamlMap map, List<String> named, List<Axis> dimensions, String how) {
        if (named.stream().distinct().count() < named.size()) {
            map.problem("an axis is named twice; leave one of them out.");
        }
        List<String> mixed = dimensions.stream()
                .filter(axis -> axis.values().size() > 1 && !named.contains(axis.name()))
                .map(Axis::name)
                .toList();
        if (!mixed.isEmpty()) {
            map.problem("would mix the values of " + String.join(", ", mixed) + "; name it " + how + ".");
        }
    }

    private Optional<AxisNumbers> numbers(String axis) {
        return dimensions.stream()
                .filter(a -> a.name().equals(axis))
                .findFirst()
                .flatMap(a -> AxisNumbers.of(a.names()));
    }

    private void refuse(String key, boolean wrong, String message) {
        if (wrong) {
            map.problem(key, message);
        }
    }
}
