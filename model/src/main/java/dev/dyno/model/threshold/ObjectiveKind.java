package dev.dyno.model.threshold;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Better;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.Unit;
import dev.dyno.model.threshold.Threshold.Comparison;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kind of an objective of a search for the capacity: how the search decides at one rate whether it holds. */
public enum ObjectiveKind {
    /** Upper limit of a percentile, decided by the number of messages beyond the limit, divided by that of all messages. */
    SHARE,
    /** Upper limit of a mean: of a latency, or of the values per second of a resource, a byte rate or the backlog's growth. */
    MEAN,
    /** Upper limit of a number of events, which are counted. */
    EVENTS,
    /** Upper limit of the maximum of a resource, which a single second above it breaks. */
    MOST,
    /** Upper limit of a count of the ledger, which is final after the load. */
    LEDGER,
    /** Limit of a rate of messages, which bounds the rates that the search tries. */
    RATE;

    private static final List<Numbers> SOME_SAMPLES = Stream.of(ResourceSample.BROKER, ResourceSample.WORKER)
            .map(subject -> Numbers.of(new ResourceSample(
                    subject,
                    Phase.MEASURE,
                    0,
                    1,
                    Arrays.stream(ResourceMetric.values())
                            .collect(Collectors.toMap(ResourceMetric::tag, metric -> 1.0)))))
            .toList();

    /** Kind of a condition; empty for one that cannot be decided while the rate changes. */
    public static Optional<ObjectiveKind> of(Threshold objective) {
        Figure figure = objective.figure();
        Comparison comparison = objective.comparison();
        boolean isCeiling = comparison == Comparison.LESS || comparison == Comparison.AT_MOST;
        boolean isCounted = isCeiling || (comparison == Comparison.EQUAL && objective.limit() == 0);
        if (Figures.RATES.contains(figure)) {
            return Optional.of(RATE);
        }
        if (figure.percentile().isPresent()) {
            return objective
                    .messagesBeyond()
                    .filter(beyond -> beyond.allowedShare() > 0)
                    .map(beyond -> SHARE);
        }
        boolean isOfSeconds = figure.of(Threshold.SOME_SECOND).isPresent();
        if (figure.unit() == Unit.COUNT && isCounted && figure.better() == Better.LESS) {
            return figure.is(Use.LEDGER) ? Optional.of(LEDGER) : isOfSeconds ? Optional.of(EVENTS) : most(figure);
        }
        boolean hasCeiling = figure.better() == Better.LESS || figure.unit() == Unit.BYTES_PER_SECOND;
        if (!hasCeiling || !isCeiling || objective.limit() == 0) {
            return Optional.empty();
        }
        boolean isMean = figure.latency().isEmpty() || objective.name().startsWith("mean(");
        return most(figure).or(() -> Optional.of(MEAN).filter(kind -> isMean && (isOfSeconds || isSampled(figure))));
    }

    private static Optional<ObjectiveKind> most(Figure figure) {
        return Optional.of(MOST).filter(kind -> figure.name().endsWith("-max") && isSampled(figure));
    }

    /** Whether a figure is read from samples of the broker or the worker. */
    public static boolean isSampled(Figure figure) {
        return SOME_SAMPLES.stream().anyMatch(sample -> figure.of(sample).isPresent());
    }
}
