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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Curve of a search for the capacity: what latency and achieved rate come to at each rate that was held. */
record CapacityCharts(Capacity capacity, ReportData.Run run, SortedMap<Double, List<CapacityStep>> byRate) {

    private static final List<Percentile> SHOWN = List.of(Percentile.P50, Percentile.P99, Percentile.P999);
    private static final double WHOLE = 1e-3;

    /** Standard errors on either side of the mean of seconds. */
    private static final double ERRORS = 2;

    /** Charts by the name of a file without its ending; none if no rate was held. */
    static Map<String, Chart> of(Capacity capacity, ReportData.Run run) {
        SortedMap<Double, List<CapacityStep>> byRate = new TreeMap<>();
        capacity.steps().stream()
                .filter(step -> step.isHeld() && step.seconds() > 0)
                .forEach(step -> byRate.computeIfAbsent(step.perSecond(), rate -> new ArrayList<>())
                        .add(step));
        CapacityCharts curve = new CapacityCharts(capacity, run, byRate);
        Map<String, Chart> charts = new LinkedHashMap<>();
        if (!byRate.isEmpty()) {
            for (Latency latency : List.of(Latency.END_TO_END, Latency.RESPONSE)) {
                Optional.ofNullable(run.latenciesOverTime().get(latency.tag()))
                        .ifPresent(
                                seconds -> charts.put("capacity-" + latency.tag(), curve.latencies(latency, seconds)));
            }
            charts.put("capacity-rate", curve.rates());
        }
        return charts;
    }

    private Chart latencies(Latency latency, LatencySeries seconds) {
        List<LineChart.Line> lines = new ArrayList<>();
        for (Percentile percentile : SHOWN) {
            int color = SHOWN.indexOf(percentile);
            Column values = seconds.of(percentile);
            lines.add(line(percentile.title(), values, 0, color, LineChart.Stroke.SOLID));
            lines.add(line("", values, -ERRORS, color, LineChart.Stroke.DOTTED));
            lines.add(line("", values, ERRORS, color, LineChart.Stroke.DOTTED));
        }
        List<Double> ends = List.of(byRate.firstKey(), byRate.lastKey());
        for (String text : capacity.objectives()) {
            Threshold objective = Threshold.parse(text);
            boolean isOfLatency = objective.figure().unit() == Unit.NANOSECONDS;
            if (isOfLatency && objective.figure().latency().orElse(latency) == latency) {
                lines.add(new LineChart.Line(
                        text,
                        ends,
                        List.of(objective.limit(), objective.limit()),
                        SHOWN.size(),
                        LineChart.Stroke.DASHED));
            }
        }
        return chart(
                latency.heading() + " by rate",
                "geometric mean of the seconds in which a rate was held; dotted: two standard errors of it",
                Axis.logarithmic("", Unit.NANOSECONDS),
                lines);
    }

    private LineChart.Line line(String label, Column values, double errors, int color, LineChart.Stroke stroke) {
        List<Double> ys = byRate.values().stream()
                .map(steps -> {
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
                })
                .toList();
        return new LineChart.Line(label, List.copyOf(byRate.keySet()), ys, color, stroke);
    }

    private boolean isCounted(CapacityStep step, int second) {
        IntervalSeries seconds = run.intervals();
        return seconds.startS().get(second) >= step.countedFromNs() / 1e9 - WHOLE
                && seconds.endS().get(second) <= step.toNs() / 1e9 + WHOLE;
    }

    private Chart rates() {
        List<Double> asked = List.copyOf(byRate.keySet());
        List<Double> achieved = byRate.values().stream()
                .map(steps -> steps.stream()
                        .mapToDouble(CapacityStep::achievedPerSecond)
                        .average()
                        .orElse(Double.NaN))
                .toList();
        return chart(
                "Asked and achieved rate",
                "",
                Axis.linear("messages a second achieved", Unit.COUNT),
                List.of(
                        new LineChart.Line("achieved", asked, achieved, 0, LineChart.Stroke.SOLID),
                        new LineChart.Line("asked", asked, asked, 1, LineChart.Stroke.DASHED)));
    }

    private Chart chart(String title, String note, Axis y, List<LineChart.Line> lines) {
        List<LineChart.Band> interval = capacity.low().isPresent()
                        && capacity.high().isPresent()
                ? List.of(new LineChart.Band(
                        "", capacity.low().getAsDouble(), capacity.high().getAsDouble(), false))
                : List.of();
        List<LineChart.Mark> knee = capacity.estimate().isPresent()
                ? List.of(new LineChart.Mark("capacity", capacity.estimate().getAsDouble()))
                : List.of();
        return new LineChart(title, note, Axis.linear("messages a second asked", Unit.COUNT), y, lines, interval, knee);
    }
}
