package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(20)
class LiveRunTest {

    private static final long SECOND = Samples.SECOND;
    private static final long BEGUN = (1L << 32) + 1;

    private final LiveRun run = new LiveRun(1, Optional.empty(), STEERING, 2);

    private static final Steering STEERING = new Steering() {
        @Override
        public Optional<Counts.At> counts() {
            return Optional.of(new Counts.At(
                    SECOND + SECOND / 2, new Counts(1500, 0, 1400, 2000, 10, 0, 0, 0, 0, 0), LedgerCounts.EMPTY));
        }

        @Override
        public double askedPerSecond(Interval interval) {
            return 1000;
        }

        @Override
        public Optional<Double> perSecond() {
            return Optional.of(1000.0);
        }

        @Override
        public List<String> faults() {
            return List.of("kill");
        }
    };

    @BeforeEach
    void begin() throws Exception {
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = "00ff";
        parts.name = "<b>orders</b>";
        parts.config = Map.of("producers", List.of(Map.of("load", "constant 1000/s")), "consumers", List.of());
        run.onBegin(parts.result());
    }

    /** @param acknowledged of 1000 sent; each is owed to two subscriptions, and one of them has received all */
    private static Interval second(int index, Phase phase, long acknowledged) {
        return Samples.second(
                index,
                phase,
                new Counts(1000, 0, acknowledged, 1000, 0, 0, 0, 0, 0, 0),
                Samples.latencies(Map.of(
                        Latency.RESPONSE, Samples.times(acknowledged, 1_000_000),
                        Latency.END_TO_END, Samples.times(1000, 1_000_000))));
    }

    private JsonNode after(long known) throws InterruptedException {
        return JsonMapper.shared().readTree(run.after(known, 20));
    }

    private static List<Double> numbers(JsonNode column) {
        List<Double> numbers = new ArrayList<>();
        column.forEach(value -> numbers.add(value.asDouble()));
        return numbers;
    }

    @Test
    void whoComesLaterGetsEverySecond() throws Exception {
        run.onInterval(second(0, Phase.WARMUP, 1000));
        run.onInterval(second(1, Phase.MEASURE, 900));

        JsonNode update = after(0);

        assertThat(update.path("version").asLong()).isEqualTo(BEGUN + 2);
        assertThat(update.path("ended").asBoolean()).isFalse();
        assertThat(update.path("perSecond").asDouble()).isEqualTo(1000);
        assertThat(update.path("faults").toString()).isEqualTo("[\"kill\"]");
        JsonNode shown = update.path("document").path("runs").get(0);
        assertThat(shown.path("name").asString()).isEqualTo("<b>orders</b>");
        assertThat(numbers(shown.at("/intervals/acknowledgedPerSecond"))).containsExactly(1000.0, 900.0);
        // Two deliveries of each message, less those received.
        assertThat(numbers(shown.path("intervals").path("outstanding"))).containsExactly(1000.0, 2000.0);
        assertThat(numbers(update.path("askedPerSecond"))).containsExactly(1000.0, 1000.0);
        assertThat(shown.path("measured").path("acknowledged").asLong()).isEqualTo(900);
    }

    @Test
    void whoHasItGetsWhatIsNew() throws Exception {
        run.onInterval(second(0, Phase.MEASURE, 1000));
        run.onResources(
                new ResourceSample(ResourceSample.ofWorker("w1"), Phase.MEASURE, 0, SECOND, Map.of("cpu-cores", 0.25)));
        run.onInterval(second(1, Phase.MEASURE, 500));

        JsonNode update = after(BEGUN + 1);

        assertThat(update.has("document")).isFalse();
        assertThat(update.path("seconds")).hasSize(1);
        JsonNode second = update.path("seconds").get(0);
        assertThat(numbers(second.path("intervals").path("startS"))).containsExactly(1.0);
        assertThat(numbers(second.at("/intervals/acknowledgedPerSecond"))).containsExactly(500.0);
        assertThat(numbers(second.path("intervals").path("outstanding"))).containsExactly(2000.0);
        assertThat(second.at("/latenciesOverTime/response/percentilesNs/p50")).hasSize(1);
        assertThat(second.at("/heatMaps/response/columns")).hasSize(1);
        JsonNode resources = second.path("resourceSeries").get(0);
        assertThat(resources.path("subject").asString()).isEqualTo("worker w1");
        assertThat(numbers(resources.path("metrics").path("cpu-cores"))).containsExactly(0.25);
        assertThat(update.at("/run/totals/acknowledged").asLong()).isEqualTo(1500);
        assertThat(update.at("/run/latencies/response/count").asLong()).isEqualTo(1500);
        assertThat(after(BEGUN).path("seconds")).hasSize(2);
    }

