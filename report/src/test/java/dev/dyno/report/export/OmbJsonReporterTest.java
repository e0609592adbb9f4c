package dev.dyno.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Read as the scripts of the OpenMessaging Benchmark read it. */
class OmbJsonReporterTest {

    private static final List<String> FIGURES =
            List.of("Avg", "50pct", "75pct", "95pct", "99pct", "999pct", "9999pct", "99999pct", "Max");
    private static final List<String> LATENCIES = List.of("publishLatency", "publishDelayLatency", "endToEndLatency");

    @TempDir
    private Path folder = Path.of("");

    private static Latencies latencies(long ms) {
        return Samples.latencies(Map.of(
                Latency.SEND_ACK, Samples.histogram(ms * 1_000_000),
                Latency.SEND_DELAY, Samples.histogram(1500),
                Latency.RESPONSE, Samples.histogram(9_000_000_000L),
                Latency.TRANSFER, Samples.histogram(2 * ms * 1_000_000)));
    }

    /** Two seconds of warm-up, 23 measured, one of drain; in second i of the measured ones, latencies of i ms. */
    private static List<Interval> intervals() {
        List<Interval> intervals = new ArrayList<>();
        Latencies none = new Latencies();
        for (int i = 0; i < 26; i++) {
            Interval.Phase phase =
                    i < 2 ? Interval.Phase.WARMUP : i < 25 ? Interval.Phase.MEASURE : Interval.Phase.DRAIN;
            boolean measured = phase == Interval.Phase.MEASURE;
            intervals.add(Samples.interval(
                    i,
                    phase,
                    i * Samples.SECOND,
                    (i + 1) * Samples.SECOND,
                    new Counts(110, 0, 100, 190, 3, 0, 0, 0, 0, 0),
                    measured ? latencies(i - 1) : none,
                    measured ? none : latencies(1000)));
        }
        return intervals;
    }

