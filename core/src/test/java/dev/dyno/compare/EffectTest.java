package dev.dyno.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class EffectTest {

    /** Table I of Student, "The probable error of a mean" (1908): hours of sleep gained by ten patients with two drugs. */
    private static final double[] SLEEP_1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};

    private static final double[] SLEEP_2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

    @Test
    void pairsGiveTheIntervalOfStudentsPaper() {
        Effect effect = Effect.ofPairs(exp(SLEEP_1), exp(SLEEP_2), 0.05);

        // As R's t.test(extra ~ group, data = sleep, paired = TRUE) has it: 0.7001142 to 2.4598858.
        assertThat(effect.log()).isCloseTo(1.58, within(1e-12));
        assertThat(effect.log() - effect.halfWidth()).isCloseTo(0.7001142, within(5e-8));
        assertThat(effect.log() + effect.halfWidth()).isCloseTo(2.4598858, within(5e-8));
        assertThat(effect.blocks()).isEqualTo(10);
    }

    @Test
    void independentBlocksGiveWelchsInterval() {
        Effect effect = Effect.ofIndependent(exp(SLEEP_1), exp(SLEEP_2), 0.05);

        // As R's t.test(extra ~ group, data = sleep) has it: df = 17.776, -0.2054832 to 3.3654832.
        assertThat(effect.log() - effect.halfWidth()).isCloseTo(-0.2054832, within(5e-8));
        assertThat(effect.log() + effect.halfWidth()).isCloseTo(3.3654832, within(5e-8));
    }

    @Test
    void halfAndTwiceAsMuchAreEquallyFar() {
        assertThat(Effect.ofPairs(new double[] {2, 1}, new double[] {1, 2}, 0.05)
                        .change())
                .isZero();
        assertThat(Effect.ofPairs(new double[] {1}, new double[] {2}, 0.05).change())
                .isCloseTo(1.0, within(1e-12));
    }

    @Test
    void oneBlockOfEachHasAnEffectAndNoInterval() {
        for (Effect effect : new Effect[] {
            Effect.ofPairs(new double[] {100}, new double[] {103}, 0.05),
            Effect.ofIndependent(new double[] {100}, new double[] {103}, 0.05)
        }) {
            assertThat(effect.change()).isCloseTo(0.03, within(1e-12));
            assertThat(effect.halfWidth()).isInfinite();
            assertThat(effect.excludesZero()).isFalse();
            assertThat(effect.isWithin(1)).isFalse();
        }
    }

    @Test
    void blocksThatAreAllTheSameLeaveNoDoubt() {
        Effect effect = Effect.ofPairs(new double[] {100, 100}, new double[] {103, 103}, 0.05);

        assertThat(effect.excludesZero()).isTrue();
        assertThat(effect.isWithin(0.031)).isTrue();
        assertThat(effect.isWithin(0.029)).isFalse();
    }

    private static double[] exp(double[] values) {
        return DoubleStream.of(values).map(Math::exp).toArray();
    }
}
