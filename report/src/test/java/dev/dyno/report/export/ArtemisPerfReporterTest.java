package dev.dyno.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.report.store.Roles;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ArtemisPerfReporterTest {

    private static final ArtemisPerfReporter.Options ALL =
            new ArtemisPerfReporter.Options(true, false, true, Roles.BOTH);

    /** 100 values, so that the percentiles differ: 90 of 1000 ns, 9 of 1500 ns, one of 2000 ns. */
    private static final Histogram STEPS = steps();

    private static Histogram steps() {
        Histogram histogram = Samples.histogram(2000);
        histogram.recordValueWithCount(1000, 90);
        histogram.recordValueWithCount(1500, 9);
        return histogram;
    }

    private static final String STEPS_TEXT =
            "mean:      1.06 us - 50.00%:      1.00 us - 90.00%:      1.00 us - 99.00%:"
                    + "      1.50 us - 99.90%:      2.00 us - 99.99%:      2.00 us - max:         2.00 us\n";

    @Test
    void latenciesHaveTheColumnsOfArtemisPerf() {
        assertThat(ArtemisPerfReporter.values(us(113.01, 106, 142, 204, 371, 3455, 3455)))
                .isEqualTo("mean:    113.01 us - 50.00%:    106.00 us - 90.00%:    142.00 us - 99.00%:    204.00 us"
                        + " - 99.90%:    371.00 us - 99.99%:   3455.00 us - max:      3455.00 us\n");
        assertThat(ArtemisPerfReporter.values(us(6306710.04, 6094847, 7766015, 8224767, 8257535, 8257535, 8257535)))
                .isEqualTo("mean: 6306710.04 us - 50.00%: 6094847.00 us - 90.00%: 7766015.00 us - 99.00%: 8224767.00 us"
                        + " - 99.90%: 8257535.00 us - 99.99%: 8257535.00 us - max:    8257535.00 us\n");
    }

    @Test
    void intervalShowsItsRatesAndLatenciesInTheColumnsOfTheGuide() throws Exception {
        assertThat(live(
                        ALL,
                        measuring(Samples.SECOND, new Counts(30302, 0, 30301, 30303, 0, 0, 0, 0, 0, 0), everything())))
                .isEqualTo("\n--- warmup false\n"
                        + "--- sent:         30302 msg/sec\n"
                        + "--- blocked:          0 msg/sec\n"
                        + "--- completed:    30301 msg/sec\n"
                        + "--- received:     30303 msg/sec\n"
                        + "--- send delay time: " + STEPS_TEXT
                        + "--- send ack time:   " + STEPS_TEXT
                        + "--- transfer time:   " + STEPS_TEXT);
    }

    @Test
    void ratesOfAShortIntervalArePerSecond() throws Exception {
        assertThat(live(
                        ALL,
                        measuring(Samples.SECOND / 4, new Counts(100, 1, 90, 80, 7, 5, 0, 0, 0, 0), new Latencies())))
                .isEqualTo("""

                        --- warmup false
                        --- sent:           400 msg/sec
                        --- blocked:          4 msg/sec
                        --- completed:      360 msg/sec
                        --- received:       320 msg/sec
                        """);
    }

    @Test
    void intervalWithoutLengthHasRatesOfZero() throws Exception {
        assertThat(live(ALL, measuring(0, new Counts(1, 0, 0, 0, 0, 0, 0, 0, 0, 0), new Latencies())))
                .contains("--- sent:             0 msg/sec\n");
    }

    @Test
    void warmupShowsTheLatenciesOfWarmupMessagesOnly() throws Exception {
        Latencies measured = Samples.latencies(Map.of(Latency.SEND_ACK, Samples.histogram(7)));
        Latencies warmup = Samples.latencies(Map.of(Latency.TRANSFER, STEPS));
        Interval interval =
                Samples.interval(0, Interval.Phase.WARMUP, 0, Samples.SECOND, Counts.ZERO, measured, warmup);

        assertThat(live(ALL, interval))
                .startsWith("\n--- warmup true\n")
                .endsWith("--- received:         0 msg/sec\n--- transfer time:   " + STEPS_TEXT);
    }

    @Test
    void measuredIntervalLeavesStragglersOfTheWarmupOut() throws Exception {
        Latencies warmup = Samples.latencies(Map.of(Latency.TRANSFER, STEPS));
        Interval interval =
                Samples.interval(1, Interval.Phase.MEASURE, 0, Samples.SECOND, Counts.ZERO, new Latencies(), warmup);

        assertThat(live(ALL, interval)).doesNotContain("time");
    }

    @Test
    void optionsChooseTheLines() throws Exception {
        Interval interval = measuring(Samples.SECOND, new Counts(1, 1, 1, 1, 0, 0, 0, 0, 0, 0), everything());

        assertThat(live(new ArtemisPerfReporter.Options(false, false, true, Roles.BOTH), interval))
                .doesNotContain("time:");
        assertThat(live(new ArtemisPerfReporter.Options(true, false, false, Roles.BOTH), interval))
                .doesNotContain("send delay time:")
                .contains("send ack time:");
        assertThat(live(new ArtemisPerfReporter.Options(false, false, false, Roles.PRODUCERS), interval))
                .isEqualTo("""

                        --- warmup false
                        --- sent:             1 msg/sec
                        --- blocked:          1 msg/sec
                        --- completed:        1 msg/sec
                        """);
        assertThat(live(new ArtemisPerfReporter.Options(false, false, false, Roles.CONSUMERS), interval))
                .isEqualTo("\n--- warmup false\n--- received:         1 msg/sec\n");
        assertThat(live(new ArtemisPerfReporter.Options(true, true, true, Roles.BOTH), interval))
                .isEmpty();
    }

    @Test
    void numbersLookTheSameInEveryLocale() throws Exception {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(live(ALL, measuring(Samples.SECOND, Counts.ZERO, everything())))
                    .contains("--- send ack time:   " + STEPS_TEXT);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void goodRunEndsWithTheSummaryAndNothingElse() throws Exception {
        RunResult result = Samples.valid(parts -> {
            parts.totals = new Counts(1800000, 845, 1800000, 1800000, 0, 0, 0, 0, 0, 0);
            parts.measured = new Counts(1200000, 500, 1200000, 1199998, 0, 0, 0, 0, 0, 0);
            parts.latencies = everything();
        });

        assertThat(summary(ALL, result))
                .isEqualTo("\n--- SUMMARY\n"
                        + "--- result:              success\n"
                        + "--- total sent:          1800000\n"
                        + "--- total blocked:           845\n"
                        + "--- total completed:     1800000\n"
                        + "--- total received:      1800000\n"
                        + "--- aggregated delay send time: " + STEPS_TEXT
                        + "--- aggregated send time:       " + STEPS_TEXT
                        + "--- aggregated transfer time:   " + STEPS_TEXT);
    }

    @Test
    void failedRunIsCalledSoAndItsCauseIsForOthersToSay() throws Exception {
        assertThat(summary(ALL, Samples.result(parts -> parts.latencies = new Latencies())))
                .isEqualTo("""

                        --- SUMMARY
                        --- result:                 fail
                        --- total sent:             4000
                        --- total blocked:            80
                        --- total completed:        3960
                        --- total received:         3920
                        """);
    }

    /** Five messages took 2 ms and five waited for 3 s at least: the fifth is the last that is known. */
    @Test
    void numbersOfUnfinishedMessagesAreLowerBounds() throws Exception {
        Latencies acks = Samples.latencies(Latency.SEND_ACK, 5, 2_000_000);
        acks.addUnfinished(Latency.SEND_ACK, 3 * Samples.SECOND, 5);
        assertThat(summary(ALL, Samples.result(parts -> parts.latencies = acks)))
                .containsPattern("--- aggregated send time: +mean: ≥ 15\\d{5}\\.\\d\\d us - 50\\.00%: +2000\\.\\d\\d us"
                        + " - 90\\.00%: ≥ 300\\d{4}\\.\\d\\d us - .* - max: +≥ 300\\d{4}\\.\\d\\d us\n");
    }

    @Test
    void silentShowsNothing() throws Exception {
        assertThat(summary(new ArtemisPerfReporter.Options(true, true, true, Roles.BOTH), Samples.result()))
                .isEmpty();
    }

    private static Latencies everything() {
        Latencies latencies = new Latencies();
        for (Latency latency : Latency.values()) {
            latencies.add(latency, STEPS);
        }
        return latencies;
    }

    private static Interval measuring(long lengthNs, Counts counts, Latencies latencies) {
        return Samples.interval(1, Interval.Phase.MEASURE, 0, lengthNs, counts, latencies, new Latencies());
    }

    private static String live(ArtemisPerfReporter.Options options, Interval interval) throws Exception {
        StringBuilder out = new StringBuilder();
        try (ArtemisPerfReporter reporter = new ArtemisPerfReporter(out, options)) {
            reporter.onInterval(interval);
        }
        return out.toString();
    }

    private static String summary(ArtemisPerfReporter.Options options, RunResult result) throws Exception {
        StringBuilder out = new StringBuilder();
        try (ArtemisPerfReporter reporter = new ArtemisPerfReporter(out, options)) {
            reporter.onResult(result);
        }
        return out.toString();
    }

    private static Percentiles us(double mean, long p50, long p90, long p99, long p999, long p9999, long max) {
        return Samples.percentiles(
                1, mean * 1000, p50 * 1000, p90 * 1000, p99 * 1000, p999 * 1000, p9999 * 1000, max * 1000);
    }
}
