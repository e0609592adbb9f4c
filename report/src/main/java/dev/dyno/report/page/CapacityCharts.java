package dev.dyno.report.page;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Unit;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.report.store.CapacityFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Curves of searches for the capacity: latency and achieved rate at each rate that was held. With several runs, a line
 * stands for a search, and each percentile has a chart of its own.
 *
 * @param runs number of runs, with those that are no search; also used as a colour number that no run has
 */
record CapacityCharts(List<Search> searches, int runs, Map<String, Chart> charts) {

    private static final List<Percentile> SHOWN = List.of(Percentile.P50, Percentile.P99, Percentile.P999);
    private static final double WHOLE = 1e-3;

    /** Distance of the dotted lines from the mean of the seconds, in standard errors of the mean. */
    private static final double ERRORS = 2;

    /** A search with its steps by the rate that was held. */
    record Search(
            Capacity capacity,
            ReportData.Run run,
            String label,
            int color,
            SortedMap<Double, List<CapacityStep>> byRate) {

        static Search of(ReportData.Run run, RunLabels names) {
            Capacity capacity = run.capacity().map(CapacityFile::capacity).orElseThrow();
            SortedMap<Double, List<CapacityStep>> byRate = new TreeMap<>();
            capacity.steps().stream()
                    .filter(step -> step.isHeld() && step.seconds() > 0)
                    .forEach(step -> byRate.computeIfAbsent(step.perSecond(), rate -> new ArrayList<>())
                            .add(step));
            return new Search(capacity, run, names.of(run), names.color(run), byRate);
        }

        private LineChart.Line line(
                String words, int hue, LineChart.Stroke stroke, ToDoubleFunction<List<CapacityStep>> value) {
            List<Double> ys = byRate.values().stream().map(value::applyAsDouble).toList();
            return new LineChart.Line(words, List.copyOf(byRate.keySet()), ys, hue, stroke);
        }

        /** Geometric mean of the seconds of some steps, plus a number of its standard errors. */
        private double mean(Column values, List<CapacityStep> steps, double errors) {
            double[] held = IntStream.range(0, values.size())
                    .filter(i -> values.has(i) && steps.stream().anyMatch(step -> isCounted(step, i)))
                    .mapToDouble(i -> Math.log(Math.max(1, values.get(i))))
                    .toArray();
            double mean = DoubleStream.of(held).average().orElse(Double.NaN);
            double squares = DoubleStream.of(held)
                    .map(value -> (value - mean) * (value - mean))
                    .sum();
            double error = Math.sqrt(squares / Math.max(1, held.length - 1) / Math.max(1, held.length));
            return Math.exp(mean + errors * error);
        }

        private boolean isCounted(CapacityStep step, int second) {
            IntervalSeries seconds = run.intervals();
            return seconds.startS().get(second) >= step.countedFromNs() / 1e9 - WHOLE
                    && seconds.endS().get(second) <= step.toNs() / 1e9 + WHOLE;
        }
    }

    /** Charts by the name of a file without its ending; none if no rate was held. */
    static Map<String, Chart> of(List<ReportData.Run> runs, RunLabels names) {
        List<Search> searches = runs.stream()
                .filter(run -> run.capacity().isPresent())
                .map(run -> Search.of(run, names))
                .filter(search -> !search.byRate.isEmpty())
                .toList();
        CapacityCharts all = new CapacityCharts(searches, runs.size(), new LinkedHashMap<>());
        if (!searches.isEmpty()) {
            all.latencies(Latency.END_TO_END);
            all.latencies(Latency.RESPONSE);
            all.rates();
        }
        return all.charts;
    }

    private boolean several() {
        return runs > 1;
    }

