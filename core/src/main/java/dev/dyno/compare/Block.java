package dev.dyno.compare;

import dev.dyno.compare.Figure.End;
import dev.dyno.report.RunSummary;
import dev.dyno.result.Latency;
import dev.dyno.result.RunResult;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/**
 * What one run of a setup came to: the unit of a comparison.
 *
 * @param values those that were measured, all above zero; of a percentile that is only known as an interval, the low end
 * @param highest the high ends, equal to the values but of such percentiles; one that has no high end is not there
 */
public record Block(Map<Figure, Double> values, Map<Figure, Double> highest) {

    public Block {
        values = copy(values);
        highest = copy(highest);
    }

    /** All of them are exactly known. */
    public Block(Map<Figure, Double> values) {
        this(values, values);
    }

    private static Map<Figure, Double> copy(Map<Figure, Double> values) {
        EnumMap<Figure, Double> copy = new EnumMap<>(Figure.class);
        copy.putAll(values);
        return Collections.unmodifiableMap(copy);
    }

    /** One end of a figure, if it was measured and has one. */
    OptionalDouble get(Figure figure, End end) {
        Double value = (end == End.LOW ? values : highest).get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Whether a figure that was measured is one value. */
    public boolean isExact(Figure figure) {
        return get(figure, End.LOW).equals(get(figure, End.HIGH));
    }

    /** @param latency that the percentiles are of */
    public static Block of(RunResult result, Latency latency) {
        return of((figure, end) -> figure.of(result, latency, end));
    }

    /**
     * Of a stored run.
     *
     * @param latency that the percentiles are of
     */
    public static Block of(RunSummary run, Latency latency) {
        return of((figure, end) -> figure.of(run, latency, end));
    }

    private static Block of(BiFunction<Figure, End, OptionalDouble> known) {
        Map<Figure, Double> low = new EnumMap<>(Figure.class);
        Map<Figure, Double> high = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            known.apply(figure, End.LOW).ifPresent(value -> low.put(figure, value));
            known.apply(figure, End.HIGH).ifPresent(value -> high.put(figure, value));
        }
        return new Block(low, high);
    }
}
