package dev.dyno.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Pairs of blocks, one of each setup, as they come, until every figure is clear or as many have come as were planned.
 *
 * <p>It is looked at a few times on the way ({@link Spending}). A figure that is clear at one look stays what it was called
 * there: another look could only spoil what the error was spent on.
 *
 * <p>Assumptions and guarantees: one thread.
 */
public final class Comparison {

    /** The spread of fewer is a guess. */
    public static final int LEAST_PAIRS = 5;

    private static final int LOOKS = 4;
    private static final int MOST_MORE = 100_000;

    private final Rule rule;
    private final int mostPairs;
    private final List<Block> as = new ArrayList<>();
    private final List<Block> bs = new ArrayList<>();
    private final Map<Figure, Spending> spending = new EnumMap<>(Figure.class);
    private final Map<Figure, Judgement> judged = new EnumMap<>(Figure.class);

    /** @param mostPairs when to end at the latest, at least {@link #LEAST_PAIRS} */
    public Comparison(Rule rule, int mostPairs) {
        if (mostPairs < LEAST_PAIRS) {
            throw new IllegalArgumentException("pairs: " + mostPairs + ", at least " + LEAST_PAIRS);
        }
        this.rule = rule;
        this.mostPairs = mostPairs;
    }

    /** Takes the next pair, and looks at all of them if it is time to. */
    public void add(Block a, Block b) {
        if (isOver()) {
            throw new IllegalStateException("the comparison is over");
        }
        as.add(a);
        bs.add(b);
        if (isLook(as.size())) {
            look();
        }
    }

    /** How many have been taken. */
    public int pairs() {
        return as.size();
    }

    public int mostPairs() {
        return mostPairs;
    }

    /** Whether nothing is left to be known, or to be measured. */
    public boolean isOver() {
        return as.size() == mostPairs
                || (!judged.isEmpty() && judged.values().stream().allMatch(j -> j.call() != Call.INCONCLUSIVE));
    }

    /** Ends it early, for whatever reason: a last look with what there is. */
    public void end() {
        if (!isOver() && !as.isEmpty() && !isLook(as.size())) {
            look();
        }
    }

    /** Of the figures that every block has, in their order; empty before the first look. */
    public List<Judgement> judgements() {
        return List.copyOf(judged.values());
    }

    /** The looks are spread evenly from the least number of pairs to the most. */
    private boolean isLook(int pairs) {
        int looks = Math.min(LOOKS, mostPairs - LEAST_PAIRS + 1);
        for (int i = 0; i < looks; i++) {
            int at = looks == 1 ? mostPairs : LEAST_PAIRS + (mostPairs - LEAST_PAIRS) * i / (looks - 1);
            if (pairs == at) {
                return true;
            }
        }
        return false;
    }

    private void look() {
        Map<Figure, Double> margins = new EnumMap<>(rule.margins());
        margins.keySet().removeIf(figure -> !isMeasured(figure));
        double share = as.size() / (double) mostPairs;
        double alpha = rule.alphaOfOne(margins.size());
        margins.forEach((figure, margin) -> {
            double part =
                    spending.computeIfAbsent(figure, f -> new Spending(alpha)).next(share);
            Judgement before = judged.get(figure);
            if (before == null || before.call() == Call.INCONCLUSIVE) {
                judged.put(figure, judge(figure, margin, part, alpha));
            }
        });
        judged.keySet().retainAll(margins.keySet());
    }

    private boolean isMeasured(Figure figure) {
        return Stream.concat(as.stream(), bs.stream())
                .allMatch(block -> block.get(figure).isPresent());
    }

    private static double[] values(List<Block> blocks, Figure figure) {
        return blocks.stream()
                .mapToDouble(block -> block.get(figure).orElseThrow())
                .toArray();
    }

    private Judgement judge(Figure figure, double margin, double alphaOfLook, double alpha) {
        double[] a = values(as, figure);
        double[] b = values(bs, figure);
        Effect effect = Effect.ofPairs(a, b, alphaOfLook);
        Call call = Call.of(figure, effect, margin);
        int more = call == Call.INCONCLUSIVE ? Math.max(1, needed(effect, margin, alpha) - a.length) : 0;
        return new Judgement(figure, geometricMean(a), geometricMean(b), margin, effect, call, more);
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
        return Math.exp(DoubleStream.of(values).map(Math::log).average().orElseThrow());
    }
}
