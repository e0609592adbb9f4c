package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.run.Simulation;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whole runs on the simulated broker and on virtual time, compared: what is known to differ must be called, and what is known
 * to be the same must not, as often as the comparison says of itself.
 */
class KnownDifferenceTest {

    private static final int PAIRS = 8;
    private static final double CONFIDENCE = 0.95;

    /** A hundredth, so that 3 % are a difference that matters. */
    private static final DecisionRule RULE =
            DecisionRule.of(Set.of(Figures.RATE), Map.of(Figures.RATE, 0.01), CONFIDENCE);

    @Test
    @Tag("nightly")
    void brokerThatIsSlowerByThreePercentIsCalledWorse() {
        int repetitions = 40;
        long called = IntStream.range(0, repetitions)
                .mapToObj(i -> compare(i, "uniform(824us,1236us)"))
                .filter(comparison -> comparison.judgements().stream().allMatch(j -> j.call() == Call.WORSE))
                .count();

        assertThat(called).isGreaterThanOrEqualTo(Math.round(CONFIDENCE * repetitions));
    }

    @Test
    @Tag("nightly")
    void brokerIsCalledDifferentFromItselfNoMoreOftenThanIsSaid() {
        int repetitions = 200;
        long different = IntStream.range(0, repetitions)
                .mapToObj(i -> compare(1000 + i, "uniform(800us,1200us)"))
                .filter(comparison -> comparison.judgements().stream().anyMatch(KnownDifferenceTest::isDifferent))
                .count();

        assertThat(different).isLessThanOrEqualTo(Math.round((1 - CONFIDENCE) * repetitions));
    }

    private static boolean isDifferent(Judgement judgement) {
        return judgement.call() == Call.BETTER || judgement.call() == Call.WORSE;
    }

    private static Comparison compare(int repetition, String serviceOfB) {
        Comparison comparison = new Comparison(RULE, PAIRS);
        int seed = repetition * 1000;
        PairOrder order = new PairOrder(repetition);
        while (!comparison.isOver()) {
            comparison.add(block("uniform(800us,1200us)", seed++), block(serviceOfB, seed++), order.nextBeginsWithA());
        }
        return comparison;
    }

    private static Block block(String service, int seed) {
        Simulation simulation = new Simulation();
        simulation.consume = false;
        simulation.duration = Duration.ofMillis(200);
        simulation.script("service", service).script("seed", Integer.toString(seed));
        return Block.of(Numbers.of(simulation.run()).by(Latency.RESPONSE), Set.of());
    }
}
