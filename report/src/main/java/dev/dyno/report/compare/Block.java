package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import dev.dyno.report.compare.ConservativeBounds.End;
import dev.dyno.report.store.RunSummary;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Figures of one run of a setup: the unit of a comparison.
 *
 * @param values measured values, all above zero; for a percentile known only as an interval, its low end
 * @param highest high ends, equal to {@code values} except for percentiles known only as intervals; one without a high end is
 *     missing
 */
public record Block(Map<Figure, Double> values, Map<Figure, Double> highest) {

    /** One end of a figure's value; empty if the block has none. */
    OptionalDouble get(Figure figure, End end) {
        Double value = (end == End.LOW ? values : highest).get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Whether a measured figure is a single value. */
    public boolean isExact(Figure figure) {
        return get(figure, End.LOW).equals(get(figure, End.HIGH));
    }

    /**
     * Block of a stored run.
     *
     * @param latency latency whose percentiles are taken
     * @param asked further figures; those that are not in every block are computed from the histograms of the run
     */
    public static Block of(RunSummary run, Latency latency, Set<Figure> asked) {
        Set<Figure> others = new TreeSet<>(asked);
        others.removeAll(Set.copyOf(Figures.of(Use.COMPARED)));
        return of((others.isEmpty() ? run.numbers() : run.withHistograms()).by(latency), others);
    }

    /** Block of a run; a figure that is zero is left out, because ratios are compared. */
    static Block of(Numbers numbers, Set<Figure> others) {
        Map<Figure, Double> low = new TreeMap<>();
        Map<Figure, Double> high = new TreeMap<>();
        Set<Figure> all = new TreeSet<>(Figures.of(Use.COMPARED));
        all.addAll(others);
        for (Figure figure : all) {
            figure.of(numbers).filter(value -> value.low() > 0).ifPresent(value -> {
                low.put(figure, figure.unit().inTables(value.low()));
                if (!value.isOpen()) {
                    high.put(figure, figure.unit().inTables(value.high()));
                }
            });
        }
        return new Block(low, high);
    }
}