    private static RunResult result(Map<String, Object> config, Map<String, String> semantics, Latencies latencies) {
        return Samples.valid(parts -> {
            parts.latencies = latencies;
            parts.ledger = new LedgerCounts(7920, 7920, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
            parts.config = config;
            parts.semantics = new DriverSemantics(semantics);
        });
    }

    private static final Map<String, Object> CONFIG = Map.of(
            "producers",
            List.of(Map.of(
                    "destinations", List.of("topic://a", "topic://b"), "perDestination", 3, "messageSize", "1KiB")),
            "consumers",
            List.of(Map.of("destinations", List.of("topic://a", "topic://b"), "perSubscription", 2)),
            "producerTarget",
            Map.of("driver", "kafka"));

    private JsonNode written(List<Interval> intervals, RunResult result) throws IOException {
        Path file = folder.resolve("omb.json");
        try (Reporter reporter = new OmbJsonReporter(ReportFile.create(file))) {
            for (Interval interval : intervals) {
                reporter.onInterval(interval);
            }
            reporter.onResult(result);
        }
        return StrictJson.MAPPER.readTree(Files.readString(file));
    }

    private static List<Double> numbers(JsonNode json, String name) {
        assertThat(json.path(name).isArray()).as(name).isTrue();
        return IntStream.range(0, json.path(name).size())
                .mapToObj(i -> json.path(name).get(i).asDouble())
                .toList();
    }

    @Test
    void itHasTheFieldsOfThatToolAndNoOthers() throws IOException {
        JsonNode json = written(intervals(), result(CONFIG, Map.of(), latencies(5)));

        List<String> expected =
                new ArrayList<>(List.of(("workload driver messageSize topics partitions producersPerTopic"
                                + " consumersPerTopic publishRate publishErrorRate consumeRate backlog")
                        .split(" ", -1)));
        for (String latency : LATENCIES) {
            String aggregated =
                    "aggregated" + latency.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + latency.substring(1);
            for (String figure : FIGURES) {
                expected.add(latency + figure);
                expected.add(aggregated + figure);
                assertThat(json.path(latency + figure).size()).isEqualTo(3);
                assertThat(json.path(aggregated + figure).isNumber()).isTrue();
            }
            expected.add(aggregated + "Quantiles");
            assertThat(json.path(aggregated + "Quantiles").isObject()).isTrue();
        }
        assertThat(json.propertyNames()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void itSaysWhatRan() throws IOException {
        JsonNode json = written(
                intervals(),
                result(
                        CONFIG,
                        Map.of("broker broker", "kafka", "broker version", "4.1.1", "partitions", "16"),
                        latencies(5)));

        assertThat(json.path("workload").asString()).isEqualTo("two queues");
        assertThat(json.path("driver").asString()).isEqualTo("kafka 4.1.1");
        assertThat(json.path("messageSize").asInt()).isEqualTo(1024);
        assertThat(json.path("topics").asInt()).isEqualTo(2);
        assertThat(json.path("partitions").asInt()).isEqualTo(16);
        assertThat(json.path("producersPerTopic").asInt()).isEqualTo(3);
        assertThat(json.path("consumersPerTopic").asInt()).isEqualTo(2);
    }

    @Test
    void entriesStandForTenSecondsOfTheMeasuredPhase() throws IOException {
        JsonNode json = written(intervals(), result(CONFIG, Map.of(), latencies(5)));

        assertThat(numbers(json, "publishRate")).containsExactly(100.0, 100.0, 100.0);
        assertThat(numbers(json, "publishErrorRate")).containsExactly(3.0, 3.0, 3.0);
        assertThat(numbers(json, "consumeRate")).containsExactly(190.0, 190.0, 190.0);
        // Two subscriptions: 200 owed a second, 190 delivered; after 12, 22 and 25 seconds.
        assertThat(numbers(json, "backlog")).containsExactly(120.0, 220.0, 250.0);
        // 1 to 10 ms, 11 to 20 ms, 21 to 23 ms; a histogram's value is up to 0.1 % above.
        assertThat(numbers(json, "publishLatencyMax"))
                .satisfiesExactly(
                        ms -> assertThat(ms).isBetween(10.0, 10.01),
                        ms -> assertThat(ms).isBetween(20.0, 20.02),
                        ms -> assertThat(ms).isBetween(23.0, 23.03));
        assertThat(numbers(json, "publishLatency50pct").get(0)).isBetween(5.0, 5.005);
        assertThat(numbers(json, "endToEndLatencyAvg").get(0)).isBetween(10.99, 11.02);
        assertThat(numbers(json, "publishDelayLatency99pct")).containsExactly(2.0, 2.0, 2.0);
        assertThat(json.path("publishDelayLatency99pct").get(0).isIntegralNumber())
                .isTrue();
    }

    @Test
    void aggregatesAreThoseOfTheResult() throws IOException {
        Latencies latencies =
                Samples.latencies(Map.of(Latency.SEND_ACK, Samples.histogram(1_000_000, 2_000_000, 3_000_000)));
        JsonNode json = written(intervals(), result(CONFIG, Map.of(), latencies));

        assertThat(json.path("aggregatedPublishLatency50pct").asDouble()).isBetween(2.0, 2.002);
        assertThat(json.path("aggregatedPublishLatencyMax").asDouble()).isBetween(3.0, 3.003);
        JsonNode quantiles = json.path("aggregatedPublishLatencyQuantiles");
        assertThat(quantiles.propertyNames())
                .allSatisfy(name -> assertThat(Double.parseDouble(name)).isBetween(0.0, 100.0));
        assertThat(quantiles.path("100.0").asDouble()).isBetween(3.0, 3.003);
        // A zero for a figure that was not measured would be a perfect broker's.
        assertThat(json.propertyNames())
                .noneMatch(name -> name.toLowerCase(Locale.ROOT).contains("endtoendlatency"));
    }

    /**
     * {@code bin/create_charts.py} of that tool groups files by {@code workload}, names each line by {@code driver}, and draws ten
     * charts. A field that is missing, empty or no number ends it with a stack trace.
     */
    @Test
    void chartScriptOfThatToolFindsWhatItDraws() throws IOException {
        Latencies all = new Latencies();
        intervals().forEach(interval -> all.add(interval.latencies()));
        all.add(Samples.latencies(Map.of(Latency.SEND_DELAY, Samples.histogram(2_000, 90_000, 700_000))));
        JsonNode json = written(intervals(), result(CONFIG, Map.of(), all));

        assertThat(json.path("workload").asString()).isEqualTo("two queues");
        assertThat(json.path("driver").asString()).isEqualTo("kafka");
        // Against 0, 10, 20 … seconds, on an axis up to 1.2 times the largest.
        for (String overTime : ("publishLatency99pct publishDelayLatency99pct publishRate publishErrorRate"
                        + " endToEndLatency95pct consumeRate endToEndLatencyAvg")
                .split(" ", -1)) {
            assertThat(json.path(overTime)).as(overTime).hasSize(3).allSatisfy(value -> assertThat(value.isNumber())
                    .isTrue());
            assertThat(numbers(json, overTime))
                    .allSatisfy(value -> assertThat(value).isPositive().isFinite());
        }
        // Against log10(100 / (100 - percentile)), up to 99.999.
        for (String byPercentile : List.of(
                "aggregatedPublishLatencyQuantiles",
                "aggregatedPublishDelayLatencyQuantiles",
                "aggregatedEndToEndLatencyQuantiles")) {
            Map<Double, Double> drawn = new TreeMap<>();
            json.path(byPercentile).properties().forEach(each -> {
                double percentile = Double.parseDouble(each.getKey());
                assertThat(each.getValue().isNumber()).as(byPercentile).isTrue();
                if (percentile <= 99.999) {
                    drawn.put(
                            Math.log10(100 / (100 - percentile)),
                            each.getValue().asDouble());
                }
            });
            assertThat(drawn).as(byPercentile).isNotEmpty();
            assertThat(drawn.keySet()).allSatisfy(x -> assertThat(x).isBetween(0.0, 5.0));
            assertThat(new ArrayList<>(drawn.values())).isSorted();
        }
    }

    /** 40 seconds: 3 ms in each of the first 5, then the given value from a later one on. */
    private static List<Interval> silentUntil(int second, Latencies afterwards) {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            intervals.add(Samples.second(
                    i,
                    Interval.Phase.MEASURE,
                    Counts.ZERO,
                    i < 5 ? latencies(3) : i < second ? new Latencies() : afterwards));
        }
        return intervals;
    }

    /** In the third second of the fourth period messages come that have waited for 27 s: for 15 s at the end of the second one. */
    @Test
    void aPeriodInWhichMessagesWaitedSaysForHowLong() throws IOException {
        JsonNode json = written(silentUntil(32, latencies(27_000)), result(CONFIG, Map.of(), latencies(3)));

        for (String name :
                List.of("publishLatency99pct", "publishLatencyMax", "publishLatencyAvg", "endToEndLatencyAvg")) {
            assertThat(numbers(json, name).subList(1, 3)).as(name).containsExactly(15_000.0, 25_000.0);
        }
        assertThat(numbers(json, "publishLatency99pct").get(0)).isBetween(3.0, 3.003);
        assertThat(numbers(json, "publishLatency99pct").get(3)).isBetween(27_000.0, 27_027.0);
    }

    /** Messages that were still waiting when the drain ended. */
    @Test
    void aStallThatOutlastsTheLoadIsSaid() throws IOException {
        Latencies all = latencies(3);
        all.addUnfinished(Latency.SEND_ACK, 40_000_000_000L, 1);
        JsonNode json = written(silentUntil(40, new Latencies()), result(CONFIG, Map.of(), all));

        assertThat(numbers(json, "publishLatency50pct").subList(1, 4)).containsExactly(15_000.0, 25_000.0, 35_000.0);
        // The lower end of the whole run has it, too.
        assertThat(json.path("aggregatedPublishLatencyMax").asDouble()).isBetween(40_000.0, 40_040.0);
        assertThat(json.path("aggregatedPublishLatencyQuantiles").path("100.0").asDouble())
                .isBetween(40_000.0, 40_040.0);
        // Nobody knows that a delivery was owed.
        assertThat(json.path("endToEndLatency50pct").get(1).isNull()).isTrue();
    }

    @Test
    void aPeriodInWhichNothingWaitedIsNoPerfectOne() throws IOException {
        JsonNode json = written(silentUntil(32, latencies(3)), result(CONFIG, Map.of(), latencies(3)));

        assertThat(json.path("publishLatency99pct").get(0).asDouble()).isBetween(3.0, 3.003);
        assertThat(json.path("publishLatency99pct").get(1).isNull()).isTrue();
    }

    @Test
    void aRunWithoutAMeasuredSecondLeavesNoFile() throws IOException {
        Path file = folder.resolve("omb.json");
        try (OmbJsonReporter reporter = new OmbJsonReporter(ReportFile.create(file))) {
            reporter.onResult(result(Map.of(), Map.of(), new Latencies()));
        }
        assertThat(file).doesNotExist();
    }
}
