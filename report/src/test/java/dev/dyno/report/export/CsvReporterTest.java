package dev.dyno.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.Samples;
import dev.dyno.report.store.ReportFile;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvReporterTest {

    private static final String HEADER_START =
            "index,phase,start_time,start_s,length_s,sent,blocked,acknowledged,received,"
                    + "failed,skipped,negative,foreign_clock,sent_per_s,acknowledged_per_s,received_per_s,"
                    + "send_delay_count,send_delay_mean_ns,send_delay_p50_ns,send_delay_p90_ns,"
                    + "send_delay_p99_ns,send_delay_p999_ns,send_delay_p9999_ns,send_delay_max_ns,send_ack_count,";

    @Test
    void rowHasExactNumbersAndEmptyFieldsWhereNothingWasMeasured() throws Exception {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            String row = row(Interval.Phase.MEASURE);
            assertThat(row)
                    .startsWith("3,MEASURE,2026-03-01T12:00:01.250Z,1.000000000,0.250000000,100,1,90,80,7,5,2,4,"
                            + "400.000,360.000,320.000,"
                            + ",,,,,,,,"
                            + "2,1250.500,1000,1501,1501,1501,1501,1501,"
                            + ",".repeat(10 * 8 - 1)
                            // Nothing was unfinished of what was measured.
                            + ",,0,,,,,,,,,,"
                            // Each percentile then has one value.
                            + ",".repeat(7)
                            + "1000,1501,1501,1501,1501,1501"
                            + ",".repeat(10 * 6));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void rowOfTheWarmupHasTheLatenciesOfWarmupMessages() throws Exception {
        assertThat(row(Interval.Phase.WARMUP)).contains(",WARMUP,").contains(",1,5.000,5,5,5,5,5,5,");
    }

    @Test
    void everyRowHasAsManyFieldsAsTheHeaderAndEndsAsTheStandardSays() throws Exception {
        String csv = report(Samples.intervals());
        String[] lines = csv.split("\r\n", -1);

        assertThat(lines).hasSize(1 + 5 + 1);
        assertThat(lines[6]).isEmpty();
        assertThat(lines[0])
                .startsWith(HEADER_START)
                .contains(",response_p99_ns,", ",receive_commit_max_ns,", ",receive_commit_unfinished,")
                .contains(",own_delay_max_most_ns", ",blocked_time_max_most_ns", ",by_timestamp_max_most_ns");
        for (int i = 0; i < 6; i++) {
            assertThat(lines[i].split(",", -1))
                    .as(lines[i])
                    .hasSize(6 + Figures.of(Use.INTERVAL).size() + 15 * Latency.values().length);
        }
        assertThat(csv.replace("\r\n", "")).doesNotContain("\n").doesNotContain("\r");
    }

    @Test
    void reportWithoutAnIntervalIsAHeader() throws Exception {
        assertThat(report(List.of()))
                .startsWith(HEADER_START)
                .contains("_max_most_ns")
                .endsWith("\r\n");
    }

    /** Ten messages: six took 1 us and four waited for 5 us at least. */
    @Test
    void aPercentileOfUnfinishedMessagesHasNoUpperEnd() throws Exception {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, 6, 1_000);
        latencies.addUnfinished(Latency.RESPONSE, 5_000, 4);
        Interval interval = Samples.second(0, Interval.Phase.DRAIN, Counts.ZERO, latencies);
        String[] lines = report(List.of(interval)).split("\r\n", -1);
        List<String> names = List.of(lines[0].split(",", -1));
        String[] fields = lines[1].split(",", -1);
        assertThat(fields[names.indexOf("response_unfinished")]).isEqualTo("4");
        assertThat(fields[names.indexOf("response_p50_most_ns")]).isEqualTo("1000");
        assertThat(fields[names.indexOf("response_p90_ns")]).isEqualTo("5003");
        assertThat(fields[names.indexOf("response_p90_most_ns")]).isEmpty();
        assertThat(fields[names.indexOf("response_max_most_ns")]).isEmpty();
    }

    /** Two messages late by Dyno's own delay, and slots that were left out: for nothing, or in a wait for the broker. */
    @ParameterizedTest
    @CsvSource({"250, 0, 0, sent-rate=own:0.25", "0, 100, 0, sent-rate=own:0.1", "0, 100, 100, ''", "9, 5, 0, ''"})
    void aSecondInWhichDynoWasTheLimitHasMarkedRates(long lateMs, long skipped, long blocked, String mark)
            throws Exception {
        Latencies latencies =
                Samples.latencies(Map.of(Latency.OWN_DELAY, Samples.histogram(lateMs * 1_000_000, 900_000_000)));
        Counts counts = new Counts(1_000 - skipped, blocked, 900, 900, 0, skipped, 0, 0, 0, 0);
        String row = report(List.of(Samples.second(3, Interval.Phase.MEASURE, counts, latencies)));
        String marks = row.substring(row.lastIndexOf(',') + 1);
        assertThat(marks.contains("sent-rate=")).isEqualTo(!mark.isEmpty());
        assertThat(marks).contains(mark, "own-delay-p90=few:0.0");
    }

    /** Messages late by Dyno itself and by a wait for the broker; more than a tenth of the second, and at least half of the delay. */
    @ParameterizedTest
    @CsvSource({
        "99, 0, 0, 0, ''",
        "110, 0, 0, 0, sent-rate=own:0.11",
        "150, 150, 0, 0, sent-rate=own:0.15",
        "150, 160, 0, 0, ''",
        "0, 0, 100, 49, sent-rate=own:0.1",
        "0, 0, 100, 50, ''"
    })
    void aSecondIsNotMarkedWhereTheBrokerWasTheMainCause(
            long ownMs, long waitMs, long skipped, long blocked, String mark) throws Exception {
        Latencies latencies = Samples.latencies(Map.of(
                Latency.OWN_DELAY, Samples.histogram(ownMs * 1_000_000),
                Latency.SEND_DELAY, Samples.histogram((ownMs + waitMs) * 1_000_000)));
        Counts counts = new Counts(1_000 - skipped, blocked, 900, 900, 0, skipped, 0, 0, 0, 0);
        String row = report(List.of(Samples.second(3, Interval.Phase.MEASURE, counts, latencies)));
        String marks = row.substring(row.lastIndexOf(',') + 1);
        assertThat(marks.contains("sent-rate=")).isEqualTo(!mark.isEmpty());
        assertThat(marks).contains(mark);
    }

    @Test
    void intervalWithoutLengthHasNoRates() throws Exception {
        Counts one = new Counts(1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        Latencies none = new Latencies();
        Interval interval = Samples.interval(0, Interval.Phase.MEASURE, 0, 0, one, none, none);

        assertThat(report(List.of(interval)).split("\r\n", -1)[1])
                .startsWith("0,MEASURE,2026-03-01T12:00:00.250Z,0.000000000,0.000000000,1,0,0,0,0,0,0,0,,,,");
    }

    private static String row(Interval.Phase phase) throws Exception {
        return report(List.of(Samples.interval(
                        3,
                        phase,
                        Samples.SECOND,
                        Samples.SECOND + Samples.SECOND / 4,
                        new Counts(100, 1, 90, 80, 7, 5, 2, 4, 0, 0),
                        Samples.latencies(Map.of(Latency.SEND_ACK, Samples.histogram(1000, 1501))),
                        Samples.latencies(Map.of(Latency.TRANSFER, Samples.histogram(5))))))
                .split("\r\n", -1)[1];
    }

    private static String report(List<Interval> intervals) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CsvReporter reporter = new CsvReporter(new ReportFile("x", out), what -> Optional.empty())) {
            for (Interval interval : intervals) {
                reporter.onInterval(interval);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void faultsHaveAFileOfTheirOwn(@TempDir Path folder) throws Exception {
        try (CsvReporter reporter = CsvReporter.create(folder.resolve("run.csv"))) {
            reporter.onResult(Samples.withFaults());
        }
        assertThat(Files.readString(folder.resolve("run-faults.csv")))
                .isEqualTo("action,intended_ns,began_ns,took_ns,publish_from_ns,publish_to_ns,publish_over,"
                        + "worst_producer_from_ns,worst_producer_to_ns,worst_producer_over,consume_from_ns,consume_to_ns,"
                        + "consume_over,worst_subscription_from_ns,worst_subscription_to_ns,worst_subscription_over,"
                        + "in_doubt,lost,duplicate,broken,attempts,restored,first_restored_ns,last_restored_ns,exit_status\r\n"
                        + "kill,1500000000,1500200000,3400000,1499000000,2750000000,true,1498500000,3250000001,false,"
                        + "1499000000,2750000000,true,1498500000,3250000001,false,11,2,1,2,9,1,2700000000,2800000000,\r\n"
                        + "restart,3000000000,3000000000,0,,,,,,,,,,,,,0,0,0,0,0,0,,,\r\n");
    }

    @Test
    void resourcesHaveARowForEachValueWithQuotesWhereANameNeedsThem(@TempDir Path folder) throws Exception {
        try (CsvReporter reporter = CsvReporter.create(folder.resolve("run.csv"))) {
            for (ResourceSample sample : Samples.resources()) {
                reporter.onResources(sample);
            }
        }
        assertThat(Files.readString(folder.resolve("run-resources.csv")).split("\r\n", -1))
                .containsExactly(
                        "start_s,end_s,phase,subject,metric,value",
                        "0.000012345,1.000054321,WARMUP,broker,rss-bytes,327155712",
                        "1.000054321,2.000000000,MEASURE,broker,cpu-cores,0.30000000000000004",
                        "1.000054321,2.000000000,MEASURE,broker,vss-bytes,1000000000000",
                        "1.000054321,2.000000000,MEASURE,broker,gc-seconds,0.0",
                        "1.000000000,2.000000000,MEASURE,metrics,\"depth{queue=\"\"a,b\"\",dlq=\"\"ö\"\"}\",0.0000000010",
                        "");
    }

    /** Read beside the new intervals, its faults and groups would be those of this run. */
    @Test
    void filesOfAnEarlierRunOfThatNameAreDeleted(@TempDir Path folder) throws Exception {
        try (CsvReporter reporter = CsvReporter.create(folder.resolve("run.csv"))) {
            reporter.onResources(Samples.resources().get(0));
            reporter.onResult(Samples.withFaults());
        }
        Files.writeString(folder.resolve("run-groups.csv"), "group\r\n");
        Files.writeString(folder.resolve("run-backlog.csv"), "messages\r\n");
        Files.writeString(folder.resolve("run-notes.csv"), "somebody's own");
        try (CsvReporter reporter = CsvReporter.create(folder.resolve("run.csv"))) {
            reporter.onResult(Samples.result());
        }
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("run.csv", "run-notes.csv");
    }

    @Test
    void nothingIsWrittenBesideAPipe() throws Exception {
        try (CsvReporter reporter = CsvReporter.create(Path.of("/dev/null"))) {
            reporter.onResources(Samples.resources().get(0));
            reporter.onResult(Samples.withFaults());
        }
        assertThat(Path.of("/dev/null-faults")).doesNotExist();
        assertThat(Path.of("/dev/null-resources")).doesNotExist();
    }
}
