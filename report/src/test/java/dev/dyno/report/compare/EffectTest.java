package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class EffectTest {

    /** Table I of Student, "The probable error of a mean" (1908): hours of sleep gained by ten patients with two drugs. */
    private static final double[] SLEEP_1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};

    private static final double[] SLEEP_2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

    @Test
    void pairsGiveTheIntervalOfStudentsPaper() {
        Effect effect = Effect.ofPairs(exp(SLEEP_1), exp(SLEEP_2), new boolean[10], 0.05);

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
        Effect effect = Effect.ofPairs(a, exp(logs), new boolean[] {true, false, true, false, true, false}, 0.05);

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
        boolean[] orders = {true, false, true};
        assertThat(Effect.ofPairs(new double[] {2, 1, 1}, new double[] {1, 2, 1}, orders, 0.05)
                        .change())
                .isZero();
        assertThat(Effect.withoutInterval(new double[] {1}, new double[] {2}).change())
                .isCloseTo(1.0, within(1e-12));
    }

    @Test
    void fewerThanThreeBlocksOfEachHaveAnEffectAndNoInterval() {
        for (Effect effect : new Effect[] {
            Effect.ofPairs(new double[] {100}, new double[] {103}, new boolean[1], 0.05),
            Effect.ofPairs(new double[] {100, 101}, new double[] {103, 104.03}, new boolean[2], 0.05),
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
        Effect effect = Effect.ofPairs(a, new double[] {103, 103, 103}, new boolean[3], 0.05);

        assertThat(effect.excludesZero()).isTrue();
        assertThat(effect.isWithin(0.031)).isTrue();
        assertThat(effect.isWithin(0.029)).isFalse();
    }

    private static double[] exp(double[] values) {
        return DoubleStream.of(values).map(Math::exp).toArray();
    }
}
