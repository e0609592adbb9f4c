package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Latency;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs two setups alternately, pair by pair and in each pair in random order, until there is a reason to end, see {@link End}. A
 * warm-up pair does not count, because it meets cold caches and an idle machine.
 *
 * <p>A pair with an unusable run is left out completely, because the cause may have affected the other run, too.
 *
 * <p>Assumptions and guarantees: one thread.
 */
public final class Alternation {

    /** Number of unusable pairs in a row, warm-up included, after which the comparison ends: all others may fail, too. */
    static final int MOST_FAILURES_IN_A_ROW = 3;

    /** Number of the pair that does not count. */
    public static final int WARMUP_PAIR = 0;

    public enum End {
        /** Every figure has a conclusive call. */
        CLEAR,
        ALL_PAIRS,
        TIME_IS_UP,
        STOPPED,
        /** {@link #MOST_FAILURES_IN_A_ROW} pairs in a row were unusable. */
        NO_USE
    }

    /** Carries out runs, and has a clock. */
    public interface Runs {

        /**
         * Carries out a run of A or of B.
         *
         * @param pair from 1; {@link #WARMUP_PAIR} if it does not count
         * @return empty if the run gave no usable result
         */
        Optional<RunSummary> run(boolean ofA, int pair);

        /** Whether the user has asked to end the comparison; called only between runs. */
        boolean isStopped();

        /** Time of a monotonic clock, in ns. */
        long nowNs();

        /** Receives the planned number of pairs and the expected duration of one in ns, after the first usable pair. */
        void expect(int pairs, long pairNs);
    }

    /**
     * Plan of a comparison.
     *
     * @param latency latency whose percentiles are compared; empty = the most informative one
     * @param mostPairs maximum number of pairs, at least {@link Comparison#LEAST_PAIRS}
     * @param budgetNs time from the start within which a pair must be expected to end, or it does not begin; the warm-up and the
     *     first pair always begin
     * @param seed of the random order
     * @param toTheEnd whether to continue when everything is clear, for narrower intervals
     */
    public record Plan(
            DecisionRule rule, Optional<Latency> latency, int mostPairs, long budgetNs, long seed, boolean toTheEnd) {}

    /**
     * Result of a comparison.
     *
     * @param a runs of A, in pairs with those of B
     * @param beganWithA for each pair, whether the run of A came first
     * @param left number of pairs that were left out, because a run was unusable
     */
    public record Outcome(
            End end,
            List<RunSummary> a,
            List<RunSummary> b,
            List<Boolean> beganWithA,
            int left,
            Latency latency,
            List<Judgement> judgements) {}

    private final Plan plan;
    private final Runs runs;
    private final PairOrder order;
    private final List<RunSummary> as = new ArrayList<>();
    private final List<RunSummary> bs = new ArrayList<>();
    private final List<Boolean> beganWithA = new ArrayList<>();
    private Optional<Comparison> comparison = Optional.empty();
    private Latency latency;
    private int left;
    private long pairNs;

    private Alternation(Plan plan, Runs runs) {
        this.plan = plan;
        this.runs = runs;
        order = new PairOrder(plan.seed);
        latency = plan.latency.orElse(Latency.END_TO_END);
    }

    public static Outcome carryOut(Plan plan, Runs runs) {
        return new Alternation(plan, runs).carryOut();
    }

    private Outcome carryOut() {
        End end = runAll();
        comparison.ifPresent(all -> {
            if (end == End.TIME_IS_UP) {
                all.end();
            } else if (end == End.STOPPED || end == End.NO_USE) {
                all.stop();
            }
        });
        return new Outcome(
                end,
                as,
                bs,
                beganWithA,
                left,
                latency,
                comparison.map(Comparison::judgements).orElse(List.of()));
    }

    private End runAll() {
        long began = runs.nowNs();
        int failures = warmUp() ? 0 : 1;
        if (runs.isStopped()) {
            return End.STOPPED;
        }
        pairNs = runs.nowNs() - began;
        int pairs = plan.mostPairs;
        for (int pair = 1; as.size() < pairs; pair++) {
            long now = runs.nowNs();
            // The next pair may take as long as the longest so far. The first pair begins in any case.
            if (pair > 1 && now - began + pairNs > plan.budgetNs) {
                return End.TIME_IS_UP;
            }
            boolean good = runPair(pair);
            if (runs.isStopped()) {
                return End.STOPPED;
            }
            failures = good ? 0 : failures + 1;
            if (failures == MOST_FAILURES_IN_A_ROW) {
                return End.NO_USE;
            }
            pairNs = Math.max(pairNs, runs.nowNs() - now);
            if (good) {
                pairs = compare(runs.nowNs() - began);
                if (!plan.toTheEnd && isClear()) {
                    return End.CLEAR;
                }
            }
        }
        return isClear() ? End.CLEAR : End.ALL_PAIRS;
    }

    private boolean isClear() {
        return comparison.filter(Comparison::isClear).isPresent();
    }

    /**
     * Runs the warm-up pair. Its runs are stored like others, but not compared.
     *
     * @return whether both were usable
     */
    private boolean warmUp() {
        boolean first = runs.run(true, WARMUP_PAIR).isPresent();
        return !runs.isStopped() && runs.run(false, WARMUP_PAIR).isPresent() && first;
    }

    private boolean runPair(int pair) {
        boolean beginsWithA = order.nextBeginsWithA();
        Optional<RunSummary> first = runs.run(beginsWithA, pair);
        if (runs.isStopped()) {
            return false;
        }
        Optional<RunSummary> second = runs.run(!beginsWithA, pair);
        // The second run may be complete even if the end was requested during it, but that is unknown.
        if (runs.isStopped()) {
            return false;
        }
        if (first.isEmpty() || second.isEmpty()) {
            left++;
            return false;
        }
        as.add(beginsWithA ? first.get() : second.get());
        bs.add(beginsWithA ? second.get() : first.get());
        beganWithA.add(beginsWithA);
        return true;
    }

    /**
     * Adds the newest pair to the comparison.
     *
     * @return the maximum number of pairs
     */
    private int compare(long passedNs) {
        if (comparison.isEmpty()) {
            latency = plan.latency.orElseGet(() -> Side.headline(new Side("A", "", as), new Side("B", "", bs)));
            // The number of pairs is fixed now, because it determines how the error is divided among the looks.
            long more = Math.max(0, plan.budgetNs - passedNs) / Math.max(1, pairNs);
            int most = (int) Math.max(Comparison.LEAST_PAIRS, Math.min(plan.mostPairs, 1 + more));
            comparison = Optional.of(new Comparison(plan.rule, most));
            runs.expect(most, pairNs);
        }
        Comparison all = comparison.get();
        if (!all.isOver()) {
            int last = as.size() - 1;
            Set<Figure> asked = plan.rule.margins().keySet();
            all.add(
                    Block.of(as.get(last), latency, asked),
                    Block.of(bs.get(last), latency, asked),
                    beganWithA.get(last));
        }
        return all.mostPairs();
    }
}