    @Test
    void anEndOfADrainThatIsTooShortForRatesLeavesGroupsTheirSecond() throws Exception {
        run.onInterval(Samples.changed(
                second(0, Phase.DRAIN, 1000), Map.of("groups", Map.of("web", second(0, Phase.DRAIN, 900)))));
        Interval end = Samples.changed(second(1, Phase.DRAIN, 3), Map.of("endNs", SECOND + 5_000_000));
        run.onInterval(Samples.changed(end, Map.of("groups", Map.of("web", end))));
        assertThat(after(BEGUN).at("/run/ofGroups/web/seconds").asDouble()).isEqualTo(1);
    }

    @Test
    void groupsWithNamesHaveTheirLastSecond() throws Exception {
        run.onInterval(Samples.changed(
                second(0, Phase.MEASURE, 1000), Map.of("groups", Map.of("web", second(0, Phase.MEASURE, 900)))));
        JsonNode web = after(BEGUN).path("run").path("ofGroups").path("web");
        assertThat(web.path("counts").path("sent").asLong()).isEqualTo(1000);
        assertThat(web.path("seconds").asDouble()).isEqualTo(1);
        assertThat(web.at("/latencies/response/count").asLong()).isEqualTo(900);
    }

    @Test
    void whoIsFarBehindOrHasAnotherRunGetsEverything() throws Exception {
        for (int i = 0; i < 40; i++) {
            after(BEGUN);
            run.onInterval(second(i, Phase.MEASURE, 1000));
        }
        assertThat(after(BEGUN + 10).path("seconds")).hasSize(30);
        assertThat(after(BEGUN + 9).at("/document/runs/0/intervals/startS")).hasSize(40);
        assertThat(after((2L << 32) + 5).has("document")).isTrue();
    }

    @Test
    void countsBetweenTwoSecondsAreTheAnswerIfNothingElseIsNew() throws Exception {
        LiveRun before = new LiveRun(1, Optional.empty(), STEERING, 2);
        assertThat(JsonMapper.shared().readTree(before.after(0, 20)).has("now"))
                .as("before the load")
                .isFalse();
        run.onInterval(second(0, Phase.MEASURE, 1000));

        JsonNode moment = after(BEGUN + 1);

        assertThat(moment.path("version").asLong()).isEqualTo(BEGUN + 1);
        assertThat(moment.path("now").path("ns").asLong()).isEqualTo(1_500_000_000);
        assertThat(moment.at("/now/counts/acknowledged").asLong()).isEqualTo(1400);
        // Two deliveries of each message that was sent and has not failed.
        assertThat(moment.path("backlog").asDouble()).isEqualTo(2 * 1490 - 2000);
        assertThat(moment.has("run")).isFalse();
        run.onResult(Samples.result());
        assertThat(after(BEGUN + 2).has("now")).as("after the load").isFalse();
    }

    @Test
    void everyReaderGetsEverySecondOnceHoweverOftenItAsks() throws Exception {
        List<Double> often = new ArrayList<>();
        List<Double> seldom = new ArrayList<>();
        long[] known = {BEGUN, BEGUN};
        for (int i = 0; i < 40; i++) {
            run.onInterval(second(i, Phase.MEASURE, 1000));
            known[0] = take(known[0], often);
            if (i % 7 == 0) {
                known[1] = take(known[1], seldom);
            }
        }
        take(known[1], seldom);
        List<Double> all = IntStream.range(0, 40).mapToObj(i -> (double) i).toList();
        assertThat(often).isEqualTo(all);
        assertThat(seldom).isEqualTo(all);
    }

