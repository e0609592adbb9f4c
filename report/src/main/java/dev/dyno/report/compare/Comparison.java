package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Comparison of pairs of blocks, one of each setup, as they are measured, until every figure is clear (its call is conclusive)
 * or the planned number of pairs is reached.
 *
 * <p>The figures are judged at a few looks ({@link AlphaSpending}). A figure that is clear at one look keeps that call, because the
 * error has been spent on it.
 *
 * <p>Assumptions and guarantees: one thread.
 */
public final class Comparison {

    /** Minimum number of planned pairs: with fewer the interval is so wide that it shows almost nothing. */
    public static final int LEAST_PAIRS = 5;

    private static final int LOOKS = 4;

    /** Share of the error that is left for the last look at least ({@link AlphaSpending}). */
    static final double SHARE_OF_LAST_LOOK = 0.4;

    private final DecisionRule rule;
    private final int mostPairs;
    private final List<Block> as = new ArrayList<>();
    private final List<Block> bs = new ArrayList<>();
    private final List<Boolean> beginsWithA = new ArrayList<>();
    private final Map<Figure, Judgement> judged = new TreeMap<>();
    /** The error spent so far, which is equal for all figures; empty before the first look. */
    private Optional<AlphaSpending> spending = Optional.empty();

    private boolean clear;

    /** @param mostPairs number of pairs at which the comparison ends, at least {@link #LEAST_PAIRS} */
    public Comparison(DecisionRule rule, int mostPairs) {
        this.rule = rule;
        this.mostPairs = mostPairs;
    }

    /**
     * Adds the next pair, and judges all of them if a look is due.
     *
     * @param aWasFirst whether the run of A came before that of B
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

    /** Number of pairs added. */
    public int pairs() {
        return as.size();
    }

    public int mostPairs() {
        return mostPairs;
    }

    /** Whether every figure is clear, or the planned number of pairs has been added. */
    public boolean isOver() {
        return as.size() == mostPairs || clear;
    }

    /** Whether every figure that all blocks have was clear at the last look. */
    public boolean isClear() {
        return clear;
    }

    /**
     * Ends the comparison before all pairs are measured, for a reason known before it began, for example a time limit: a last
     * look uses all of the remaining error.
     */
    public void end() {
        if (!isOver() && !as.isEmpty()) {
            look(1);
        }
    }

    /**
     * Ends the comparison because the user asks. The user may have seen the figures so far, so a last look uses only the error
     * that is due for the pairs so far.
     */
    public void stop() {
        if (!isOver() && !as.isEmpty() && !isLook(as.size())) {
            look(share());
        }
    }

    private double share() {
        return as.size() / (double) mostPairs;
    }

    /** Judgements so far, in the order of the figures; empty before the first look. */
    public List<Judgement> judgements() {
        return List.copyOf(judged.values());
    }

    /**
     * Whether a look is due. Looks are spread evenly from the least number of pairs to the most. Each but the last is at an even
     * number of pairs, where both orders are equally frequent.
     */
    private boolean isLook(int pairs) {
        int looks = Math.min(LOOKS, mostPairs - LEAST_PAIRS + 1);
        for (int i = 0; i < looks - 1; i++) {
            int at = LEAST_PAIRS + (mostPairs - LEAST_PAIRS) * i / (looks - 1);
            if (pairs == (i == 0 ? at + at % 2 : at - at % 2)) {
                return true;
            }
        }
        return pairs == mostPairs;
    }

    private void look(double share) {
        Map<Figure, Double> margins = Judgement.measured(rule, as, bs);
        // The error is divided by the number of figures that all blocks have at the first look; it cannot rise later.
        AlphaSpending error = spending.orElseGet(() -> new AlphaSpending(rule.alphaOfOne(Math.max(1, margins.size()))));
        spending = Optional.of(error);
        double part = error.next(share);
        Design design = new Design.Pairs(beginsWithA);
        judged.values().removeIf(judgement -> !judgement.call().isConclusive());
        margins.keySet().removeAll(judged.keySet());
        margins.forEach((figure, margin) -> ConservativeBounds.of(as, bs, figure)
                .map(ends -> Judgement.judge(
                        figure,
                        ends,
                        margin,
                        design.effect(ends.a(), ends.b(), part),
                        error.alpha * SHARE_OF_LAST_LOOK))
                .ifPresent(judgement -> judged.put(figure, judgement)));
        clear = !judged.isEmpty()
                && judged.keySet().containsAll(margins.keySet())
                && judged.values().stream()
                        .allMatch(judgement -> judgement.call().isConclusive());
    }
}
