package dev.dyno.cli;

import dev.dyno.history.RunFacts;
import dev.dyno.report.RunSummary;
import dev.dyno.result.Percentiles;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/** In which order stored runs are listed. Runs without the figure come last; those alike stay newest first. */
enum HistoryOrder {
    TIME,
    NAME,
    BROKER,
    RATE,
    P50,
    P99,
    LOST;

    /** For a stable sort of runs that are newest first. */
    Comparator<RunSummary> comparator() {
        return switch (this) {
            case TIME ->
                Comparator.comparing((RunSummary run) -> run.result().started()).reversed();
            case NAME -> Comparator.comparing(run -> run.result().name());
            case BROKER ->
                by(
                        facts -> facts.broker()
                                .map(name -> name + ' ' + facts.brokerVersion().orElse("")),
                        false);
            case RATE -> by(RunFacts::ratePerSecond, true);
            case P50 -> by(facts -> facts.headlineValues().map(Percentiles::p50Ns), false);
            case P99 -> by(facts -> facts.headlineValues().map(Percentiles::p99Ns), false);
            case LOST -> by(RunFacts::lost, true);
        };
    }

    private static <T extends Comparable<T>> Comparator<RunSummary> by(
            Function<RunFacts, Optional<T>> figure, boolean highestFirst) {
        return (one, other) -> {
            Optional<T> a = figure.apply(RunFacts.of(one));
            Optional<T> b = figure.apply(RunFacts.of(other));
            if (a.isEmpty() || b.isEmpty()) {
                return Boolean.compare(a.isEmpty(), b.isEmpty());
            }
            return highestFirst ? b.get().compareTo(a.get()) : a.get().compareTo(b.get());
        };
    }
}
