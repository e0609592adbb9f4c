package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Computes judgements from blocks. */
final class Judging {

    private Judging() {}

    /** Judgements of all figures of the rule that every block has, in a single look. */
    static List<Judgement> once(DecisionRule rule, List<Block> as, List<Block> bs, Design design) {
        Map<Figure, Double> margins = measured(rule, as, bs);
        List<Judgement> judgements = new ArrayList<>();
        double alpha = margins.isEmpty() ? 1 : rule.alphaOfOne(margins.size());
        margins.forEach((figure, margin) -> {
            ConservativeBounds ends = ConservativeBounds.of(as, bs, figure).orElseThrow();
            judgements.add(judge(figure, ends, margin, design.effect(ends.a(), ends.b(), alpha), alpha));
        });
        return judgements;
    }

    /** Margins of the figures that every block has and about which something can be claimed. */
    static Map<Figure, Double> measured(DecisionRule rule, List<Block> as, List<Block> bs) {
        Map<Figure, Double> margins = new TreeMap<>(rule.margins());
        margins.keySet()
                .removeIf(figure -> ConservativeBounds.of(as, bs, figure).isEmpty());
        return margins;
    }

    /** @param alpha error allowed to the last look at more blocks */
    static Judgement judge(Figure figure, ConservativeBounds ends, double margin, Effect effect, double alpha) {
        Call found = Call.of(figure, effect, margin);
        // The other ends may be any distance apart.
        Call call = found == Call.EQUIVALENT && !ends.exact() ? Call.NONE : found;
        int more = call == Call.INCONCLUSIVE ? SampleSizeForecast.needed(effect, margin, alpha) : 0;
        return new Judgement(
                figure,
                geometricMean(ends.a()),
                ends.boundOfA(),
                geometricMean(ends.b()),
                ends.boundOfB(),
                margin,
                effect,
                call,
                more);
    }

    static double geometricMean(double[] values) {
        return values.length == 1 ? values[0] : Math.exp(Effect.meanLog(values));
    }
}
