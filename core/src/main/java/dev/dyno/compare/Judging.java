package dev.dyno.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** From blocks to what is said of them. */
final class Judging {

    private static final int MOST_MORE = 100_000;

    private Judging() {}

    /** How the interval of one figure comes about. */
    interface Estimate {
        Effect of(double[] a, double[] b, double alpha);
    }

    /** All figures of the rule that every block has, looked at once. */
    static List<Judgement> once(Rule rule, List<Block> as, List<Block> bs, Estimate estimate) {
        Map<Figure, Double> margins = measured(rule, as, bs);
        List<Judgement> judgements = new ArrayList<>();
        double alpha = margins.isEmpty() ? 1 : rule.alphaOfOne(margins.size());
        margins.forEach((figure, margin) -> {
            double[] a = values(as, figure);
            double[] b = values(bs, figure);
            judgements.add(judge(figure, a, b, margin, estimate.of(a, b, alpha), alpha));
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

    /** @param alpha the error that a comparison with more blocks may have in all */
    static Judgement judge(Figure figure, double[] a, double[] b, double margin, Effect effect, double alpha) {
        Call call = Call.of(figure, effect, margin);
        int more = call == Call.INCONCLUSIVE ? more(effect, margin, alpha) : 0;
        return new Judgement(figure, geometricMean(a), geometricMean(b), margin, effect, call, more);
    }

    private static int more(Effect effect, double margin, double alpha) {
        // One block has no spread, so that nothing can be reckoned from it.
        return effect.blocks() < 2
                ? Comparison.LEAST_PAIRS - effect.blocks()
                : Math.max(1, needed(effect, margin, alpha) - effect.blocks());
    }

    /** So many pairs that the interval leaves zero out, or keeps within the margin, whichever is sooner. */
    static int needed(Effect effect, double margin, double alpha) {
        double distance = Math.abs(effect.log());
        double wanted = Math.max(distance, Math.log1p(margin) - distance);
        int low = 2;
        int high = MOST_MORE;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Effect.halfWidth(effect.spread(), middle, alpha) < wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    static double geometricMean(double[] values) {
        return values.length == 1
                ? values[0]
                : Math.exp(DoubleStream.of(values).map(Math::log).average().orElseThrow());
    }
}
