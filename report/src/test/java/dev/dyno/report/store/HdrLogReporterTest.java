package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Samples;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HdrLogReporterTest {

    @Test
    void everyHistogramOfEveryIntervalComesBackThroughTheLibrarysReader(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("latency.hdr");
        HdrLogReporter reporter = new HdrLogReporter(ReportFile.create(file));
        List<Histogram> expected = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        for (Interval interval : Samples.intervals()) {
            reporter.onInterval(interval);
            interval.warmupLatencies().asMap().forEach((latency, histogram) -> {
                tags.add("warmup-" + latency.tag());
                expected.add(histogram);
            });
            interval.latencies().asMap().forEach((latency, histogram) -> {
                tags.add(latency.tag());
                expected.add(histogram);
            });
            while (starts.size() < expected.size()) {
                starts.add(interval.startEpochMillis());
                ends.add(interval.startEpochMillis() + Math.round(interval.seconds() * 1000));
            }
        }
        // Not closed yet: a killed run's log is complete up to its last interval.
        List<Histogram> read = read(Files.readAllBytes(file));
        reporter.onResult(Samples.result());
        reporter.close();

        assertThat(expected).hasSize(5 * Latency.values().length);
        assertThat(read).isEqualTo(expected);
        assertThat(read).extracting(Histogram::getTag).isEqualTo(tags);
        assertThat(read).extracting(Histogram::getStartTimeStamp).isEqualTo(starts);
        assertThat(read).extracting(Histogram::getEndTimeStamp).isEqualTo(ends);
        assertThat(read(Files.readAllBytes(file))).isEqualTo(expected);
    }

    @Test
    void valuesAreNanosecondsToTheBucket() throws Exception {
        Histogram histogram = read(log(
                        Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(0, 7, 7, 8_250_001)))))
                .get(0);

        Map<Long, Long> counts = new LinkedHashMap<>();
        histogram.recordedValues().forEach(v -> counts.put(v.getValueIteratedTo(), v.getCountAtValueIteratedTo()));
        // 8,250,001 is in a bucket of 4096 ns.
        assertThat(counts).containsExactly(entry(0L, 1L), entry(7L, 2L), entry(8_253_439L, 1L));
    }

    @Test
    void headSaysVersionStartUnitsAndLegend() throws Exception {
        byte[] log = log(Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(2000))));

        List<String> lines = new String(log, StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.subList(0, 4))
                .containsExactly(
                        "#[Dyno latencies. Tag: the latency, 'warmup-' before it for messages intended during the warm-up]",
                        "#['unfinished-' before a latency: lower bounds of messages unsent, unacknowledged or undelivered at"
                                + " the end]",
                        "#[Values: ns. Timestamps: s since the epoch. Interval_Max: ms (maxValueUnitRatio 1000000)]",
                        "#[Histogram log format version 1.3]");
        assertThat(lines.get(4)).startsWith("#[StartTime: 1772366400.250 (seconds since epoch), ");
        assertThat(lines.get(5))
                .isEqualTo("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
        assertThat(lines.get(6)).startsWith("Tag=response,1772366400.250,1.000,0.002,HISTFAAA");
        assertThat(lines).hasSize(7);
        try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log))) {
            reader.nextIntervalHistogram();
            assertThat(reader.getStartTimeSec()).isEqualTo(1772366400.25);
        }
    }

    @Test
    void boundsOfUnfinishedMessagesHaveATagOfTheirOwn() throws Exception {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, 5, 2_000_000);
        latencies.addUnfinished(Latency.RESPONSE, 3_000_000_000L, 5);

        assertThat(read(log(latencies)))
                .extracting(Histogram::getTag, histogram -> histogram)
                .containsExactlyInAnyOrder(
                        tuple("response", Samples.times(5, 2_000_000)),
                        tuple("unfinished-response", Samples.times(5, 3_000_000_000L)));
    }

    @Test
    void logWithoutAnIntervalIsStillALog() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new HdrLogReporter(new ReportFile("x", out)).close();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("#[Histogram log format version 1.3]");
        assertThat(read(out.toByteArray())).isEmpty();
    }

    @Test
    void tagsHaveNoSpaceAtWhichTheReaderWouldStop() {
        for (Latency latency : Latency.values()) {
            assertThat(latency.tag()).matches("[a-z]+(-[a-z]+)*");
        }
    }

    @Test
    void histogramsOfTheIntervalStayAsTheyWere() throws Exception {
        Latencies latencies = Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(1)));
        log(latencies);

        assertThat(latencies.get(Latency.RESPONSE).orElseThrow().getTag()).isNull();
    }

    private static byte[] log(Latencies latencies) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (HdrLogReporter reporter = new HdrLogReporter(new ReportFile("x", out))) {
            reporter.onInterval(Samples.second(0, Interval.Phase.MEASURE, Counts.ZERO, latencies));
        }
        return out.toByteArray();
    }

    private static List<Histogram> read(byte[] log) {
        List<Histogram> histograms = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log))) {
            EncodableHistogram next;
            while ((next = reader.nextIntervalHistogram()) != null) {
                histograms.add((Histogram) next);
            }
        }
        return histograms;
    }
}
