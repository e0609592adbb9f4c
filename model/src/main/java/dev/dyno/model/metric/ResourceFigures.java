package dev.dyno.model.metric;

import dev.dyno.model.metric.Figure.Better;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.ResourceSummary.Values;
import dev.dyno.model.result.Unit;
import java.util.Optional;
import java.util.function.Function;

/**
 * Figures of the resources that one subject used.
 *
 * @param of name of the subject, with which the names of its figures begin
 */
record ResourceFigures(String of) {

    Figure cpuPerMessage() {
        return used("cpu-per-message", "CPU a message", Unit.NANOSECONDS_PER_MESSAGE, cost(ResourceSummary.CPU_US, 1e3))
                .compared(0.05)
                .in(Use.STANDARD);
    }

    /** Declares all figures but {@link #cpuPerMessage}. */
    void declare() {
        level("rss", "resident memory", Unit.BYTES, ResourceMetric.RSS);
        level("vss", "address space", Unit.BYTES, ResourceMetric.VSS);
        level("heap", "heap", Unit.BYTES, ResourceMetric.HEAP_USED);
        level("threads", "threads", Unit.COUNT, ResourceMetric.THREADS);
        mean("cpu", "processors busy", Unit.NUMBER, ResourceMetric.CPU);
        mean("write", "written a second", Unit.BYTES_PER_SECOND, ResourceMetric.WRITE);
        mean("gc-throughput", "time without garbage collections", Unit.PERCENT, ResourceMetric.GC_THROUGHPUT)
                .better(Better.MORE);
        total("gc-count", "garbage collections", Unit.COUNT, ResourceMetric.GC_COUNT, 1);
        total("gc-time", "time in garbage collections", Unit.NANOSECONDS, ResourceMetric.GC_TIME, 1e9);
        used("write-per-message", "written a message", Unit.BYTES, cost(ResourceSummary.WRITE_BYTES, 1));
        used("messages-per-cpu-second", "messages a second of a processor", Unit.NUMBER, numbers -> cost(
                                ResourceSummary.CPU_US, 1)
                        .apply(numbers)
                        .filter(us -> us > 0)
                        .map(us -> 1e6 / us))
                .better(Better.MORE);
    }

    private Figure used(String name, String title, Unit unit, Function<Numbers, Optional<Double>> value) {
        return figure(name, title, unit, value).in(Use.RESULT, Use.STUDY);
    }

    private Figure figure(String name, String title, Unit unit, Function<Numbers, Optional<Double>> value) {
        return Figures.figure(of + "-" + name, of + ", " + title, unit, Figures.exactly(value))
                .better(Better.LESS);
    }

    /** Declares two figures: the value of a metric in each second, and the highest value in a run. */
    private void level(String name, String title, Unit unit, ResourceMetric metric) {
        figure(name, title, unit, numbers -> sample(numbers, metric)).in(Use.OVER_TIME, Use.NOT_OF_RUN);
        statistic(name + "-max", title + " at most", unit, metric, Values::max);
    }

    private Figure mean(String name, String title, Unit unit, ResourceMetric metric) {
        return statistic(name, title, unit, metric, Values::mean).in(Use.OVER_TIME);
    }

    /** Declares a figure that is a statistic of a metric in a run, and the metric's value in a second. */
    private Figure statistic(
            String name, String title, Unit unit, ResourceMetric metric, Function<Values, Double> statistic) {
        return used(name, title, unit, numbers -> summary(numbers)
                .flatMap(summary -> summary.get(metric))
                .map(statistic)
                .or(() -> sample(numbers, metric)));
    }

    private void total(String name, String title, Unit unit, ResourceMetric metric, double factor) {
        used(name, title, unit, numbers -> summary(numbers)
                .flatMap(summary -> summary.get(metric))
                .flatMap(Values::total)
                .map(value -> value * factor));
    }

    private Function<Numbers, Optional<Double>> cost(String ofMessage, double factor) {
        return numbers -> summary(numbers)
                .flatMap(summary -> Optional.ofNullable(summary.perMessage().get(ofMessage)))
                .map(value -> value * factor);
    }

    private Optional<ResourceSummary> summary(Numbers numbers) {
        return numbers.run().flatMap(run -> run.resources(of));
    }

    private Optional<Double> sample(Numbers numbers, ResourceMetric metric) {
        return numbers.sample().filter(sample -> sample.subject().equals(of)).flatMap(sample -> sample.get(metric));
    }
}
