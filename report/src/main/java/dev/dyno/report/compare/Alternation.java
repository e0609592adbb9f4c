package dev.dyno.report.compare;

import dev.dyno.model.result.Latency;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Has two setups run in turns, pair by pair and in each pair in an order of chance, until all is clear, all pairs have been run,
 * the time is up, or somebody stops it. A pair goes before them that does not count: the first runs meet cold caches and a
 * machine that was idle.
 *
 * <p>A pair of which one run cannot be used is left out, both of it: what has spoilt one may have touched the other.
 *
 * <p>Assumptions and guarantees: one thread.
 */
public final class Alternation {

    /** Setups that fail each time are not run for hours. */
    static final int MOST_FAILURES_IN_A_ROW = 3;

    /** The pair that does not count. */
    public static final int WARMUP_PAIR = 0;

    /** Why it has ended. */
    public enum End {
        /** Every figure is clear. */
        CLEAR,
        ALL_PAIRS,
        TIME_IS_UP,
        STOPPED,
        /** Too many pairs in a row were of no use. */
        NO_USE
    }

    /** What carries out a run, and tells the time. */
    public interface Runs {

        /**
         * Runs one of the two.
         *
         * @param pair from 1; {@link #WARMUP_PAIR} if it does not count
         * @return empty if it came to nothing that can be used
         */
        Optional<RunSummary> run(boolean ofA, int pair);

        /** Whether somebody wants the end; the run that was under way has ended by then. */
        boolean isStopped();

        /** On a clock that does not go back. */
        long nowNs();

        /** How many pairs there will be at most, as far as it is known by now, and how long one takes. */
        void expect(int pairs, long pairNs);
    }

    /**
     * What is to be done.
     *
     * @param latency that the percentiles are of; without it, the one that says most
     * @param mostPairs at least {@link Comparison#LEAST_PAIRS}
     * @param budgetNs no pair is begun that would not be over by then, but for the warmup and the first
     * @param seed of the order
     * @param toTheEnd whether to go on when all is clear, to know more
     */
    public record Plan(
            Rule rule, Optional<Latency> latency, int mostPairs, long budgetNs, long seed, boolean toTheEnd) {}

    /**
     * What came of it.
     *
     * @param a the runs of A, in pairs with those of B
     * @param beganWithA of each pair, whether that of A was made first
     * @param left how many pairs were left out
     */
    public record Outcome(
            End end,
            List<RunSummary> a,
            List<RunSummary> b,
            List<Boolean> beganWithA,
            int left,
            Latency latency,
            List<Judgement> judgements) {

        public Outcome {
            a = List.copyOf(a);
            b = List.copyOf(b);
            beganWithA = List.copyOf(beganWithA);
            judgements = List.copyOf(judgements);
        }
    }

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
            // The longest so far: the next may take as long. The first is begun in any case.
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
                if (!plan.toTheEnd && comparison.filter(Comparison::isOver).isPresent() && as.size() < pairs) {
                    return End.CLEAR;
                }
            }
        }
        return comparison
                        .map(Comparison::judgements)
                        .filter(Alternation::isClear)
                        .isPresent()
                ? End.CLEAR
                : End.ALL_PAIRS;
    }

    private static boolean isClear(List<Judgement> judgements) {
        return !judgements.isEmpty()
                && judgements.stream().allMatch(j -> j.call().isConclusive());
    }

    /** Its runs are stored like others, and compared with nothing. @return whether both were of use */
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
        // The last run of a pair may be whole although the end was asked for in it, but nobody knows.
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

    /** Takes the newest pair. @return how many there will be at most */
    private int compare(long passedNs) {
        if (comparison.isEmpty()) {
            latency = plan.latency.orElseGet(() -> Side.headline(new Side("A", "", as), new Side("B", "", bs)));
            // How many pairs the time is enough for decides how the error is spent on the looks, so it is fixed now.
            long more = Math.max(0, plan.budgetNs - passedNs) / Math.max(1, pairNs);
            int most = (int) Math.max(Comparison.LEAST_PAIRS, Math.min(plan.mostPairs, 1 + more));
            comparison = Optional.of(new Comparison(plan.rule, most));
            runs.expect(most, pairNs);
        }
        Comparison all = comparison.get();
        if (!all.isOver()) {
            int last = as.size() - 1;
            all.add(Block.of(as.get(last), latency), Block.of(bs.get(last), latency), beganWithA.get(last));
        }
        return all.mostPairs();
    }
}
