package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.run.Simulation;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole runs on brokers whose difference is known, compared with each other. */
@Tag("nightly")
class ComparedSimulationsTest {

    private static final String ONE = "uniform(0.5ms,1.5ms)";
    private static final String SLOWER = "uniform(0.515ms,1.545ms)";

    private static final int REPETITIONS = 200;
    private static final int PAIRS = 25;

    /** Too narrow for anything to be called equivalent: every call is a difference. */
    private static final DecisionRule RATE_AND_P50 =
            DecisionRule.of(Set.of(Figures.RATE, Figures.P50), Map.of(Figures.RATE, 0.001, Figures.P50, 0.001), 0.95);

    @Test
    void aBrokerComparedWithItselfIsCalledDifferentInOneOfTwentyAtTheMost() {
        SplittableRandom seeds = new SplittableRandom(7);
        int wrong = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            Comparison comparison = compare(ONE, ONE, seeds);
            wrong += comparison.judgements().stream().anyMatch(ComparedSimulationsTest::isDifference) ? 1 : 0;
        }

        assertThat(wrong).isLessThanOrEqualTo(REPETITIONS / 20);
    }

    @Test
    void aBrokerThatIsThreePercentSlowerIsCalledSo() {
        SplittableRandom seeds = new SplittableRandom(8);
        int right = 0;
        int wrong = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            Comparison comparison = compare(ONE, SLOWER, seeds);
            Judgement rate = comparison.judgements().get(0);
            right += rate.call() == Call.WORSE ? 1 : 0;
            wrong += rate.call() == Call.BETTER || rate.call() == Call.EQUIVALENT ? 1 : 0;
        }

        assertThat(right).isGreaterThanOrEqualTo(REPETITIONS * 95 / 100);
        assertThat(wrong).isZero();
    }

    private static boolean isDifference(Judgement judgement) {
        return judgement.call() == Call.BETTER || judgement.call() == Call.WORSE;
    }

    private static Comparison compare(String a, String b, SplittableRandom seeds) {
        Comparison comparison = new Comparison(RATE_AND_P50, PAIRS);
        PairOrder order = new PairOrder(seeds.nextInt(Integer.MAX_VALUE));
        while (!comparison.isOver()) {
            boolean beginsWithA = order.nextBeginsWithA();
            Block first = run(beginsWithA ? a : b, seeds.nextInt(Integer.MAX_VALUE));
            Block second = run(beginsWithA ? b : a, seeds.nextInt(Integer.MAX_VALUE));
            comparison.add(beginsWithA ? first : second, beginsWithA ? second : first, beginsWithA);
        }
        return comparison;
    }

    /** Two hundred messages, one after the other: the rate has a spread of 2 %. */
    private static Block run(String service, int seed) {
        Simulation simulation = new Simulation().script("service", service).script("seed", Integer.toString(seed));
        simulation.duration = Duration.ofMillis(200);
        return Block.of(Numbers.of(simulation.run()).by(Latency.RESPONSE), Set.of());
    }
}
