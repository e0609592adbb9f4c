package dev.dyno.compare;

import dev.dyno.report.RunSummary;
import dev.dyno.result.Latency;
import dev.dyno.result.RunResult;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one run of a setup came to: the unit of a comparison.
 *
 * @param values those that were measured, all above zero
 */
public record Block(Map<Figure, Double> values) {

    public Block {
        EnumMap<Figure, Double> copy = new EnumMap<>(Figure.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }

    /** One of them, if it was measured. */
    OptionalDouble get(Figure figure) {
        Double value = values.get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** @param latency that the percentiles are of */
    public static Block of(RunResult result, Latency latency) {
        Map<Figure, Double> values = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            figure.of(result, latency).ifPresent(value -> values.put(figure, value));
        }
        return new Block(values);
    }

    /**
     * Of a stored run.
     *
     * @param latency that the percentiles are of
     */
    public static Block of(RunSummary run, Latency latency) {
        return of(run, latency, Figure.End.NONE);
    }

    /**
     * Of a stored run.
     *
     * @param end of percentiles that counts
     */
    static Block of(RunSummary run, Latency latency, Figure.End end) {
        Map<Figure, Double> values = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            figure.of(run, latency, end).ifPresent(value -> values.put(figure, value));
        }
        return new Block(values);
    }
}
