package dev.dyno.report.compare;

import java.util.List;

/** In which order the runs of two sides were made, which decides how far their difference can be told from chance. */
public sealed interface Design {

    /**
     * The effect of B on one figure.
     *
     * @param a values of the runs of A, in the order in which the side has them, above zero
     * @param b those of B
     * @param alpha share of such intervals that miss the truth, 0 to 1
     */
    Effect effect(double[] a, double[] b, double alpha);

    /**
     * In pairs, one run of each side shortly after the other: the pair is the unit.
     *
     * @param beginsWithA of each pair, whether its run of A was made first
     */
    record Pairs(List<Boolean> beginsWithA) implements Design {

        public Pairs {
            beginsWithA = List.copyOf(beginsWithA);
        }

        @Override
        public Effect effect(double[] a, double[] b, double alpha) {
            boolean[] orders = new boolean[beginsWithA.size()];
            for (int i = 0; i < orders.length; i++) {
                orders[i] = beginsWithA.get(i);
            }
            return Effect.ofPairs(a, b, orders, alpha);
        }
    }

    /**
     * In batches that alternate: the batch is the unit, since what changes from one to the next touches all of its runs.
     *
     * @param all in the order in which they were made
     */
    record Batches(List<Batch> all) implements Design {

        public Batches {
            all = List.copyOf(all);
        }

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
     * Runs of one side with none of the other in between.
     *
     * @param runs their places in the side; at least one
     */
    record Batch(boolean ofA, List<Integer> runs) {

        public Batch {
            runs = List.copyOf(runs);
        }
    }

    /**
     * In an order that shows a difference and allows no call.
     *
     * @param why a sentence, with what to do
     */
    record NoCall(String why) implements Design {

        @Override
        public Effect effect(double[] a, double[] b, double alpha) {
            return Effect.withoutInterval(a, b);
        }
    }
}
