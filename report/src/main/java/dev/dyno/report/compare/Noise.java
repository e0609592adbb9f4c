package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Latency;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How much one figure differs between two runs of the same setup, and what that leaves to be seen.
 *
 * @param value geometric mean over all runs, in the figure's unit
 * @param spread of ln(again / first) over the pairs, about zero, which is known: both are of one setup
 * @param pairs how many
 * @param floor in 95 of 100 pairs the two runs differ by no more than this share
 * @param smallest the smallest difference that would most likely be called, for each number of blocks in {@link #BLOCKS}
 * @param call what a comparison says of the setup against itself: anything but equivalent or inconclusive is an alarm
 */
public record Noise(
        Figure figure, double value, double spread, int pairs, double floor, List<Double> smallest, Call call) {

    /** For so many blocks it is told what can be seen. */
    public static final List<Integer> BLOCKS = List.of(5, 10, 20, 50);

    private static final double ERROR_OF_FLOOR = 0.05;
    /** A difference of this size is found in 80 of 100 comparisons. */
    private static final double MISSED = 0.2;

    public Noise {
        smallest = List.copyOf(smallest);
    }

    /**
     * Of runs of one setup, in pairs; at least {@link Effect#LEAST_BLOCKS} of them.
     *
     * @param beginsWithFirst of each pair, whether its run of {@code first} was made first
     */
    public static List<Noise> of(
            Rule rule, List<RunSummary> first, List<RunSummary> again, List<Boolean> beginsWithFirst, Latency latency) {
        List<Block> a = first.stream().map(run -> Block.of(run, latency)).toList();
        List<Block> b = again.stream().map(run -> Block.of(run, latency)).toList();
        double alpha = rule.alphaOfOne(Math.max(1, Judging.measured(rule, a, b).size()));
        return Judging.once(rule, a, b, new Design.Pairs(beginsWithFirst)).stream()
                .map(judgement ->
                        of(judgement, spread(Ends.of(a, b, judgement.figure()).orElseThrow()), alpha))
                .toList();
    }

    private static double spread(Ends ends) {
        return Math.sqrt(IntStream.range(0, ends.a().length)
                .mapToDouble(i -> Math.pow(Math.log(ends.b()[i] / ends.a()[i]), 2))
                .average()
                .orElseThrow());
    }

    private static Noise of(Judgement judgement, double spread, double alpha) {
        Effect effect = judgement.effect();
        double ofOnePair = effect.error() * Math.sqrt(effect.blocks());
        return new Noise(
                judgement.figure(),
                Math.sqrt(judgement.a() * judgement.b()),
                spread,
                effect.blocks(),
                Math.expm1(Effect.quantile(effect.blocks(), ERROR_OF_FLOOR) * spread),
                BLOCKS.stream()
                        .map(blocks -> smallest(ofOnePair, blocks, alpha))
                        .toList(),
                judgement.call());
    }

    /**
     * What the interval of the last look leaves of zero in four of five comparisons: its half width, and as much more as the
     * mean varies. Two degrees of freedom go to the mean and to the order.
     */
    private static double smallest(double ofOnePair, int blocks, double alpha) {
        double error = ofOnePair / Math.sqrt(blocks);
        double freedom = blocks - 2.0;
        return Math.expm1(
                (Effect.quantile(freedom, alpha * Comparison.SHARE_OF_LAST_LOOK) + Effect.quantile(freedom, 2 * MISSED))
                        * error);
    }

    /** For people, with how it is to be read. */
    public static List<String> lines(List<Noise> noises, Rule rule) {
        List<String> head = new ArrayList<>(List.of("figure", "unit", "A", "noise floor"));
        BLOCKS.forEach(blocks -> head.add(blocks + " blocks see"));
        head.add("A against A");
        List<String> lines =
                new ArrayList<>(new Grid(head, noises.stream().map(Noise::row).toList()).lines());
        lines.add("");
        lines.add(
                "Noise floor: in 95 of 100 pairs, two runs of this same setup differ by no more. N blocks see: a difference of"
                        + " this size is called, at " + Shown.number(rule.confidence())
                        + " %, in four of five comparisons of N blocks"
                        + " each.");
        noises.stream()
                .filter(noise -> noise.call == Call.BETTER || noise.call == Call.WORSE)
                .forEach(noise -> lines.add("WARNING: " + noise.figure.name()
                        + " of A was called different from itself. Either it is the one case that the confidence allows, or"
                        + " something changes between the two runs of a pair."));
        return lines;
    }

    private static List<Optional<Object>> row(Noise noise) {
        List<Optional<Object>> row = new ArrayList<>(List.of(
                Optional.of(noise.figure.name()),
                Optional.of(noise.figure.unit().inTables()),
                Optional.of(Shown.value(noise.value)),
                Optional.of("±" + Shown.size(noise.floor))));
        IntStream.range(0, BLOCKS.size()).forEach(i -> row.add(Optional.of(Shown.size(noise.smallest.get(i)))));
        row.add(Optional.of(
                noise.call == Call.BETTER || noise.call == Call.WORSE ? "called different" : "not called different"));
        return row;
    }
}
