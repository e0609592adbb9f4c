package dev.dyno.report.compare;

import java.util.List;

/** Order of the runs of two sides, which determines how well their difference can be distinguished from chance. */
public sealed interface Design {

    /**
     * Effect for one figure: the ratio of B to A, with its interval.
     *
     * @param a values of the runs of A, in the order of the side, above zero
     * @param b values of the runs of B, in their order, above zero
     * @param alpha error of the interval: probability that the true value is outside, 0 to 1
     */
    Effect effect(double[] a, double[] b, double alpha);

    /**
     * Pairs, one run of each side shortly after the other: the unit is the pair.
     *
     * @param beginsWithA for each pair, whether its run of A came first
     */
    record Pairs(List<Boolean> beginsWithA) implements Design {

        @Override
        public Effect effect(double[] a, double[] b, double alpha) {
            return Effect.ofPairs(a, b, beginsWithA::get, alpha);
        }
    }

    /**
     * Alternating batches: the unit is the batch, because a change between batches affects all of its runs.
     *
     * @param all the batches, in the order of their runs
     */
    record Batches(List<Batch> all) implements Design {

        @Override
        public Effect effect(double[] a, double[] b, double alpha) {
            double[] logs = all.stream()
                    .mapToDouble(batch -> batch.runs.stream()
                            .mapToDouble(run -> Math.log((batch.ofA ? a : b)[run]))
                            .average()
                            .orElseThrow())
                    .toArray();
            return Effect.ofBatches(logs, all.get(0).ofA, alpha);
        }
    }

    /**
     * Runs of one side without one of the other in between.
     *
     * @param runs their indices in the side; at least one
     */
    record Batch(boolean ofA, List<Integer> runs) {

        public Batch {
            runs = List.copyOf(runs);
        }
    }

    /**
     * An order that shows a difference but allows no call.
     *
     * @param why the reason, a sentence with advice
     */
    record NoCall(String why) implements Design {

        @Override
        public Effect effect(double[] a, double[] b, double alpha) {
            return Effect.withoutInterval(a, b);
        }
    }
}
