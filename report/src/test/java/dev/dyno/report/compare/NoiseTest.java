package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Latency;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NoiseTest {

    private static final DecisionRule RATE = DecisionRule.of(Set.of(Figures.RATE), Map.of(Figures.RATE, 1e-9), 0.95);

    private static List<RunSummary> rates(long... rates) {
        List<RunSummary> runs = new ArrayList<>();
        for (long rate : rates) {
            runs.add(Stored.run("run" + runs.size(), rate, 1).summary());
        }
        return runs;
    }

    @Test
    void floorAndSmallestEffectAreThoseOfStudentsTables() {
        // Differences of +10 % and -10 % (on logarithms: of ln 1.1), three of each: a spread of ln 1.1 around zero.
        List<Noise> noises = Noise.of(
                RATE,
                rates(1000, 1100, 1000, 1100, 1000, 1100),
                rates(1100, 1000, 1100, 1000, 1100, 1000),
                List.of(true, true, false, false, true, false),
                Latency.RESPONSE);

        assertThat(noises).singleElement().satisfies(noise -> {
            assertThat(noise.spread()).isCloseTo(Math.log(1.1), within(1e-12));
            // t(6; 97.5 %) = 2.44691
            assertThat(noise.floor()).isCloseTo(Math.exp(2.44691 * Math.log(1.1)) - 1, within(1e-6));
            // Both orders have means of a third of it, and squares of residuals of 8/3 each, over 4 degrees of freedom;
            // one of
            // three couples is of both orders, so that the variance of the mean is that of (6 + 2/8) / 36 pairs.
            double ofOnePair = Math.sqrt(4.0 / 3 * 6.25 / 6) * Math.log(1.1);
            // t(3; 99 %) = 4.54070, t(3; 80 %) = 0.97847; t(48; 99 %) = 2.40658, t(48; 80 %) = 0.84917
            assertThat(noise.smallest().get(0))
                    .isCloseTo(Math.exp((4.54070 + 0.97847) * ofOnePair / Math.sqrt(5)) - 1, within(1e-5));
            assertThat(noise.smallest().get(3))
                    .isCloseTo(Math.exp((2.40658 + 0.84917) * ofOnePair / Math.sqrt(50)) - 1, within(1e-5));
            assertThat(noise.call()).isEqualTo(Call.INCONCLUSIVE);
        });
    }

    /** What is promised is what happens: differences of the size that 10 blocks see are called in four of five comparisons. */
    @Test
    void differenceThatIsSaidToBeSeenIsSeenFourTimesOfFive() {
        SplittableRandom random = new SplittableRandom(3);
        double spread = 0.1;
        double seen = smallestOf(spread);
        int repetitions = 1000;
        int called = 0;
        for (int i = 0; i < repetitions; i++) {
            Comparison comparison = new Comparison(RATE, 10);
            PairOrder order = new PairOrder(i);
            while (!comparison.isOver()) {
                comparison.add(
                        rate(1), rate((1 + seen) * Math.exp(spread * random.nextGaussian())), order.nextBeginsWithA());
            }
            called += comparison.judgements().get(0).call() == Call.BETTER ? 1 : 0;
        }
        assertThat(called / (double) repetitions).isBetween(0.77, 0.83);
    }

    private static Block rate(double value) {
        return new Block(Map.of(Figures.RATE, value));
    }

    /** Of a hundred pairs, so that the spread is known. */
    private static double smallestOf(double spread) {
        long up = Math.round(1_000_000 * Math.exp(spread));
        long[] first = new long[100];
        long[] again = new long[100];
        List<Boolean> orders = new ArrayList<>();
        for (int i = 0; i < first.length; i++) {
            first[i] = i % 2 == 0 ? 1_000_000 : up;
            again[i] = i % 2 == 0 ? up : 1_000_000;
            orders.add(i / 2 % 2 == 0);
        }
        List<Noise> noises = Noise.of(RATE, rates(first), rates(again), orders, Latency.RESPONSE);
        assertThat(noises.get(0).spread()).isCloseTo(spread, within(1e-5));
        return noises.get(0).smallest().get(Noise.BLOCKS.indexOf(10));
    }

    @Test
    void setupThatDiffersFromItselfIsAnAlarm() {
        List<Noise> noises = Noise.of(
                RATE,
                rates(1000, 1001, 1002, 1000),
                rates(1100, 1102, 1101, 1100),
                List.of(true, false, false, true),
                Latency.RESPONSE);

        assertThat(noises.get(0).call()).isEqualTo(Call.BETTER);
        assertThat(Noise.lines(noises, RATE))
                .anyMatch(line -> line.startsWith("WARNING: rate of A was called different from itself."))
                .first()
                .asString()
                .startsWith("figure  unit")
                .contains("noise floor", "5 blocks see", "50 blocks see");
    }
}
