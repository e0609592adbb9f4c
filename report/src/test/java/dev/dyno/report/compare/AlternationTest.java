package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AlternationTest {

    private static final long MINUTE = 60_000_000_000L;
    private static final DecisionRule RATE = DecisionRule.of(Set.of(Figures.RATE), Map.of(), 0.95);

    /** Each run takes a minute; A makes about 1,000 messages a second. */
    private static final class Made implements Alternation.Runs {

        private final SplittableRandom random = new SplittableRandom(7);
        private final List<String> order = new ArrayList<>();
        private final Set<String> broken = new HashSet<>();
        private final Set<String> unfinished = new HashSet<>();
        private final double factor;
        private long now = 5;
        private int stopAfter = Integer.MAX_VALUE;
        private int expected;

        Made(double factor) {
            this.factor = factor;
        }

        @Override
        public Optional<RunSummary> run(boolean ofA, int pair) {
            String name = (ofA ? "a" : "b") + pair;
            order.add(name);
            now += MINUTE;
            long rate = Math.round((1000 + random.nextInt(10)) * (ofA ? 1 : factor));
            Stored run = Stored.run(name, rate, 1).at(now);
            return broken.contains(name)
                    ? Optional.empty()
                    : Optional.of((unfinished.contains(name) ? run.unfinished() : run).summary());
        }

        @Override
        public boolean isStopped() {
            return order.size() >= stopAfter;
        }

        @Override
        public long nowNs() {
            return now;
        }

        @Override
        public void expect(int pairs, long pairNs) {
            expected = pairs;
            assertThat(pairNs).isEqualTo(2 * MINUTE);
        }
    }

    private static Alternation.Outcome run(Made runs) {
        return run(runs, RATE, 20, 1000, false);
    }

    private static Alternation.Outcome run(Made runs, DecisionRule rule, int pairs, long minutes, boolean all) {
        return Alternation.carryOut(
                new Alternation.Plan(rule, Optional.empty(), pairs, minutes * MINUTE, 1, all), runs);
    }

    private static DecisionRule sharp(Figure figure) {
        return DecisionRule.of(Set.of(figure), Map.of(figure, 1e-9), 0.95);
    }

    private static List<String> ids(List<RunSummary> runs) {
        return runs.stream().map(run -> run.result().runId()).toList();
    }

    @Test
    void eachPairHasBothInAnOrderOfChanceThatTheSeedRepeats() {
        Made runs = new Made(2);
        Alternation.Outcome outcome = run(runs);
        Made again = new Made(2);
        run(again);

        assertThat(outcome.end()).isEqualTo(Alternation.End.CLEAR);
        assertThat(ids(outcome.a())).containsExactly("a1", "a2", "a3", "a4", "a5", "a6");
        assertThat(ids(outcome.b())).containsExactly("b1", "b2", "b3", "b4", "b5", "b6");
        assertThat(runs.order).isEqualTo(again.order).hasSize(14);
        for (int pair = 0; pair <= 6; pair++) {
            assertThat(runs.order.subList(2 * pair, 2 * pair + 2)).containsExactlyInAnyOrder("a" + pair, "b" + pair);
        }
        assertThat(outcome.beganWithA()).hasSize(6).filteredOn(first -> first).hasSize(3);
        assertThat(outcome.judgements()).extracting(Judgement::call).containsExactly(Call.BETTER);
    }

    /** More pairs may separate them. */
    @Test
    void boundsThatOverlapAreNotClear() {
        Made runs = new Made(2);
        runs.unfinished.add("b1");
        DecisionRule rule = DecisionRule.of(Set.of(Figures.RATE, Figures.P99), Map.of(), 0.95);
        Alternation.Outcome outcome = run(runs, rule, 8, 1000, false);

        assertThat(outcome.end()).isEqualTo(Alternation.End.ALL_PAIRS);
        assertThat(outcome.a()).hasSize(8);
        assertThat(outcome.judgements())
                .extracting(Judgement::figure, Judgement::call)
                .containsExactly(tuple(Figures.RATE, Call.BETTER));
    }

    @Test
    void firstPairDoesNotCount() {
        Made runs = new Made(2);
        Alternation.Outcome outcome = run(runs);

        assertThat(runs.order).startsWith("a0", "b0");
        assertThat(ids(outcome.a())).doesNotContain("a0");
        assertThat(ids(outcome.b())).doesNotContain("b0");
    }

    @Test
    void ofEachTwoPairsOneBeginsWithEach() {
        Set<List<Boolean>> seen = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            PairOrder order = new PairOrder(seed);
            List<Boolean> pairs = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                pairs.add(order.nextBeginsWithA());
            }
            for (int i = 0; i < 20; i += 2) {
                assertThat(pairs.get(i)).isNotEqualTo(pairs.get(i + 1));
            }
            seen.add(pairs);
        }
        assertThat(seen).hasSizeGreaterThan(40);
    }

    @Test
    void unclearPairsContinueToTheLast() {
        Made runs = new Made(1.03);
        Alternation.Outcome outcome = run(runs, sharp(Figures.P99), 8, 1000, true);

        assertThat(outcome.end()).isEqualTo(Alternation.End.CLEAR);
        assertThat(outcome.a()).hasSize(8);
        assertThat(runs.expected).isEqualTo(8);
    }

    @Test
    void noPairIsBegunThatWouldNotBeOverInTime() {
        Made runs = new Made(1);
        Alternation.Outcome outcome = run(runs, sharp(Figures.RATE), 20, 15, false);

        assertThat(outcome.end()).isEqualTo(Alternation.End.ALL_PAIRS);
        assertThat(runs.expected).isEqualTo(6);
        assertThat(outcome.a()).hasSize(6);
    }

    @Test
    void shortTimeIsStillALook() {
        Made runs = new Made(1);
        Alternation.Outcome outcome = run(runs, sharp(Figures.RATE), 20, 9, false);

        assertThat(outcome.end()).isEqualTo(Alternation.End.TIME_IS_UP);
        assertThat(outcome.a()).hasSize(3);
        assertThat(outcome.judgements()).extracting(Judgement::call).containsExactly(Call.INCONCLUSIVE);
    }

    @Test
    void stopLeavesOutThePairThatWasUnderWayAndSaysWhatThereIs() {
        Made runs = new Made(2);
        runs.stopAfter = 7;
        Alternation.Outcome outcome = run(runs);

        assertThat(outcome.end()).isEqualTo(Alternation.End.STOPPED);
        assertThat(outcome.a()).hasSize(2);
        assertThat(outcome.b()).hasSize(2);
        assertThat(outcome.judgements()).extracting(Judgement::call).containsExactly(Call.NONE);
        assertThat(runs.order).hasSize(7);
    }

    @Test
    void runThatIsOfNoUseTakesItsTwinWithIt() {
        Made runs = new Made(2);
        runs.broken.add("b2");
        Alternation.Outcome outcome = run(runs);

        assertThat(outcome.left()).isEqualTo(1);
        assertThat(ids(outcome.a())).containsExactly("a1", "a3", "a4", "a5", "a6", "a7");
        assertThat(ids(outcome.b())).containsExactly("b1", "b3", "b4", "b5", "b6", "b7");
    }

    @Test
    void setupThatFailsEachTimeIsNotRunForHours() {
        Made runs = new Made(2);
        for (int pair = 1; pair < 10; pair++) {
            runs.broken.add("a" + pair);
        }
        Alternation.Outcome outcome = run(runs);

        assertThat(outcome.end()).isEqualTo(Alternation.End.NO_USE);
        assertThat(outcome.left()).isEqualTo(3);
        assertThat(outcome.judgements()).isEmpty();
    }
}
