package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Latency;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class EffectTest {

    /** Table I of Student, "The probable error of a mean" (1908): hours of sleep gained by ten patients with two drugs. */
    private static final double[] SLEEP_1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};

    private static final double[] SLEEP_2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
    private static final DecisionRule RATE = DecisionRule.of(Set.of(Figures.RATE), Map.of(Figures.RATE, 1e-9), 0.95);

    @Test
    void pairsGiveTheIntervalOfStudentsPaper() {
        Effect effect = Effect.ofPairs(exp(SLEEP_1), exp(SLEEP_2), i -> false, 0.05);

        // As R's t.test(extra ~ group, data = sleep, paired = TRUE) has it: 0.7001142 to 2.4598858.
        assertThat(effect.log()).isCloseTo(1.58, within(1e-12));
        assertThat(effect.log() - effect.halfWidth()).isCloseTo(0.7001142, within(5e-8));
        assertThat(effect.log() + effect.halfWidth()).isCloseTo(2.4598858, within(5e-8));
        assertThat(effect.blocks()).isEqualTo(10);
    }

    /** With both orders it is the mean of the two orders' means; on paper, from the two groups of five. */
    @Test
    void differenceOfTheOrdersDropsOut() {
        double[] a = {1, 1, 1, 1, 1, 1};
        double[] logs = {0.11, -0.09, 0.12, -0.08, 0.10, -0.10};
        Effect effect = Effect.ofPairs(a, exp(logs), i -> i % 2 == 0, 0.05);

        // Means 0.11 and -0.09, squares of residuals 2 (0.01² + 0.01²) = 0.0004. Each two pairs correlate with 1/8: tr
        // MV = 4; V of
        // the mean of means is (6 + 2 · 3 / 8) / 36.
        assertThat(effect.log()).isCloseTo(0.01, within(1e-12));
        assertThat(effect.error()).isCloseTo(Math.sqrt(0.0004 / 4 * (6 + 0.75) / 36), within(1e-12));
        assertThat(effect.freedom()).isBetween(3.8, 4.0);
        assertThat(effect.excludesZero()).isFalse();
    }

    @Test
    void batchesInTurnsLoseWhatDriftsEvenly() {
        double drift = 0.03;
        double effect = 0.05;
        double[] logs = new double[6];
        double[] noise = {0.004, -0.002, -0.003, 0.001, 0.002, -0.001};
        for (int i = 0; i < logs.length; i++) {
            logs[i] = drift * i + (i % 2 == 1 ? effect : 0) + noise[i];
        }
        Effect measured = Effect.ofBatches(logs, true, 0.05);
        Effect without = Effect.ofBatches(noise, true, 0.05);

        assertThat(measured.log() - without.log()).isCloseTo(effect, within(1e-12));
        assertThat(measured.halfWidth()).isCloseTo(without.halfWidth(), within(1e-12));
        // Differences B - A: -0.006 +0.001 | +0.004 -0.001 | -0.003; of the two orders, -5/3 and 0 thousandths.
        assertThat(without.log()).isCloseTo(-0.005 / 6, within(1e-12));
        assertThat(measured.blocks()).isEqualTo(3);
    }

    /** Without memory and drift, the interval is as wide as it says: 95 of 100 hold. */
    @Test
    void intervalsOfBatchesHoldAsOftenAsTheySay() {
        Random random = new Random(11);
        int repetitions = 4000;
        int missed = 0;
        for (int i = 0; i < repetitions; i++) {
            double[] logs = random.doubles(8).map(u -> random.nextGaussian()).toArray();
            missed += Effect.ofBatches(logs, true, 0.05).excludesZero() ? 1 : 0;
        }
        assertThat(missed / (double) repetitions).isBetween(0.04, 0.06);
    }

    @Test
    void halfAndTwiceAsMuchAreEquallyFar() {
        assertThat(Effect.ofPairs(new double[] {2, 1, 1}, new double[] {1, 2, 1}, i -> i % 2 == 0, 0.05)
                        .change())
                .isZero();
        assertThat(Effect.withoutInterval(new double[] {1}, new double[] {2}).change())
                .isCloseTo(1.0, within(1e-12));
    }

    @Test
    void fewerThanThreeBlocksOfEachHaveAnEffectAndNoInterval() {
        for (Effect effect : new Effect[] {
            Effect.ofPairs(new double[] {100}, new double[] {103}, i -> false, 0.05),
            Effect.ofPairs(new double[] {100, 101}, new double[] {103, 104.03}, i -> false, 0.05),
            Effect.withoutInterval(new double[] {100}, new double[] {103})
        }) {
            assertThat(effect.change()).isCloseTo(0.03, within(1e-9));
            assertThat(effect.hasInterval()).isFalse();
            assertThat(effect.excludesZero()).isFalse();
            assertThat(effect.isWithin(1)).isFalse();
        }
    }

    @Test
    void blocksThatAreAllTheSameLeaveNoDoubt() {
        double[] a = {100, 100, 100};
        Effect effect = Effect.ofPairs(a, new double[] {103, 103, 103}, i -> false, 0.05);

        assertThat(effect.excludesZero()).isTrue();
        assertThat(effect.isWithin(0.031)).isTrue();
        assertThat(effect.isWithin(0.029)).isFalse();
    }

    private static double[] exp(double[] values) {
        return DoubleStream.of(values).map(Math::exp).toArray();
    }

    private static Side rates(long... rates) {
        List<RunSummary> runs = new ArrayList<>();
        for (long rate : rates) {
            runs.add(Stored.run("run" + runs.size(), rate, 1).summary());
        }
        return new Side("A", "", runs);
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

    /** The promise holds: differences of the size that 10 blocks see are called in four of five comparisons. */
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
        return new Block(Map.of(Figures.RATE, value), Map.of(Figures.RATE, value));
    }

    /** A hundred pairs, so that the spread is known. */
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
