package dev.dyno.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.report.RunSummary;
import dev.dyno.result.Latency;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NoiseTest {

    private static final Rule RATE = Rule.of(EnumSet.of(Figure.RATE), Map.of(Figure.RATE, 1e-9), 0.95);

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
                Latency.RESPONSE);

        assertThat(noises).singleElement().satisfies(noise -> {
            assertThat(noise.spread()).isCloseTo(Math.log(1.1), within(1e-12));
            // t(6; 97.5 %) = 2.44691
            assertThat(noise.floor()).isCloseTo(Math.exp(2.44691 * Math.log(1.1)) - 1, within(1e-6));
            // t(4; 97.5 %) = 2.77645, t(4; 80 %) = 0.94096; t(49; 97.5 %) = 2.00958, t(49; 80 %) = 0.84875
            assertThat(noise.smallest().get(0))
                    .isCloseTo(Math.exp((2.77645 + 0.94096) * Math.log(1.1) / Math.sqrt(5)) - 1, within(1e-5));
            assertThat(noise.smallest().get(3))
                    .isCloseTo(Math.exp((2.00958 + 0.84875) * Math.log(1.1) / Math.sqrt(50)) - 1, within(1e-5));
            assertThat(noise.call()).isEqualTo(Call.INCONCLUSIVE);
        });
    }

    /** What is promised is what happens: differences of the size that 10 blocks see are called in four of five comparisons. */
    @Test
    void differenceThatIsSaidToBeSeenIsSeenFourTimesOfFive() {
        SplittableRandom random = new SplittableRandom(3);
        double spread = 0.1;
        double seen = smallestOf(spread);
        int repetitions = 2000;
        int called = 0;
        for (int i = 0; i < repetitions; i++) {
            double[] a = new double[10];
            double[] b = new double[10];
            for (int j = 0; j < a.length; j++) {
                a[j] = 1;
                b[j] = (1 + seen) * Math.exp(spread * random.nextGaussian());
            }
            called += Effect.ofPairs(a, b, 0.05).excludesZero() ? 1 : 0;
        }
        assertThat(called / (double) repetitions).isBetween(0.77, 0.83);
    }

    private static double smallestOf(double spread) {
        long up = Math.round(1_000_000 * Math.exp(spread));
        List<Noise> noises = Noise.of(
                RATE, rates(1_000_000, up, 1_000_000, up), rates(up, 1_000_000, up, 1_000_000), Latency.RESPONSE);
        assertThat(noises.get(0).spread()).isCloseTo(spread, within(1e-5));
        return noises.get(0).smallest().get(Noise.BLOCKS.indexOf(10));
    }

    @Test
    void setupThatDiffersFromItselfIsAnAlarm() {
        List<Noise> noises =
                Noise.of(RATE, rates(1000, 1001, 1002, 1000), rates(1100, 1102, 1101, 1100), Latency.RESPONSE);

        assertThat(noises.get(0).call()).isEqualTo(Call.BETTER);
        assertThat(Noise.lines(noises, RATE))
                .anyMatch(line -> line.startsWith("WARNING: rate of A was called different from itself."))
                .first()
                .asString()
                .startsWith("figure  unit")
                .contains("noise floor", "5 blocks see", "50 blocks see");
    }
}
