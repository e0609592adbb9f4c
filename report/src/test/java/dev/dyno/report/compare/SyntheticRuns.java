package dev.dyno.report.compare;

import dev.dyno.model.metric.Figures;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Runs of two setups, made up in the order of time: the rate has noise that remembers (AR(1), 5 % in all), and an effect of the
 * place in the series. Equal setups, or B better by a known share.
 */
final class SyntheticRuns implements Alternation.Runs {

    static final double NOISE = 0.05;

    /** Too narrow for anything to be called equivalent: every call is a difference. */
    static final DecisionRule ANY_DIFFERENCE =
            DecisionRule.of(Set.of(Figures.RATE), Map.of(Figures.RATE, 1e-9), DecisionRule.CONFIDENCE);

    private static final double RATE = 1e6;

    /** Effect of a run's place in the series. */
    enum Place {
        NOTHING("nothing"),
        COLD("the first runs are slow: 20 %, 6 %, 2 %, …"),
        CHANGED("the first run after the other setup is slower by 5 %"),
        SECOND("the second run of each pair is slower by 5 %"),
        DRIFT("all drifts by 20 %"),
        ALL("all of these");

        final String words;

        Place(String words) {
            this.words = words;
        }

        private boolean includes(Place other) {
            return this == other || this == ALL;
        }
    }

    /** In which order the runs are made, and how many. */
    enum Order {
        LIVE("`dyno compare` of setups, up to 20 pairs", 42, 1),
        PAIRED("stored, 10 pairs in that order, `--paired`", 20, 1),
        SAME_PAIRS("stored, 10 pairs in that order", 20, 1),
        CHANCE("stored, 14 of each in an order of chance", 28, 1),
        ALTERNATING("stored, A B A B …, 10 of each", 20, 1),
        SIX_BATCHES("stored, 6 batches of 3 of each in turns", 36, 3),
        THREE_BATCHES("stored, 3 batches of 3 of each in turns", 18, 3),
        TWO_BATCHES("stored, 10 of A, then 10 of B", 20, 10);

        final String words;
        private final int runs;
        private final int batch;

        Order(String words, int runs, int batch) {
            this.words = words;
            this.runs = runs;
            this.batch = batch;
        }

        /** In other orders there is no second of a pair; in A B A B … it would be the same as to be of B. */
        boolean hasPairs() {
            return this == LIVE || this == PAIRED || this == SAME_PAIRS;
        }

        private List<Boolean> isOfA(long seed) {
            return switch (this) {
                case PAIRED, SAME_PAIRS -> inPairs(new PairOrder(seed));
                case CHANCE -> shuffled(seed);
                case ALTERNATING, SIX_BATCHES, THREE_BATCHES, TWO_BATCHES -> batches();
                case LIVE -> throw new IllegalStateException();
            };
        }

        private List<Boolean> inPairs(PairOrder order) {
            List<Boolean> all = new ArrayList<>();
            for (int i = 0; i < runs / 2; i++) {
                boolean first = order.nextBeginsWithA();
                all.addAll(List.of(first, !first));
            }
            return all;
        }

        private List<Boolean> shuffled(long seed) {
            List<Boolean> all = inPairs(new PairOrder(seed));
            Collections.shuffle(all, new Random(seed));
            return all;
        }

        private List<Boolean> batches() {
            return IntStream.range(0, runs)
                    .mapToObj(run -> run / batch % 2 == 0)
                    .toList();
        }
    }

    private final Random random;
    private final double memory;
    private final Place place;
    private final double effect;
    private final Order order;
    private double noise;
    private int made;
    private boolean lastWasOfA;

    private SyntheticRuns(long seed, double memory, Place place, double effect, Order order) {
        random = new Random(seed);
        this.memory = memory;
        this.place = place;
        this.effect = effect;
        this.order = order;
        noise = NOISE * random.nextGaussian();
    }

    /**
     * Verdict of a comparison about the rate.
     *
     * @param memory correlation of each run's noise with that of the run before
     * @param effect by what share B is better
     */
    static Judgement compare(Order order, long seed, double memory, Place place, double effect) {
        SyntheticRuns runs = new SyntheticRuns(seed, memory, place, effect, order);
        return order == Order.LIVE ? live(runs, ANY_DIFFERENCE, 20, seed) : stored(order, seed, runs);
    }

    /** Answer of `dyno compare` for setups that make such runs. */
    static Judgement live(DecisionRule rule, long seed, double effect, int pairs) {
        return live(new SyntheticRuns(seed, 0, Place.NOTHING, effect, Order.LIVE), rule, pairs, seed);
    }

    private static Judgement live(SyntheticRuns runs, DecisionRule rule, int pairs, long seed) {
        Alternation.Plan plan = new Alternation.Plan(rule, Optional.empty(), pairs, Long.MAX_VALUE / 2, seed, false);
        return Alternation.carryOut(plan, runs).judgements().get(0);
    }

    private static Judgement stored(Order order, long seed, SyntheticRuns runs) {
        List<RunSummary> a = new ArrayList<>();
        List<RunSummary> b = new ArrayList<>();
        for (boolean ofA : order.isOfA(seed)) {
            (ofA ? a : b).add(runs.next(ofA));
        }
        boolean paired = order == Order.PAIRED;
        Side left = new Side("A", "", a);
        ComparisonReport report = ComparisonReport.ofStored(
                left, new Side("B", "", b), paired, Optional.empty(), ANY_DIFFERENCE, false, false);
        return report.judgements().get(0);
    }

    private RunSummary next(boolean ofA) {
        double log = noise + ofPlace(ofA) + (ofA ? 0 : Math.log1p(effect));
        lastWasOfA = ofA;
        noise = memory * noise + Math.sqrt(1 - memory * memory) * NOISE * random.nextGaussian();
        made++;
        return Stored.run("run", Math.round(RATE * Math.exp(log)), 1).at(made).summary();
    }

    private double ofPlace(boolean ofA) {
        double log = 0;
        if (place.includes(Place.COLD)) {
            log -= 0.2 * Math.pow(0.3, made);
        }
        if (place.includes(Place.CHANGED) && made > 0 && ofA != lastWasOfA) {
            log -= 0.05;
        }
        if (place.includes(Place.SECOND) && order.hasPairs() && made % 2 == 1) {
            log -= 0.05;
        }
        if (place.includes(Place.DRIFT)) {
            log += 0.2 * made / order.runs;
        }
        return log;
    }

    @Override
    public Optional<RunSummary> run(boolean ofA, int pair) {
        return Optional.of(next(ofA));
    }

    @Override
    public boolean isStopped() {
        return false;
    }

    @Override
    public long nowNs() {
        return made;
    }

    @Override
    public void expect(int pairs, long pairNs) {
        // Nobody waits for it.
    }
}
