package dev.dyno.model.threshold;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/**
 * Range in which the true value of a figure of the broker lies. A mark of the figure may make it wider than the measured number.
 *
 * @param low in the unit of the figure; equal to {@code high} if no mark widens the range
 * @param high {@link Double#POSITIVE_INFINITY} if unknown
 * @param marks that make the range wider than the measured number
 */
public record FigureDoubt(double low, double high, List<FigureMark> marks) {

    /** Lengthening of a latency that Dyno's own delay can cause, as a multiple of it: a late send makes later ones late, too. */
    private static final double LENGTHENED = 2;

    /**
     * Number of messages expected beyond a percentile, at or above which the longest one is beyond it in 95 of 100 runs. With
     * fewer the range has no upper end.
     */
    private static final double SURELY_BELOW_LONGEST = 3;

    /**
     * Number of messages expected beyond a value, at or above which the value is below a percentile in 95 of 100 runs, if fewer
     * than {@value FigureMark#NEEDED_BEYOND} are expected beyond the percentile. The range then begins at the highest such value.
     */
    private static final double SURELY_BELOW = 15;

    /** Percentile whose mark also counts for a mean. */
    private static final double OF_MEAN = 90;

    /**
     * Range in which the true value of a figure lies because of its marks, given one end of the measured value.
     *
     * @param of numbers of a run, with its marks, or of a part of it
     */
    public static FigureDoubt of(Figure figure, Numbers of, double end) {
        Numbers numbers = figure.own(of).orElse(of);
        FigureDoubt none = new FigureDoubt(end, end, List.of());
        OptionalDouble percent = figure.percentile();
        boolean isLatency = percent.isPresent() || figure.latency().isPresent();
        Optional<Latency> latency = figure.latency().or(numbers::headline).filter(any -> isLatency);
        Optional<FigureMark> mark = figure.mark(of);
        if (mark.filter(one -> one.kind() == FigureMark.Kind.FULL).isPresent()) {
            return none.widened(end, Double.POSITIVE_INFINITY, mark.get());
        }
        if (mark.filter(one -> one.kind() == FigureMark.Kind.BEHIND).isPresent()) {
            return none.widened(end, end / (1 - mark.get().share()), mark.get());
        }
        return end == Double.POSITIVE_INFINITY
                ? none
                : latency.flatMap(numbers.percentiles())
                        .map(values -> none.marked(latency.orElseThrow(), figure, numbers, values)
                                .few(percent, values))
                        .orElse(none);
    }

    private FigureDoubt widened(double lower, double higher, FigureMark why) {
        List<FigureMark> all = Stream.concat(marks.stream(), Stream.of(why)).toList();
        return new FigureDoubt(Math.min(low, lower), Math.max(high, higher), all);
    }

    /** A copy widened by the mark of the first listed percentile at or above the figure's, or else by the figure's own mark. */
    private FigureDoubt marked(Latency latency, Figure figure, Numbers numbers, Percentiles values) {
        OptionalDouble percent = figure.percentile();
        Percentile next = Stream.of(Percentile.values())
                .filter(one -> one.percent() >= percent.orElse(OF_MEAN))
                .findFirst()
                .orElse(Percentile.P9999);
        return numbers.run()
                .flatMap(run -> run.verdict().mark(latency, next))
                .filter(found -> found.kind() != FigureMark.Kind.FEW)
                .or(() -> figure.plain().mark(numbers))
                .map(found -> switch (found.kind()) {
                    case OWN -> widened(low * Math.max(0, 1 - LENGTHENED * found.share()), high, found);
                    case CLOCK -> {
                        double boundNs = found.share() * values.lowNs(next);
                        yield widened(Math.max(0, low - boundNs), high + boundNs, found);
                    }
                    case CLIENT -> widened(low, Double.POSITIVE_INFINITY, found);
                    case REPEATED ->
                        repeated(
                                found,
                                1.0 * numbers.run().orElseThrow().ledger().duplicate() / values.count(),
                                percent.orElse(OF_MEAN),
                                at -> numbers.histograms()
                                        .filter(all -> percent.isPresent())
                                        .flatMap(all -> all.percentile(latency, at)));
                    case BEHIND, FULL, BOUND, FEW -> this;
                })
                .orElse(this);
    }

    /**
     * A copy widened because a share of the values may be those of repeated deliveries. The ends are the percentile without these
     * values if all of them are above it, and if all are below it.
     */
    private FigureDoubt repeated(
            FigureMark mark, double share, double percent, DoubleFunction<Optional<LatencyRange>> values) {
        Optional<LatencyRange> below = values.apply(percent * (1 - share));
        Optional<LatencyRange> above = values.apply(percent + (100 - percent) * share);
        return widened(
                below.map(LatencyRange::lowNs).orElse(0L),
                above.isPresent() ? above.get().lowNs() : Double.POSITIVE_INFINITY,
                mark);
    }

    /** A copy widened if few messages lie beyond the percentile; a maximum stays as it is. */
    private FigureDoubt few(OptionalDouble percent, Percentiles values) {
        double percentile = percent.orElse(100);
        boolean isBelowLongest = beyond(values, percentile) >= SURELY_BELOW_LONGEST;
        double longest = isBelowLongest && !values.hasUnfinished() ? values.maxNs() : Double.POSITIVE_INFINITY;
        return percentile == 100
                ? this
                : FigureMark.few(values.count(), percentile)
                        .map(found -> widened(surelyBelow(values), longest, found))
                        .orElse(this);
    }

    /** Expected number of messages beyond a percentile, rounded so that it is exactly 3 for p99.9 of 3,000 messages. */
    private static double beyond(Percentiles values, double percentile) {
        return Math.round(10 * values.count() * (100 - percentile)) / 1_000.0;
    }

    private static double surelyBelow(Percentiles values) {
        return Stream.of(Percentile.values())
                .filter(known -> beyond(values, known.percent()) >= SURELY_BELOW)
                .mapToLong(values::lowNs)
                .max()
                .orElse(0);
    }
}
