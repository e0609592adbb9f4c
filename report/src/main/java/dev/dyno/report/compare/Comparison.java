package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Pairs of blocks, one of each setup, as they come, until every figure is clear or as many have come as were planned.
 *
 * <p>It is looked at a few times on the way ({@link Spending}). A figure that is clear at one look stays what it was called
 * there: another look could only spoil what the error was spent on.
 *
 * <p>Assumptions and guarantees: one thread.
 */
public final class Comparison {

    /** Fewer are not planned: their interval is so wide that it shows next to nothing. */
    public static final int LEAST_PAIRS = 5;

    private static final int LOOKS = 4;

    /** At least so much of the error is left for the last look ({@link Spending}). */
    static final double SHARE_OF_LAST_LOOK = 0.4;

    private final Rule rule;
    private final int mostPairs;
    private final List<Block> as = new ArrayList<>();
    private final List<Block> bs = new ArrayList<>();
    private final List<Boolean> beginsWithA = new ArrayList<>();
    private final Map<Figure, Spending> spending = new TreeMap<>();
    private final Map<Figure, Judgement> judged = new TreeMap<>();

    /** @param mostPairs when to end at the latest, at least {@link #LEAST_PAIRS} */
    public Comparison(Rule rule, int mostPairs) {
        if (mostPairs < LEAST_PAIRS) {
            throw new IllegalArgumentException("pairs: " + mostPairs + ", at least " + LEAST_PAIRS);
        }
        this.rule = rule;
        this.mostPairs = mostPairs;
    }

    /**
     * Takes the next pair, and looks at all of them if it is time to.
     *
     * @param aWasFirst whether its run of A was made before that of B
     */
    public void add(Block a, Block b, boolean aWasFirst) {
        if (isOver()) {
            throw new IllegalStateException("the comparison is over");
        }
        as.add(a);
        bs.add(b);
        beginsWithA.add(aWasFirst);
        if (isLook(as.size())) {
            look(share());
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
                || (!judged.isEmpty()
                        && judged.values().stream().allMatch(j -> j.call().isConclusive()));
    }

    /**
     * Ends it before all pairs have come, for a reason that was known before it began, as a time that is up: a last look, which
     * has all of the error that is left.
     */
    public void end() {
        if (!isOver() && !as.isEmpty()) {
            look(1);
        }
    }

    /**
     * Ends it because somebody says so, who may have seen what was to be seen so far: a last look, with no more of the error
     * than was due by now.
     */
    public void stop() {
        if (!isOver() && !as.isEmpty() && !isLook(as.size())) {
            look(share());
        }
    }

    private double share() {
        return as.size() / (double) mostPairs;
    }

    /** Of the figures that every block has, in their order; empty before the first look. */
    public List<Judgement> judgements() {
        return List.copyOf(judged.values());
    }

    /** The looks are spread evenly from the least number of pairs to the most, each where both orders are equally many. */
    private boolean isLook(int pairs) {
        int looks = Math.min(LOOKS, mostPairs - LEAST_PAIRS + 1);
        for (int i = 0; i < looks; i++) {
            int at = looks == 1 ? mostPairs : LEAST_PAIRS + (mostPairs - LEAST_PAIRS) * i / (looks - 1);
            if (pairs == Math.min(mostPairs, i == 0 ? at + at % 2 : at - at % 2)) {
                return true;
            }
        }
        return false;
    }

    private void look(double share) {
        Map<Figure, Double> margins = Judging.measured(rule, as, bs);
        Design design = new Design.Pairs(beginsWithA);
        double alpha = margins.isEmpty() ? 1 : rule.alphaOfOne(margins.size());
        margins.forEach((figure, margin) -> {
            double part =
                    spending.computeIfAbsent(figure, f -> new Spending(alpha)).next(share);
            Judgement before = judged.get(figure);
            if (before == null || !before.call().isConclusive()) {
                Ends ends = Ends.of(as, bs, figure).orElseThrow();
                Effect effect = design.effect(ends.a(), ends.b(), part);
                judged.put(figure, Judging.judge(figure, ends, margin, effect, alpha * SHARE_OF_LAST_LOOK));
            }
        });
        judged.keySet().retainAll(margins.keySet());
    }
}
