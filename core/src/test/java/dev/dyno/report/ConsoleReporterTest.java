package dev.dyno.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.result.Counts;
import dev.dyno.result.ForeignMessages;
import dev.dyno.result.Interval;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outcome;
import dev.dyno.result.Percentiles;
import dev.dyno.result.RunResult;
import dev.dyno.result.Verdict;
import dev.dyno.result.WorkerUsage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ConsoleReporterTest {

    private static final ConsoleReporter.Options ALL = new ConsoleReporter.Options(true, false, true, Sides.BOTH);
    private static final Verdict VALID = Verdict.of(List.of());

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
    void ratesHaveTheColumnsOfArtemisPerf() {
        assertThat(ConsoleFormat.rate("sent:", 7316)).isEqualTo("--- sent:          7316 msg/sec\n");
        assertThat(ConsoleFormat.rate("blocked:", 6632)).isEqualTo("--- blocked:       6632 msg/sec\n");
        assertThat(ConsoleFormat.rate("completed:", 7320)).isEqualTo("--- completed:     7320 msg/sec\n");
        assertThat(ConsoleFormat.rate("received:", 146412)).isEqualTo("--- received:    146412 msg/sec\n");
    }

    @Test
    void latenciesHaveTheColumnsOfArtemisPerf() {
        assertThat(ConsoleFormat.latency("send ack time:", us(113.01, 106, 142, 204, 371, 3455, 3455)))
                .isEqualTo(
                        "--- send ack time:   mean:    113.01 us - 50.00%:    106.00 us - 90.00%:    142.00 us"
                                + " - 99.00%:    204.00 us - 99.90%:    371.00 us - 99.99%:   3455.00 us - max:      3455.00 us\n");
        assertThat(ConsoleFormat.latency("transfer time:", us(213.71, 126, 177, 3439, 7967, 8895, 8895)))
                .isEqualTo(
                        "--- transfer time:   mean:    213.71 us - 50.00%:    126.00 us - 90.00%:    177.00 us"
                                + " - 99.00%:   3439.00 us - 99.90%:   7967.00 us - 99.99%:   8895.00 us - max:      8895.00 us\n");
        assertThat(ConsoleFormat.latency(
                        "send delay time:", us(6306710.04, 6094847, 7766015, 8224767, 8257535, 8257535, 8257535)))
                .isEqualTo(
                        "--- send delay time: mean: 6306710.04 us - 50.00%: 6094847.00 us - 90.00%: 7766015.00 us"
                                + " - 99.00%: 8224767.00 us - 99.90%: 8257535.00 us - 99.99%: 8257535.00 us - max:    8257535.00 us\n");
    }

    @Test
    void summaryHasTheColumnsOfArtemisPerf() {
        assertThat(ConsoleFormat.result(true)).isEqualTo("--- result:              success\n");
        assertThat(ConsoleFormat.result(false)).isEqualTo("--- result:                 fail\n");
        assertThat(ConsoleFormat.total("total sent:", 1216053)).isEqualTo("--- total sent:          1216053\n");
        assertThat(ConsoleFormat.total("total blocked:", 845)).isEqualTo("--- total blocked:           845\n");
        assertThat(ConsoleFormat.total("total completed:", 1216053)).isEqualTo("--- total completed:     1216053\n");
        assertThat(ConsoleFormat.total("total received:", 1216053)).isEqualTo("--- total received:      1216053\n");
        assertThat(ConsoleFormat.aggregated("delay send time:", us(35.84, 20, 55, 116, 3359, 5503, 6495)))
                .isEqualTo(
                        "--- aggregated delay send time: mean:     35.84 us - 50.00%:     20.00 us - 90.00%:     55.00 us"
                                + " - 99.00%:    116.00 us - 99.90%:   3359.00 us - 99.99%:   5503.00 us - max:      6495.00 us\n");
        assertThat(ConsoleFormat.aggregated("send time:", us(147.38, 117, 165, 991, 4191, 5695, 7103)))
                .isEqualTo(
                        "--- aggregated send time:       mean:    147.38 us - 50.00%:    117.00 us - 90.00%:    165.00 us"
                                + " - 99.00%:    991.00 us - 99.90%:   4191.00 us - 99.99%:   5695.00 us - max:      7103.00 us\n");
        assertThat(ConsoleFormat.aggregated("transfer time:", us(178.48, 134, 188, 1359, 5471, 8831, 12799)))
                .isEqualTo(
                        "--- aggregated transfer time:   mean:    178.48 us - 50.00%:    134.00 us - 90.00%:    188.00 us"
                                + " - 99.00%:   1359.00 us - 99.90%:   5471.00 us - 99.99%:   8831.00 us - max:     12799.00 us\n");
    }

    @Test
    void intervalShowsItsRatesAndEveryLatencyInTheColumnsOfTheGuide() throws Exception {
        assertThat(live(ALL, measuring(Samples.SECOND, new Counts(30302, 0, 30301, 30303, 0, 0, 0, 0), everything())))
                .isEqualTo("\n--- warmup false\n"
                        + "--- sent:         30302 msg/sec\n"
                        + "--- blocked:          0 msg/sec\n"
                        + "--- completed:    30301 msg/sec\n"
                        + "--- received:     30303 msg/sec\n"
                        + "--- send delay time: " + STEPS_TEXT
                        + "--- send ack time:   " + STEPS_TEXT
                        + "--- transfer time:   " + STEPS_TEXT
                        + "--- response time:   " + STEPS_TEXT
                        + "--- end-to-end time: " + STEPS_TEXT
                        + "--- by timestamp:    " + STEPS_TEXT
                        + "--- commit time:     " + STEPS_TEXT
                        + "--- receive commit:  " + STEPS_TEXT);
    }

    @Test
    void ratesOfAShortIntervalArePerSecond() throws Exception {
        assertThat(live(ALL, measuring(Samples.SECOND / 4, new Counts(100, 1, 90, 80, 7, 5, 0, 0), new Latencies())))
                .isEqualTo("""

                        --- warmup false
                        --- sent:           400 msg/sec
                        --- blocked:          4 msg/sec
                        --- completed:      360 msg/sec
                        --- received:       320 msg/sec
                        --- skipped:          5 msg
                        --- failed:           7 msg
                        """);
    }

    @Test
    void intervalWithoutLengthHasRatesOfZero() throws Exception {
        assertThat(live(ALL, measuring(0, new Counts(1, 0, 0, 0, 0, 0, 0, 0), new Latencies())))
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
        assertThat(live(
                        new ConsoleReporter.Options(true, false, true, Sides.BOTH, "until steady, at most 15s"),
                        interval))
                .startsWith("\n--- warmup true, until steady, at most 15s\n");
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
        Interval interval = measuring(Samples.SECOND, new Counts(1, 1, 1, 1, 0, 0, 0, 0), everything());

        assertThat(live(new ConsoleReporter.Options(false, false, true, Sides.BOTH), interval))
                .doesNotContain("time:");
        assertThat(live(new ConsoleReporter.Options(true, false, false, Sides.BOTH), interval))
                .doesNotContain("send delay time:")
                .contains("send ack time:");
        assertThat(live(new ConsoleReporter.Options(false, false, false, Sides.PRODUCERS), interval))
                .isEqualTo("""

                        --- warmup false
                        --- sent:             1 msg/sec
                        --- blocked:          1 msg/sec
                        --- completed:        1 msg/sec
                        """);
        assertThat(live(new ConsoleReporter.Options(false, false, false, Sides.CONSUMERS), interval))
                .isEqualTo("\n--- warmup false\n--- received:         1 msg/sec\n");
        assertThat(live(
                        new ConsoleReporter.Options(false, false, false, Sides.PRODUCERS, "until steady, at most 15s"),
                        interval))
                .doesNotContain("until steady");
        assertThat(live(new ConsoleReporter.Options(true, true, true, Sides.BOTH), interval))
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
    void goodRunEndsWithTheSummaryOfArtemisPerfThenOurLines() throws Exception {
        RunResult result = new RunResult(
                "id",
                "name",
                Samples.START,
                20 * Samples.SECOND,
                40 * Samples.SECOND,
                120_000_000,
                1,
                Map.of(),
                Map.of(),
                Samples.result().semantics(),
                Outcome.SUCCESS,
                new Counts(1800000, 845, 1800000, 1800000, 0, 0, 0, 0),
                new Counts(1200000, 500, 1200000, 1199998, 0, 0, 0, 0),
                everything(),
                Optional.empty(),
                WorkerUsage.NONE,
                List.of(),
                Optional.empty(),
                List.of(),
                new LedgerCounts(1800000, 1800000, 0, 0, 0, 0, 0, 0, 0, 0, true, true),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                VALID);

        assertThat(summary(ALL, result))
                .isEqualTo("\n--- SUMMARY\n"
                        + "--- result:              success\n"
                        + "--- total sent:          1800000\n"
                        + "--- total blocked:           845\n"
                        + "--- total completed:     1800000\n"
                        + "--- total received:      1800000\n"
                        + "--- aggregated delay send time: " + STEPS_TEXT
                        + "--- aggregated send time:       " + STEPS_TEXT
                        + "--- aggregated transfer time:   " + STEPS_TEXT
                        + "--- aggregated response time:   " + STEPS_TEXT
                        + "--- aggregated end-to-end time: " + STEPS_TEXT
                        + "--- aggregated by timestamp:    " + STEPS_TEXT
                        + "--- aggregated commit time:     " + STEPS_TEXT
                        + "--- aggregated receive commit:  " + STEPS_TEXT
                        + "\n"
                        + "measured    40.000 s (warmup 20.000 s, drain 0.120 s)\n"
                        + "rates       30,000 handed over/s, 30,000 acknowledged/s, 30,000 received/s\n"
                        + "blocked     100 messages waited for the broker before they were sent: 1.06 µs on average, 2 µs at most\n"
                        + "ledger      expected 1800000, delivered 1800000, lost 0, duplicate 0\n"
                        + "            reordered 0, corrupt 0, stale 0, in doubt 0\n"
                        + "VERDICT: VALID\n");
    }

    @Test
    void messagesOfOtherProgramsAreSizedAndNotJudged() throws Exception {
        ConsoleReporter.Options consuming = new ConsoleReporter.Options(true, false, false, Sides.CONSUMERS);
        ForeignMessages foreign = new ForeignMessages(4_500, 4_500 * 1024, 4_500, List.of("the publish time"));
        assertThat(summary(consuming, Samples.ofAnotherProgram(Samples.result(), foreign)))
                .contains(
                        "--- total received:         4500\n",
                        """
                        foreign     4,500 messages of other programs, 1.0 KiB each on average, 2.0 MiB/s
                                    by timestamp, in steps of 1 ms: from the publish time
                        """,
                        "ledger      not judged: messages of another program\n")
                .doesNotContain("corrupt");
    }

    @Test
    void failedRunNamesItsCauseAndEveryReason() throws Exception {
        RunResult sample = Samples.result();
        RunResult result = Samples.with(
                sample,
                new Outcome(false, true, Optional.of("AMQ219014: Timed out\n  after 30000 ms\n")),
                new Latencies(),
                sample.ledger(),
                sample.verdict());

        assertThat(summary(ALL, result)).isEqualTo("""

                        --- SUMMARY
                        --- result:                 fail
                        --- total sent:             4000
                        --- total blocked:            80
                        --- total completed:        3960
                        --- total received:         3920
                        --- total skipped:            16
                        --- total failed:             12

                        measured    2.250 s (warmup 1.000 s, drain 0.750 s)
                        rates       889 handed over/s, 880 acknowledged/s, 871 received/s
                        due         2,000 in the measured phase, 99.0 % served in time; unsent 8, unacknowledged 6, undelivered 4
                        worker      0.67 cores busy (757.6 us of CPU a message), 0.063 s in garbage collections, RSS 200.0 MiB max, host 75 % busy
                        broker      RSS 3.0 MiB max, CPU 0.75 cores (88.1 us a message)
                        ledger      expected 3960, delivered 3958, lost 2, duplicate 1 (bounds only)
                                    reordered 3, corrupt 4, stale 5, in doubt 12 (6 delivered)
                        clocks      20 latencies below zero, 24 messages of a clock that cannot be compared: not in the latencies
                        outcome     stopped before its end
                        cause       AMQ219014: Timed out after 30000 ms
                        VERDICT: INVALID
                          INVALID messages-lost: 2 messages were lost.
                          SUSPECT send-delay: The p99 schedule delay was 12.0 ms.
                          dyno explain messages-lost send-delay says more
                        """);
    }

    @Test
    void outageIsAHeadline() throws Exception {
        StringBuilder out = new StringBuilder();
        ConsoleReporter reporter = new ConsoleReporter(out, ALL);
        for (int second = 0; second < 15; second++) {
            boolean silent = second >= 10 && second < 13;
            long longestNs = second == 13 ? 3 * Samples.SECOND : 1_000_000;
            reporter.onInterval(Samples.interval(
                    second,
                    Interval.Phase.MEASURE,
                    second * Samples.SECOND,
                    (second + 1) * Samples.SECOND,
                    new Counts(1000, 0, silent ? 0 : 1000, 0, 0, 0, 0, 0),
                    silent
                            ? new Latencies()
                            : Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(longestNs))),
                    new Latencies()));
        }
        reporter.onResult(Samples.with(Samples.result(), Outcome.SUCCESS, new Latencies(), LedgerCounts.EMPTY, VALID));

        assertThat(out.toString()).contains("\n\noutage      3.0 s at 00:10\nmeasured ");
    }

    @Test
    void lossThatCannotBeJudgedIsNotCalledZero() throws Exception {
        LedgerCounts ledger = new LedgerCounts(10, 9, 0, 0, 0, 0, 0, 0, 0, 0, false, true);
        RunResult result = Samples.with(Samples.result(), Outcome.SUCCESS, new Latencies(), ledger, VALID);

        assertThat(summary(ALL, result)).contains("expected 10, delivered 9, loss not judged, duplicate 0\n");
        assertThat(summary(new ConsoleReporter.Options(false, false, false, Sides.PRODUCERS), result))
                .contains("ledger      no consumers here: loss not judged; in doubt 0\n")
                .contains("rates       889 handed over/s, 880 acknowledged/s\n")
                .doesNotContain("received");
        assertThat(summary(new ConsoleReporter.Options(false, false, false, Sides.CONSUMERS), result))
                .contains("rates       871 received/s\n")
                .doesNotContain("sent");
    }

    @Test
    void whatDidNotArriveIsInTheBrokerOrLostOrNobodyKnows() throws Exception {
        LedgerCounts ledger = new LedgerCounts(4_000, 900, 10, 3_000, 0, 0, 0, 0, 0, 0, 0, true, true);
        RunResult result = Samples.with(Samples.result(), Outcome.SUCCESS, new Latencies(), ledger, VALID);

        assertThat(summary(ALL, result))
                .contains(
                        "ledger      expected 4000, delivered 900, lost 10, still in the broker 3000, of unknown fate 90,"
                                + " duplicate 0\n")
                .contains("undelivered 3,000 messages were still in the broker when the drain of ");
    }

    @Test
    void silentShowsOnlyWhatIsWrong() throws Exception {
        ConsoleReporter.Options silent = new ConsoleReporter.Options(true, true, true, Sides.BOTH);
        RunResult sample = Samples.result();

        assertThat(summary(silent, Samples.with(sample, Outcome.INTERRUPTED, everything(), sample.ledger(), VALID)))
                .isEmpty();
        assertThat(summary(silent, sample)).isEqualTo("""
                        cause       connection lost
                        VERDICT: INVALID
                          INVALID messages-lost: 2 messages were lost.
                          SUSPECT send-delay: The p99 schedule delay was 12.0 ms.
                          dyno explain messages-lost send-delay says more
                        """);
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

    private static String live(ConsoleReporter.Options options, Interval interval) throws Exception {
        StringBuilder out = new StringBuilder();
        try (ConsoleReporter reporter = new ConsoleReporter(out, options)) {
            reporter.onInterval(interval);
        }
        return out.toString();
    }

    private static String summary(ConsoleReporter.Options options, RunResult result) throws Exception {
        StringBuilder out = new StringBuilder();
        try (ConsoleReporter reporter = new ConsoleReporter(out, options)) {
            reporter.onResult(result);
        }
        // Figures that are new since: the catalogue says which, and their own tests what.
        return out.toString().replaceAll("(?m)^figures     .*\n", "");
    }

    private static Percentiles us(double mean, long p50, long p90, long p99, long p999, long p9999, long max) {
        return new Percentiles(
                1, mean * 1000, p50 * 1000, p90 * 1000, p99 * 1000, p999 * 1000, p9999 * 1000, max * 1000);
    }

    @Test
    void faultsAreATable() throws Exception {
        assertThat(summary(ALL, Samples.withFaults(Samples.result()))).contains("""
                        faults      action        at s    took s  publish s     worst  consume s     worst in doubt     lost duplicate  broken  tries restored      at s
                                    kill         1.500     0.003      1.251    >1.752      1.251    >1.752       11        2         1       2      9        1     2.800
                                    restart      3.000     0.000          -         -          -         -        0        0         0       0      0        0         -
                        """);
    }

    @Test
    void whatWasNotOwedIsSaid() throws Exception {
        LedgerCounts ledger = new LedgerCounts(10, 10, 0, 0, 0, 0, 0, 0, 0, 7, true, true);
        RunResult result = Samples.with(Samples.result(), Outcome.SUCCESS, new Latencies(), ledger, VALID);
        assertThat(summary(ALL, result))
                .contains(
                        "            not owed 7: missed by subscriptions that were gone while their connection was\n");
    }
}
