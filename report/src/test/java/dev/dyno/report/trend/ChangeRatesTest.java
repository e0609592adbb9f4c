package dev.dyno.report.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rates at which changes are found, and called where there are none, on series that are made up. The table is that of
 * docs/guide/history.md; a change of the method changes it, and the failure prints what it is then.
 */
@Tag("nightly")
class ChangeRatesTest {

    private static final Path TABLE = Path.of("..", "docs", "guide", "history.md");

    private static final int SERIES = 200;
    private static final int VALUES = 40;

    /** Distance from its true place in which a change counts as found. */
    private static final int NEAR = 3;

    /**
     * Noise of a series.
     *
     * @param share standard deviation
     * @param memory correlation of a value with the one before
     * @param spikes share of the values that are 20 to 100 % higher
     */
    private record Noise(double share, double memory, double spikes) {

        double[] series(long seed, int at, double change) {
            Random random = new Random(seed);
            double[] values = new double[VALUES];
            double noise = 0;
            for (int i = 0; i < VALUES; i++) {
                noise = memory * noise + Math.sqrt(1 - memory * memory) * share * random.nextGaussian();
                double spike = random.nextDouble() < spikes ? Math.log(1.2 + 0.8 * random.nextDouble()) : 0;
                values[i] = Math.exp(noise + spike + (i >= at ? Math.log1p(change) : 0));
            }
            return values;
        }

        String words() {
            return String.format(Locale.ROOT, "%.0f %%", 100 * share)
                    + (memory > 0 ? ", correlated by " + memory : "")
                    + (spikes > 0 ? ", one in 20 a spike" : "");
        }
    }

    /** Share of the series, in percent, in which the change is called. */
    private static long found(Noise noise, double change) {
        return percent(IntStream.range(0, SERIES)
                .filter(seed -> Changes.of(noise.series(seed, VALUES / 2, change)).changes().stream()
                        .anyMatch(found -> Math.abs(found.at() - VALUES / 2) <= NEAR && found.share() > 0))
                .count());
    }

    /** Share of the series without a change, in percent, in which one is called. */
    private static long falseAlarms(Noise noise) {
        return percent(IntStream.range(0, SERIES)
                .filter(seed -> !Changes.of(noise.series(SERIES + seed, VALUES, 0))
                        .changes()
                        .isEmpty())
                .count());
    }

    private static long percent(long count) {
        return Math.round(100.0 * count / SERIES);
    }

    @Test
    void theGuideHasTheRates() {
        StringBuilder table = new StringBuilder();
        for (double[] kind : new double[][] {{0, 0}, {0, 0.05}, {0.3, 0}}) {
            for (double share : new double[] {0.01, 0.02, 0.05}) {
                Noise noise = new Noise(share, kind[0], kind[1]);
                long alarms = falseAlarms(noise);
                long large = found(noise, 0.10);
                table.append(String.format(
                        Locale.ROOT,
                        "| %s | %d %% | %d %% | %d %% | %d %% |%n",
                        noise.words(),
                        found(noise, 0.02),
                        found(noise, 0.05),
                        large,
                        alarms));
                assertThat(large).as(noise.words()).isGreaterThanOrEqualTo(75);
                assertThat(alarms).as(noise.words()).isLessThanOrEqualTo(kind[0] == 0 ? 6 : 15);
            }
        }
        assertThat(TABLE).content().contains(table);
    }
}