    private void latencies(Latency latency) {
        String file = latency.tag();
        String title = latency.heading() + " by rate";
        List<LineChart.Line> together = new ArrayList<>();
        for (Percentile percentile : SHOWN) {
            List<LineChart.Line> lines = new ArrayList<>();
            int place = SHOWN.indexOf(percentile);
            for (Search search : searches) {
                LatencySeries seconds = search.run.latenciesOverTime().get(latency.tag());
                if (seconds != null) {
                    String label = several() ? search.label : percentile.title();
                    int color = several() ? search.color : place;
                    Column values = seconds.of(percentile);
                    lines.add(
                            search.line(label, color, LineChart.Stroke.SOLID, steps -> search.mean(values, steps, 0)));
                    for (double errors : List.of(-ERRORS, ERRORS)) {
                        lines.add(search.line(
                                "", color, LineChart.Stroke.DOTTED, steps -> search.mean(values, steps, errors)));
                    }
                }
            }
            together.addAll(lines);
            if (several()) {
                String name = percentile.title();
                latencies(latency, List.of(percentile), file + "-" + name, title + ", " + name, lines, runs);
            }
        }
        if (!several()) {
            latencies(latency, List.of(), file, title, together, SHOWN.size());
        }
    }

    /**
     * Adds a chart of a latency, if it was measured, with the objectives about it in a colour of their own.
     *
     * @param alone the percentile that the chart shows; empty if it shows all
     */
    private void latencies(
            Latency latency, List<Percentile> alone, String file, String title, List<LineChart.Line> lines, int color) {
        if (lines.isEmpty()) {
            return;
        }
        searches.stream()
                .flatMap(search -> search.capacity.objectives().stream())
                .distinct()
                .forEach(text -> {
                    Threshold objective = Threshold.parse(text);
                    boolean isOfLatency = objective.figure().unit() == Unit.NANOSECONDS;
                    boolean isShown = alone.stream()
                            .allMatch(one -> objective.figure().percentile().orElse(one.percent()) == one.percent());
                    if (isOfLatency && isShown && objective.figure().latency().orElse(latency) == latency) {
                        List<Double> limits = List.of(objective.limit(), objective.limit());
                        lines.add(new LineChart.Line(text, ends(), limits, color, LineChart.Stroke.DASHED));
                    }
                });
        add(
                file,
                title,
                "geometric mean of the seconds in which a rate was held; dotted: two standard errors of it",
                Axis.logarithmic("", Unit.NANOSECONDS),
                lines);
    }

    private void rates() {
        List<LineChart.Line> lines = new ArrayList<>();
        for (Search search : searches) {
            lines.add(search.line(
                    several() ? search.label : "achieved", search.color, LineChart.Stroke.SOLID, steps -> steps.stream()
                            .mapToDouble(CapacityStep::achievedPerSecond)
                            .average()
                            .orElse(Double.NaN)));
        }
        lines.add(new LineChart.Line("asked", ends(), ends(), runs, LineChart.Stroke.DASHED));
        add("rate", "Asked and achieved rate", "", Axis.linear("messages a second achieved", Unit.COUNT), lines);
    }

    /** Lowest and highest rate that was held. */
    private List<Double> ends() {
        TreeSet<Double> rates = new TreeSet<>();
        searches.forEach(search -> rates.addAll(search.byRate.keySet()));
        return List.of(rates.first(), rates.last());
    }

    private void add(String file, String title, String note, Axis y, List<LineChart.Line> lines) {
        List<LineChart.Band> intervals = new ArrayList<>();
        List<LineChart.Mark> knees = new ArrayList<>();
        for (Search search : searches) {
            OptionalDouble low = search.capacity.low();
            OptionalDouble high = search.capacity.high();
            if (!several() && low.isPresent() && high.isPresent()) {
                intervals.add(new LineChart.Band("", low.getAsDouble(), high.getAsDouble(), false));
            }
            String label = several() ? search.label + " capacity" : "capacity";
            search.capacity.estimate().ifPresent(estimate -> knees.add(new LineChart.Mark(label, estimate)));
        }
        Axis x = Axis.linear("messages a second asked", Unit.COUNT);
        charts.put("capacity-" + file, new LineChart(title, note, x, y, lines, intervals, knees));
    }
}