    /** Adds the starts of the seconds that are new to a reader; returns the version that it then has. */
    private long take(long known, List<Double> starts) throws InterruptedException {
        JsonNode update = after(known);
        update.path("seconds").forEach(second -> starts.addAll(numbers(second.at("/intervals/startS"))));
        return update.path("version").asLong();
    }

    @Test
    void whoComesBackAfterNobodyWatchedGetsEverything() throws Exception {
        for (int i = 0; i < 12; i++) {
            run.onInterval(second(i, Phase.MEASURE, 1000));
        }
        assertThat(after(BEGUN + 11).at("/document/runs/0/intervals/startS")).hasSize(12);
        run.onInterval(second(12, Phase.MEASURE, 1000));
        assertThat(after(BEGUN + 12).path("seconds")).hasSize(1);
    }

    @Test
    void readerWaitsForTheNextSecondAndHangingOnesDelayNothing() throws Exception {
        List<CompletableFuture<byte[]>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            readers.add(inBackground(() -> run.after(BEGUN, 10_000)));
        }
        assertThat(after(BEGUN).has("document")).as("nothing is new").isFalse();
        run.onInterval(second(0, Phase.MEASURE, 1000));
        for (CompletableFuture<byte[]> reader : readers) {
            assertThat(JsonMapper.shared()
                            .readTree(reader.get(5, TimeUnit.SECONDS))
                            .path("seconds"))
                    .hasSize(1);
        }
    }

    @Test
    void verdictSoFarSaysThatTheRateIsMissed() throws Exception {
        run.onInterval(second(0, Phase.WARMUP, 1000));
        assertThat(after(BEGUN).at("/run/findings")).as("of the warm-up").isEmpty();
        run.onInterval(second(1, Phase.MEASURE, 1000));
        assertThat(after(BEGUN).path("run").path("judged").asString()).startsWith("VALID");
        run.onInterval(second(2, Phase.MEASURE, 500));
        JsonNode missed = after(BEGUN).path("run");
        assertThat(missed.path("verdict").path("level").asString()).isEqualTo("SUSPECT");
        assertThat(missed.path("findings").toString()).contains("rate-missed", "1,500 of the 2,000");
    }

    @Test
    void endIsTheReportOfTheRunAndWaitsForWhoWasThere() throws Exception {
        run.onInterval(second(0, Phase.MEASURE, 1000));
        CompletableFuture<JsonNode> reader = inBackground(() -> {
            JsonNode update = JsonMapper.shared().readTree(run.after(BEGUN + 1, 10_000));
            run.after(update.path("version").asLong(), 1);
            return update;
        });
        run.onResult(Samples.result());
        run.awaitEndFetched(10_000);

        JsonNode update = reader.get(5, TimeUnit.SECONDS);
        assertThat(update.path("ended").asBoolean()).isTrue();
        assertThat(update.at("/document/runs/0/runId").asString()).isEqualTo("r-0123456789");
    }

    @Test
    void endIsKeptForASlowReaderHoweverOftenAnotherAsks() throws Exception {
        after(0);
        after(0);
        run.onResult(Samples.result());
        long ended = after(BEGUN).path("version").asLong();
        CompletableFuture<Boolean> fetched = inBackground(() -> {
            run.awaitEndFetched(10_000);
            return true;
        });
        // The second time a second later.
        var unused = inBackground(() -> {
            run.after(ended, 50);
            return run.after(ended, 50);
        });

        assertThatThrownBy(() -> fetched.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        run.after(ended, 1);
        fetched.get(5, TimeUnit.SECONDS);
    }

    private static <T> CompletableFuture<T> inBackground(Callable<T> task) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return task.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void nobodyIsWaitedForIfNobodyWatches() throws Exception {
        run.onResult(Samples.result());
        long beganNs = System.nanoTime();
        run.awaitEndFetched(10_000);
        assertThat(System.nanoTime() - beganNs).isLessThan(5 * SECOND);
    }
}
