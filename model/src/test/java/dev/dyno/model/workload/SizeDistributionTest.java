package dev.dyno.model.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeDistributionTest {

    private static Map<Integer, Integer> histogram(SizeDistribution sizes, long seed, int draws) {
        final SizeDistribution.Sampler sampler = sizes.sampler(seed);
        final Map<Integer, Integer> counts = new TreeMap<>();
        for (int i = 0; i < draws; i++) {
            counts.merge(sampler.next(), 1, Integer::sum);
        }
        return counts;
    }

    private static List<Integer> take(SizeDistribution sizes, long seed, int draws) {
        final SizeDistribution.Sampler sampler = sizes.sampler(seed);
        return IntStream.range(0, draws).mapToObj(i -> sampler.next()).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                1024                       | 1KiB                       | 1024 | 1024  | 1024
                0                          | 0                          | 0    | 0     | 0
                100..200                   | 100..200                   | 100  | 200   | 150
                1KiB..4KiB                 | 1KiB..4KiB                 | 1024 | 4096  | 2560
                7..7                       | 7                          | 7    | 7     | 7
                0..2147483647              | 0..2147483647              | 0    | 2147483647 | 1073741823.5
                256:70, 1KiB:20, 4KiB:10   | 256:70, 1KiB:20, 4KiB:10   | 256  | 4096  | 793.6
                4096:10,1024:20 , 256:70   | 4KiB:10, 1KiB:20, 256:70   | 256  | 4096  | 793.6
                5:1                        | 5:1                        | 5    | 5     | 5
                """)
    void textsParseAndComeBack(String text, String canonical, int min, int max, double mean) {
        final SizeDistribution sizes = SizeDistribution.parse(text);
        assertThat(sizes).hasToString(canonical).isEqualTo(SizeDistribution.parse(canonical));
        assertThat(sizes.min()).isEqualTo(min);
        assertThat(sizes.max()).isEqualTo(max);
        assertThat(sizes.mean()).isEqualTo(mean);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                ''             | ""; must be a number of bytes, or one with B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, like 4KiB.
                -5             | -5; must be a number of bytes, or one with B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, like 4KiB.
                1 .. 4         | "1 "; must be a number of bytes, or one with B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, like 4KiB.
                ..4            | ""; must be a number of bytes, or one with B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, like 4KiB.
                :4, 5:1        | ""; must be a number of bytes, or one with B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, like 4KiB.
                2GiB           | 2GiB; must be less than 2GiB.
                200..100       | 200..100; must go from the smaller to the larger size.
                256:70, 1KiB   | 1KiB; must be a size and a whole weight of at least 1, like 1KiB:20, with a comma before the next.
                256:70,        | ""; must be a size and a whole weight of at least 1, like 1KiB:20, with a comma before the next.
                256:7,,512:3   | ""; must be a size and a whole weight of at least 1, like 1KiB:20, with a comma before the next.
                256:70%        | 256:70%; must be a size and a whole weight of at least 1, like 1KiB:20, with a comma before the next.
                256:0.5        | 256:0.5; must be a size and a whole weight of at least 1, like 1KiB:20, with a comma before the next.
                256:0          | 256:0; the weight must be at least 1. Leave the size out if it must not come.
                256:1, 256B:2  | 256 twice; must be there once. Add the two weights up.
                """)
    void whatIsWrongIsSaid(String text, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SizeDistribution.parse(text))
                .withMessage(sentence);
    }

    @Test
    void sizesBelowZeroAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SizeDistribution.fixed(-1))
                .withMessage("-1; must be at least 0.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SizeDistribution.Weighted(List.of()))
                .withMessage("no sizes; must be one or more, like 256:70, 1KiB:30.");
    }

    @Test
    void aFixedSizeIsAlwaysThatSize() {
        assertThat(histogram(SizeDistribution.fixed(77), 1, 100)).containsOnly(Map.entry(77, 100));
        assertThat(histogram(SizeDistribution.parse("77:5"), 1, 100)).containsOnly(Map.entry(77, 100));
    }

    @Test
    void aRangeGivesAllItsSizesAndNoOther() {
        final Map<Integer, Integer> counts = histogram(new SizeDistribution.Range(100, 109), 1, 100_000);
        assertThat(counts).containsOnlyKeys(100, 101, 102, 103, 104, 105, 106, 107, 108, 109);
        // Standard deviation of each: sqrt(100000 * 0.1 * 0.9) = 95.
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(10_000 - 330, 10_000 + 330));
    }

    @Test
    void theWidestRangeDoesNotOverflow() {
        final SizeDistribution.Sampler sampler = new SizeDistribution.Range(0, Integer.MAX_VALUE).sampler(1);
        for (int i = 0; i < 10_000; i++) {
            assertThat(sampler.next()).isNotNegative();
        }
    }

    @Test
    void weightsAreKept() {
        final Map<Integer, Integer> counts = histogram(SizeDistribution.parse("256:70, 1KiB:20, 4KiB:10"), 1, 100_000);
        assertThat(counts).containsOnlyKeys(256, 1024, 4096);
        // Standard deviations: 145, 126 and 95.
        assertThat(counts.get(256)).isBetween(70_000 - 480, 70_000 + 480);
        assertThat(counts.get(1024)).isBetween(20_000 - 420, 20_000 + 420);
        assertThat(counts.get(4096)).isBetween(10_000 - 320, 10_000 + 320);
    }

    @Test
    void theSeedDecides() {
        for (final String text : List.of("1..1000000", "1:1, 2:1, 3:1")) {
            final SizeDistribution sizes = SizeDistribution.parse(text);
            assertThat(take(sizes, 5, 100)).isEqualTo(take(sizes, 5, 100)).isNotEqualTo(take(sizes, 6, 100));
        }
    }
}
