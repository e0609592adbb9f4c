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

/** Orders of the list of stored runs, for a stable sort of runs that are newest first. */
public final class HistoryOrder {

    public static final Comparator<RunSummary> TIME =
            Comparator.comparing((RunSummary run) -> run.result().started()).reversed();

    private static final Map<String, Comparator<RunSummary>> BY_NAME = new LinkedHashMap<>();
    private static final Map<String, Comparator<RunSummary>> WORST_FIRST = new LinkedHashMap<>();

    static {
        BY_NAME.put("time", TIME);
        BY_NAME.put("name", Comparator.comparing(run -> run.result().name()));
        BY_NAME.put(
                "broker",
                Comparator.comparing((RunSummary run) -> HistoryList.broker(run).isEmpty())
                        .thenComparing(run -> HistoryList.broker(run).orElse("")));
        for (Figure figure : Figures.of(Use.HISTORY)) {
            // Figures of which more is better, and counts, come highest first.
            BY_NAME.put(
                    figure.name(), by(figure, figure.better() == Figure.Better.MORE || figure.unit() == Unit.COUNT));
            WORST_FIRST.put(figure.name(), by(figure, figure.better() != Figure.Better.MORE));
        }
    }

    private HistoryOrder() {}

    /**
     * @param worst whether the runs with the worst values come first
     * @throws IllegalArgumentException if no order has this name, with a sentence that lists the names
     */
    public static Comparator<RunSummary> of(String name, boolean worst) {
        Map<String, Comparator<RunSummary>> orders = worst ? WORST_FIRST : BY_NAME;
        return Optional.ofNullable(orders.get(name.toLowerCase(Locale.ROOT)))
                .orElseThrow(() -> new IllegalArgumentException((name.isBlank() ? "is empty" : name)
                        + "; must be one of " + String.join(", ", orders.keySet()) + "."));
    }

    /** Order by a figure: runs without it come last, and equal ones stay newest first. */
    private static Comparator<RunSummary> by(Figure figure, boolean highestFirst) {
        return Comparator.comparingDouble(run ->
                run.value(figure).map(value -> highestFirst ? -value : value).orElse(Double.POSITIVE_INFINITY));
    }
}
