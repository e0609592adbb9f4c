package dev.dyno.model.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.workload.KeyDistribution.Sampler;
import dev.dyno.model.workload.KeyDistribution.Sequence;
import dev.dyno.model.workload.KeyDistribution.Uniform;
import dev.dyno.model.workload.KeyDistribution.Zipf;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyDistributionTest {

    private static final int DRAWS = 1_000_000;

    private static int[] counts(KeyDistribution keys, long seed) {
        int[] counts = new int[keys.count()];
        Sampler sampler = keys.samplers().of(0, seed);
        for (int i = 0; i < DRAWS; i++) {
            counts[sampler.next()]++;
        }
        return counts;
    }

    @Test
    void aSequenceGoesRoundFromThePlaceOfItsProducer() {
        Sampler sampler = new Sequence(3).samplers().of(4, 1);
        assertThat(IntStream.range(0, 7).map(i -> sampler.next())).containsExactly(1, 2, 0, 1, 2, 0, 1);
        Sampler single = new Sequence(1).samplers().of(5, 1);
        assertThat(IntStream.range(0, 3).map(i -> single.next())).containsOnly(0);
    }

    /** A share of p in n draws has a standard deviation of sqrt(p (1 - p) / n); five of them are allowed. */
    private static double fiveDeviations(double share) {
        return 5 * Math.sqrt(share * (1 - share) / DRAWS);
    }

    @Test
    void uniformKeysAreAllAsLikely() {
        for (int count : counts(new Uniform(20), 7)) {
            assertThat(count / (double) DRAWS).isCloseTo(0.05, within(fiveDeviations(0.05)));
        }
    }

    @Test
    void zipfKeysComeByThePowerOfTheirRank() {
        for (double exponent : new double[] {0.5, 1, 1.5}) {
            double sum = IntStream.rangeClosed(1, 50)
                    .mapToDouble(rank -> Math.pow(rank, -exponent))
                    .sum();
            int[] counts = counts(new Zipf(50, exponent), 7);
            for (int k = 0; k < counts.length; k++) {
                double share = Math.pow(k + 1, -exponent) / sum;
                assertThat(counts[k] / (double) DRAWS).isCloseTo(share, within(fiveDeviations(share)));
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameKeysAndAnotherOneOthers() {
        assertThat(counts(new Zipf(10, 1), 3)).isEqualTo(counts(new Zipf(10, 1), 3));
        assertThat(counts(new Zipf(10, 1), 3)).isNotEqualTo(counts(new Zipf(10, 1), 4));
        // Computed elsewhere from the definition.
        Sampler sampler = new Zipf(1_000, 1.1).samplers().of(0, 42);
        assertThat(IntStream.range(0, 8).map(i -> sampler.next())).containsExactly(79, 0, 2, 3, 0, 254, 1, 134);
    }

    @Test
    void aFixedKeyIsTheOnlyOne() {
        KeyDistribution fixed = new KeyDistribution.Fixed("blue");
        assertThat(fixed.count()).isEqualTo(1);
        assertThat(fixed.key(0)).isEqualTo("blue");
        Sampler sampler = fixed.samplers().of(3, 1);
        assertThat(IntStream.range(0, 3).map(i -> sampler.next())).containsOnly(0);
    }

    @Test
    void keysHaveTheSameLength() {
        assertThat(new Sequence(1).key(0)).isEqualTo("key-0");
        assertThat(new Sequence(10).key(9)).isEqualTo("key-9");
        assertThat(new Uniform(11).key(9)).isEqualTo("key-09");
        assertThat(new Zipf(1_001, 1).key(1_000)).isEqualTo("key-1000");
        assertThat(new Zipf(1_001, 1).key(7)).isEqualTo("key-0007");
    }
}
