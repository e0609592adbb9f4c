package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Latency;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Noise of one figure: its difference between two runs of one setup, and the smallest difference that remains visible.
 *
 * @param value geometric mean over all runs, in the unit of tables
 * @param spread standard deviation of ln(again / first) over the pairs, around zero because both runs are of one setup
 * @param floor share by which the two runs of a pair differ at most, in 95 of 100 pairs
 * @param smallest smallest difference that would probably be called, for each number of blocks in {@link #BLOCKS}
 * @param call result of a comparison of the setup with itself: better or worse is an alarm
 */
public record Noise(
        Figure figure, double value, double spread, int pairs, double floor, List<Double> smallest, Call call) {

    /** Numbers of blocks for which the smallest visible difference is stated. */
    public static final List<Integer> BLOCKS = List.of(5, 10, 20, 50);

    private static final double ERROR_OF_FLOOR = 0.05;
    /** Share of comparisons that may miss the smallest visible difference: it is found in 80 of 100. */
    private static final double MISSED = 0.2;

    /**
     * Noise of at least {@link Effect#LEAST_BLOCKS} pairs of runs of one setup.
     *
     * @param beginsWithFirst for each pair, whether its run of {@code first} came first
     */
    public static List<Noise> of(
            DecisionRule rule, Side first, Side again, List<Boolean> beginsWithFirst, Latency latency) {
        List<Block> a = first.blocks(latency, rule);
        List<Block> b = again.blocks(latency, rule);
        return Judgement.once(rule, a, b, new Design.Pairs(beginsWithFirst)).stream()
                .map(judgement -> of(
                        judgement,
                        spread(ConservativeBounds.of(a, b, judgement.figure()).orElseThrow())))
                .toList();
    }

    private static double spread(ConservativeBounds ends) {
        return Math.sqrt(IntStream.range(0, ends.a().length)
                .mapToDouble(i -> Math.pow(Math.log(ends.b()[i] / ends.a()[i]), 2))
                .average()
                .orElseThrow());
    }

    private static Noise of(Judgement judgement, double spread) {
        Effect effect = judgement.effect();
        double ofOnePair = effect.error() * Math.sqrt(effect.blocks());
        return new Noise(
                judgement.figure(),
                Math.sqrt(judgement.a() * judgement.b()),
                spread,
                effect.blocks(),
                Math.expm1(Effect.quantile(effect.blocks(), ERROR_OF_FLOOR) * spread),
                BLOCKS.stream()
                        .map(blocks -> smallest(ofOnePair, blocks, judgement.alpha()))
                        .toList(),
                judgement.call());
    }

    /**
     * Smallest difference whose interval at the last look excludes zero in four of five comparisons: the half width of the
     * interval, plus the variation of the mean. Estimating the mean and the effect of the order uses two degrees of freedom.
     */
    private static double smallest(double ofOnePair, int blocks, double alpha) {
        double error = ofOnePair / Math.sqrt(blocks);
        double freedom = blocks - 2.0;
        return Math.expm1(
                (Effect.quantile(freedom, alpha * Comparison.SHARE_OF_LAST_LOOK) + Effect.quantile(freedom, 2 * MISSED))
                        * error);
    }

    /** Lines for users, with an explanation. */
    public static List<String> lines(List<Noise> noises, DecisionRule rule) {
        List<Column<Noise>> columns = new ArrayList<>(List.of(
                Column.of("figure", noise -> noise.figure.name()),
                Column.of("unit", noise -> noise.figure.unit().inTables()),
                Column.of("A", noise -> NumberText.value(noise.value)),
                Column.of("noise floor", noise -> "±" + NumberText.size(noise.floor))));
        for (int i = 0; i < BLOCKS.size(); i++) {
            int index = i;
            columns.add(Column.of(BLOCKS.get(i) + " blocks see", noise -> NumberText.seen(noise.smallest.get(index))));
        }
        columns.add(Column.of(
                "A against A", noise -> noise.call.isDifference() ? "called different" : "not called different"));
        List<String> lines = new ArrayList<>(Grid.of(noises, columns).lines());
        lines.add("");
        lines.add(
                "Noise floor: in 95 of 100 pairs, two runs of this same setup differ by no more. N blocks see: a difference of"
                        + " this size is called, at " + NumberText.number(rule.confidence())
                        + " %, in four of five comparisons of N blocks"
                        + " each.");
        noises.stream()
                .filter(noise -> noise.call.isDifference())
                .forEach(noise -> lines.add("WARNING: " + noise.figure.name()
                        + " of A was called different from itself. Either it is the one case that the confidence allows, or"
                        + " something changes between the two runs of a pair."));
        return lines;
    }
}
