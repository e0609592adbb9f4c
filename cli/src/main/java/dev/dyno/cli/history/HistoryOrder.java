package dev.dyno.cli.history;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Unit;
import dev.dyno.report.store.RunSummary;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Orders of the list of stored runs, for a stable sort of runs that are newest first. */
public final class HistoryOrder {

    public static final Comparator<RunSummary> TIME =
            Comparator.comparing((RunSummary run) -> run.result().started()).reversed();

    private static final Map<String, Comparator<RunSummary>> BY_NAME = new LinkedHashMap<>();
    private static final Map<String, Comparator<RunSummary>> WORST_FIRST = new LinkedHashMap<>();

    static {
        BY_NAME.put("time", TIME);
        BY_NAME.put("name", Comparator.comparing(run -> run.result().name()));
        BY_NAME.put("broker", HistoryOrder.<String>by(HistoryList::broker, Comparator.naturalOrder()));
        for (Figure figure : Figures.of(Use.HISTORY)) {
            // Rates and counts: highest first.
            BY_NAME.put(
                    figure.name(), by(figure, figure.better() == Figure.Better.MORE || figure.unit() == Unit.COUNT));
            WORST_FIRST.put(figure.name(), by(figure, figure.better() != Figure.Better.MORE));
        }
    }

    private HistoryOrder() {}

    /**
     * @param worst whether the runs with the worst values come first
     * @throws IllegalArgumentException with a sentence that lists them
     */
    public static Comparator<RunSummary> of(String name, boolean worst) {
        Map<String, Comparator<RunSummary>> orders = worst ? WORST_FIRST : BY_NAME;
        return Optional.ofNullable(orders.get(name.toLowerCase(Locale.ROOT)))
                .orElseThrow(() -> new IllegalArgumentException((name.isBlank() ? "is empty" : name)
                        + "; must be one of " + String.join(", ", orders.keySet()) + "."));
    }

    private static Comparator<RunSummary> by(Figure figure, boolean highestFirst) {
        Comparator<Double> order = Comparator.naturalOrder();
        return by(run -> run.value(figure), highestFirst ? order.reversed() : order);
    }

    /** Order by a figure: runs without it come last, and equal ones stay newest first. */
    private static <T> Comparator<RunSummary> by(Function<RunSummary, Optional<T>> figure, Comparator<T> order) {
        return (one, other) -> {
            Optional<T> a = figure.apply(one);
            Optional<T> b = figure.apply(other);
            return a.isEmpty() || b.isEmpty()
                    ? Boolean.compare(a.isEmpty(), b.isEmpty())
                    : order.compare(a.get(), b.get());
        };
    }
}
