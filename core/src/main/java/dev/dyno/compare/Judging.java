package dev.dyno.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** From blocks to what is said of them. */
final class Judging {

    private Judging() {}

    /** All figures of the rule that every block has, looked at once. */
    static List<Judgement> once(Rule rule, List<Block> as, List<Block> bs, Design design) {
        Map<Figure, Double> margins = measured(rule, as, bs);
        List<Judgement> judgements = new ArrayList<>();
        double alpha = margins.isEmpty() ? 1 : rule.alphaOfOne(margins.size());
        margins.forEach((figure, margin) -> {
            double[] a = values(as, figure);
            double[] b = values(bs, figure);
            judgements.add(judge(figure, a, b, margin, design.effect(a, b, alpha), alpha));
        });
        return judgements;
    }

    /** The margins of those figures that every block has. */
    static Map<Figure, Double> measured(Rule rule, List<Block> as, List<Block> bs) {
        Map<Figure, Double> margins = new EnumMap<>(rule.margins());
        margins.keySet().removeIf(figure -> Stream.concat(as.stream(), bs.stream())
                .anyMatch(block -> block.get(figure).isEmpty()));
        return margins;
    }

    static double[] values(List<Block> blocks, Figure figure) {
        return blocks.stream()
                .mapToDouble(block -> block.get(figure).orElseThrow())
                .toArray();
    }

    /** @param alpha the error that the last look at more blocks may have */
    static Judgement judge(Figure figure, double[] a, double[] b, double margin, Effect effect, double alpha) {
        Call call = Call.of(figure, effect, margin);
        int more = call == Call.INCONCLUSIVE ? MoreBlocks.needed(effect, margin, alpha) : 0;
        return new Judgement(figure, geometricMean(a), geometricMean(b), margin, effect, call, more);
    }

    static double geometricMean(double[] values) {
        return values.length == 1 ? values[0] : Math.exp(Effect.meanLog(values));
    }
}
