package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.report.compare.ConservativeBounds.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result for one figure.
 *
 * @param a geometric mean over the blocks of A, in the unit of tables
 * @param boundOfA whether {@code a} is exact, or a bound because messages were unfinished; with a bound, the true effect is at
 *     least as large as the stated one
 * @param b geometric mean over the blocks of B
 * @param boundOfB whether {@code b} is exact, or a bound
 * @param margin the relative difference that does not matter
 * @param effect with the interval of the look at which the call was made
 * @param alpha error allowed to a last look with more blocks
 */
public record Judgement(
        Figure figure,
        double a,
        ConservativeBounds.Bound boundOfA,
        double b,
        ConservativeBounds.Bound boundOfB,
        double margin,
        Effect effect,
        Call call,
        double alpha) {

    /** Judgements of all figures of the rule about which something can be claimed, in a single look. */
    static List<Judgement> once(DecisionRule rule, List<Block> as, List<Block> bs, Design design) {
        Map<Figure, Double> margins = measured(rule, as, bs);
        List<Judgement> judgements = new ArrayList<>();
        double alpha = rule.alphaOfOne(margins.size());
        margins.forEach((figure, margin) -> ConservativeBounds.of(as, bs, figure)
                .map(ends -> judge(figure, ends, margin, design.effect(ends.a(), ends.b(), alpha), alpha))
                .ifPresent(judgements::add));
        return judgements;
    }

    /**
     * Margins of the figures that every block has. The error is divided by their number, and not by the number of those about
     * which something can be claimed, because that depends on the values.
     */
    static Map<Figure, Double> measured(DecisionRule rule, List<Block> as, List<Block> bs) {
        Map<Figure, Double> margins = new TreeMap<>(rule.margins());
        margins.keySet()
                .removeIf(figure -> ConservativeBounds.all(as, figure, End.LOW).isEmpty()
                        || ConservativeBounds.all(bs, figure, End.LOW).isEmpty());
        return margins;
    }

    static Judgement judge(Figure figure, ConservativeBounds ends, double margin, Effect effect, double alpha) {
        Call found = Call.of(figure, effect, margin);
        // With bounds, the true difference may be larger than the stated one.
        Call call = found == Call.EQUIVALENT && !ends.exact() ? Call.NONE : found;
        return new Judgement(
                figure,
                geometricMean(ends.a()),
                ends.boundOfA(),
                geometricMean(ends.b()),
                ends.boundOfB(),
                margin,
                effect,
                call,
                alpha);
    }

    /** Estimated number of further blocks of each setup for a conclusive call; 0 if the call is conclusive or impossible. */
    public int moreBlocks() {
        return call == Call.INCONCLUSIVE ? SampleSizeForecast.needed(effect, margin, alpha) : 0;
    }

    static double geometricMean(double[] values) {
        return values.length == 1 ? values[0] : Math.exp(Effect.meanLog(values));
    }
}
