package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Values of one figure for a comparison of both sides. If a percentile is known only as an interval, because messages were
 * unfinished, each side uses the end that speaks against the claimed difference: if B is claimed to be longer, its low ends and
 * the high ends of A. Nothing is claimed if these ends do not differ in that direction.
 *
 * @param a values of the blocks of A
 * @param b values of the blocks of B
 * @param exact whether each value is exact
 * @param bLonger whether B's values are the longer ones, if they are not exact
 */
record ConservativeBounds(double[] a, double[] b, boolean exact, boolean bLonger) {

    /** End of a value that is known only as an interval. */
    enum End {
        LOW,
        /** The high end; missing if only a lower bound is known. */
        HIGH
    }

    /** The values; empty if a block has not measured the figure, or nothing can be claimed. */
    static Optional<ConservativeBounds> of(List<Block> as, List<Block> bs, Figure figure) {
        Optional<double[]> aLow = all(as, figure, End.LOW);
        Optional<double[]> bLow = all(bs, figure, End.LOW);
        if (aLow.isEmpty() || bLow.isEmpty()) {
            return Optional.empty();
        }
        Optional<double[]> aHigh = all(as, figure, End.HIGH);
        Optional<double[]> bHigh = all(bs, figure, End.HIGH);
        boolean exact = as.stream().allMatch(block -> block.isExact(figure))
                && bs.stream().allMatch(block -> block.isExact(figure));
        if (exact) {
            return Optional.of(new ConservativeBounds(aLow.get(), bLow.get(), true, false));
        }
        if (aHigh.filter(high -> isLess(high, bLow.get())).isPresent()) {
            return Optional.of(new ConservativeBounds(aHigh.get(), bLow.get(), false, true));
        }
        return bHigh.filter(high -> isLess(high, aLow.get()))
                .map(high -> new ConservativeBounds(aLow.get(), high, false, false));
    }

    private static boolean isLess(double[] some, double[] others) {
        return Effect.meanLog(some) < Effect.meanLog(others);
    }

    /** One end of a figure in each block; empty if a block has none. */
    static Optional<double[]> all(List<Block> blocks, Figure figure, End end) {
        double[] values = blocks.stream()
                .map(block -> block.get(figure, end))
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        return values.length == blocks.size() ? Optional.of(values) : Optional.empty();
    }

    /** Relation of the true mean of A to the stated one: {@code ≤} if the true one may be lower. */
    Bound boundOfA() {
        return exact ? Bound.EXACT : bLonger ? Bound.AT_MOST : Bound.AT_LEAST;
    }

    Bound boundOfB() {
        return exact ? Bound.EXACT : bLonger ? Bound.AT_LEAST : Bound.AT_MOST;
    }

    /** Relation of a true mean to the stated one. */
    enum Bound {
        EXACT(""),
        AT_LEAST("≥ "),
        AT_MOST("≤ ");

        final String mark;

        Bound(String mark) {
            this.mark = mark;
        }

        /** Relation of the true mean of blocks to the mean of their low or high ends. */
        static Bound of(List<Block> blocks, Figure figure, End end) {
            return blocks.stream().allMatch(block -> block.isExact(figure))
                    ? EXACT
                    : end == End.LOW ? AT_LEAST : AT_MOST;
        }
    }
}
