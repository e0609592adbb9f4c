package dev.dyno.report.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.broker.resource.ProbeException;
import dev.dyno.broker.resource.PrometheusText;
import dev.dyno.broker.resource.PrometheusText.Series;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.store.Reporter;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Page that Dyno serves for Prometheus, read with the reader that Dyno has for the pages of brokers. */
class MetricsServerTest {

    private static final long SECOND = 1_000_000_000;
    private static final Subject SUBJECT = new Subject("00ff", "two \"queues\"", "artemis 2.55.0", "amqp", Map.of());
    private static final String LABELS =
            "broker=\"artemis 2.55.0\",driver=\"amqp\",run=\"00ff\",workload=\"two \\\"queues\\\"\"";
    private static final Latencies NONE = new Latencies();

    private final HttpClient client = HttpClient.newHttpClient();

    @AutoClose
    private final MetricsServer server;

    MetricsServerTest() throws IOException {
        server = new MetricsServer(InetAddress.getLoopbackAddress(), 0);
    }

    private HttpResponse<String> fetch(String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url()));
        return client.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    /** Series by name and labels, without the ones that all have. */
    private Map<String, Double> page() throws IOException, InterruptedException, ProbeException {
        Map<String, Double> values = new LinkedHashMap<>();
        for (Series series : PrometheusText.parse(fetch().body())) {
            assertThat(series.labels()).containsEntry("run", "00ff").containsEntry("workload", "two \"queues\"");
            assertThat(series.counter())
                    .as(series.text())
                    .isEqualTo(series.name().matches(".*_total|dyno_(group_)?latency_seconds_(sum|count)"));
            Map<String, String> own = new LinkedHashMap<>(series.labels());
            own.keySet().removeAll(List.of("run", "workload", "broker", "driver"));
            values.put(own.isEmpty() ? series.name() : series.name() + own, series.value());
        }
        return values;
    }

    /** Up to 2047 ns every value has a bucket of its own, so what goes in comes out. */
    private static Latencies latencies(Latency latency, long... valuesNs) {
        return Samples.latencies(Map.of(latency, Samples.histogram(valuesNs)));
    }

    private static Interval interval(int second, Phase phase, Counts counts, Latencies measured, Latencies warmup) {
        return new Interval(second, phase, second * SECOND, (second + 1) * SECOND, 0, counts, measured, warmup);
    }

    private static RunResult result() {
        Verdict verdict = Verdict.of(
                List.of(Finding.of(Finding.Level.SUSPECT, "rate-missed", "the rate was 9/s instead of 10/s")));
        return Samples.valid(parts -> {
            parts.measuredNs = 2 * SECOND;
            parts.drainNs = SECOND;
            parts.lastDeliveryNs = Optional.of(parts.warmupNs + 2 * SECOND + SECOND / 2);
            parts.ledger = new LedgerCounts(30, 28, 2, 0, 1, 3, 4, 5, 6, 7, 8, 0, 0, 0, true, true);
            parts.verdict = verdict;
        });
    }

    @Test
    void countersAreTheSumsOfTheIntervalsAndEachSeriesNamesItsRun() throws Exception {
        Reporter run = server.show(SUBJECT, 3);
        // All that were received have a latency, or one below zero, or a time of another clock.
        Latencies warmup = latencies(Latency.END_TO_END, new long[20 - 4 - 5]);
        Latencies measured = latencies(Latency.ROUND_TRIP, new long[200 - 40 - 50]);
        run.onInterval(interval(0, Phase.WARMUP, new Counts(10, 1, 9, 20, 2, 3, 4, 5, 0, 0), NONE, warmup));
        run.onInterval(interval(1, Phase.MEASURE, new Counts(100, 10, 90, 200, 20, 30, 40, 50, 0, 0), measured, NONE));
        assertThat(page())
                .containsEntry("dyno_sent_messages_total", 110.0)
                .containsEntry("dyno_blocked_messages_total", 11.0)
                .containsEntry("dyno_acknowledged_messages_total", 99.0)
                .containsEntry("dyno_received_messages_total", 220.0)
                .containsEntry("dyno_failed_messages_total", 22.0)
                .containsEntry("dyno_skipped_messages_total", 33.0)
                .containsEntry("dyno_negative_latencies_total", 44.0)
                .containsEntry("dyno_foreign_clock_messages_total", 55.0)
                .containsEntry("dyno_backlog_messages", 77.0)
                .containsEntry("dyno_load_seconds", 2.0)
                .containsEntry("dyno_phase{phase=warmup}", 0.0)
                .containsEntry("dyno_phase{phase=measure}", 1.0)
                .doesNotContainKey("dyno_success");
        assertThat(fetch().body().lines())
                .contains("# TYPE dyno_sent_messages_total counter", "dyno_sent_messages_total{" + LABELS + "} 110.0");
    }

    @Test
    void latenciesAreThoseOfTheMeasuredPhaseInSecondsAndTheLastIntervalsBesideThem() throws Exception {
        Reporter run = server.show(SUBJECT, 1);
        run.onInterval(interval(0, Phase.WARMUP, Counts.ZERO, NONE, latencies(Latency.RESPONSE, 2000)));
        assertThat(page())
                .containsEntry("dyno_interval_latency_seconds{latency=response, quantile=0.5}", 2000e-9)
                .doesNotContainKey("dyno_latency_seconds_count{latency=response}");

        run.onInterval(interval(1, Phase.MEASURE, Counts.ZERO, latencies(Latency.RESPONSE, 100, 200, 300), NONE));
        run.onInterval(interval(2, Phase.MEASURE, Counts.ZERO, latencies(Latency.RESPONSE, 1000), NONE));
        assertThat(page())
                .containsEntry("dyno_latency_seconds_count{latency=response}", 4.0)
                .containsEntry("dyno_latency_seconds_sum{latency=response}", 1600e-9)
                .containsEntry("dyno_latency_seconds{latency=response, quantile=0.5}", 200e-9)
                .containsEntry("dyno_latency_seconds{latency=response, quantile=0.9}", 1000e-9)
                .containsEntry("dyno_latency_seconds{latency=response, quantile=1.0}", 1000e-9)
                .containsEntry("dyno_interval_latency_seconds{latency=response, quantile=0.5}", 1000e-9);
    }

    /** Two of four messages have waited for 900 ns, and of the only other latency no more than a lower bound is known. */
    @Test
    void unfinishedMessagesAreInTheLastSecondWithTheirLowerBounds() throws Exception {
        Latencies some = latencies(Latency.RESPONSE, 100, 200);
        some.addUnfinished(Latency.RESPONSE, 900, 2);
        some.addUnfinished(Latency.END_TO_END, 1000, 1);
        server.show(SUBJECT, 1).onInterval(interval(0, Phase.MEASURE, Counts.ZERO, some, NONE));
        assertThat(page())
                .containsEntry("dyno_interval_latency_seconds{latency=response, quantile=0.5}", 200e-9)
                .containsEntry("dyno_interval_latency_seconds{latency=response, quantile=0.9}", 900e-9)
                .containsEntry("dyno_interval_latency_seconds{latency=end-to-end, quantile=0.5}", 1000e-9);
    }

    /** Nine messages took 2 ms, and one waited for 3 s at least. */
    @Test
    void unfinishedMessagesAreInTheSummaryByTheirBoundsAndCounted() throws Exception {
        Latencies some = Samples.latencies(Latency.RESPONSE, 9, 2_000_000);
        some.addUnfinished(Latency.RESPONSE, 3 * SECOND, 1);
        server.show(SUBJECT, 1).onInterval(interval(0, Phase.DRAIN, Counts.ZERO, some, NONE));
        assertThat(page())
                .containsEntry("dyno_latency_seconds_count{latency=response}", 10.0)
                .containsEntry("dyno_latency_unfinished_messages{latency=response}", 1.0)
                .hasEntrySatisfying(
                        "dyno_latency_seconds{latency=response, quantile=0.9}",
                        seconds -> assertThat(seconds).isCloseTo(0.002, within(0.000_002)))
                .hasEntrySatisfying(
                        "dyno_latency_seconds{latency=response, quantile=0.99}",
                        seconds -> assertThat(seconds).isCloseTo(3, within(0.003)));
    }

    /** Under a name of their own, so that a sum over the series of a name counts no message twice. */
    @Test
    void groupsHaveSeriesWithTheirName() throws Exception {
        Latencies some = new Latencies();
        some.addUnfinished(Latency.RESPONSE, 3 * SECOND, 4);
        Interval part = interval(0, Phase.MEASURE, new Counts(5, 0, 4, 0, 0, 0, 0, 0, 0, 0), some, NONE);
        Reporter run = server.show(SUBJECT, 1);
        run.onInterval(Samples.changed(part, Map.of("groups", Map.of("web", part))));
        run.onResult(Samples.withGroups());
        assertThat(page())
                .containsEntry("dyno_group_sent_messages_total{group=web}", 5.0)
                .containsEntry("dyno_group_latency_seconds_count{group=web, latency=response}", 4.0)
                .containsKeys("dyno_group_ledger_messages{account=expected, group=web}", "dyno_sent_messages_total");
    }

    @Test
    void resourcesHaveTheirNamesInBaseUnits() throws Exception {
        Reporter run = server.show(SUBJECT, 1);
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("rss-bytes", 1024.0);
        values.put("cpu-cores", 0.5);
        values.put("gc-seconds", 0.25);
        values.put("gc-count", 2.0);
        values.put("gc-throughput-percent", 75.0);
        run.onResources(new ResourceSample(ResourceSample.BROKER, Phase.WARMUP, 0, SECOND, values));
        values.put("rss-bytes", 2048.0);
        values.remove("cpu-cores");
        run.onResources(new ResourceSample(ResourceSample.BROKER, Phase.MEASURE, SECOND, 2 * SECOND, values));
        run.onResources(new ResourceSample("metrics", Phase.MEASURE, 0, SECOND, Map.of("depth{queue=\"a\"}", 7.0)));
        assertThat(page())
                .containsEntry("dyno_resource_rss_bytes{subject=broker}", 2048.0)
                .doesNotContainKey("dyno_resource_cpu_cores{subject=broker}")
                .containsEntry("dyno_resource_gc_seconds_total{subject=broker}", 0.5)
                .containsEntry("dyno_resource_gc_count_total{subject=broker}", 4.0)
                .containsEntry("dyno_resource_gc_throughput_ratio{subject=broker}", 0.75)
                .containsEntry("dyno_resource_other{series=depth{queue=\"a\"}, subject=metrics}", 7.0);
    }

    @Test
    void theEndOfARunHasItsVerdictAndItsLedger() throws Exception {
        Reporter run = server.show(SUBJECT, 1);
        assertThat(page()).containsEntry("dyno_phase{phase=prepare}", 1.0);
        run.onResult(result());
        run.close();
        assertThat(page())
                .containsEntry("dyno_phase{phase=prepare}", 0.0)
                .containsEntry("dyno_phase{phase=end}", 1.0)
                .containsEntry("dyno_success", 1.0)
                .containsEntry("dyno_measured_seconds", 2.0)
                .containsEntry("dyno_drain_seconds", 1.0)
                .containsEntry("dyno_verdict{level=VALID}", 0.0)
                .containsEntry("dyno_verdict{level=SUSPECT}", 1.0)
                .containsEntry(
                        "dyno_verdict_reason{code=rate-missed, level=SUSPECT, sentence=the rate was 9/s instead of 10/s}",
                        1.0)
                .containsEntry("dyno_ledger_messages{account=expected}", 30.0)
                .containsEntry("dyno_ledger_messages{account=lost}", 2.0)
                .containsEntry("dyno_ledger_messages{account=not-owed}", 8.0);
    }

    @Test
    void thePageIsEmptyBeforeTheFirstRunAndShowsTheLatest() throws Exception {
        assertThat(fetch().statusCode()).isEqualTo(200);
        assertThat(fetch().body()).isEmpty();
        server.show(new Subject("0001", "one", "sim", "sim", Map.of()), 1)
                .onInterval(interval(0, Phase.MEASURE, new Counts(1, 0, 0, 0, 0, 0, 0, 0, 0, 0), NONE, NONE));
        server.show(SUBJECT, 1);
        assertThat(page()).containsEntry("dyno_sent_messages_total", 0.0);
    }

    @Test
    void tagsAreLabels() throws Exception {
        server.show(new Subject("00ff", "two \"queues\"", "b", "d", Map.of("commit", "3f2a")), 1);
        assertThat(page()).containsEntry("dyno_sent_messages_total{tag_commit=3f2a}", 0.0);
    }

    @Test
    void openMetricsIsServedToWhoAsksForIt() throws Exception {
        server.show(SUBJECT, 1);
        HttpResponse<String> response = fetch("Accept", "application/openmetrics-text;version=1.0.0");
        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(response.body()).endsWith("# EOF\n");
        assertThat(PrometheusText.parse(response.body()))
                .extracting(Series::name)
                .contains("dyno_sent_messages_total");
    }

    /** Request of a Prometheus that would rather have protocol buffers. */
    @Test
    void whoAsksForProtocolBuffersGetsText() throws Exception {
        server.show(SUBJECT, 1);
        HttpResponse<String> response = fetch(
                "Accept",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.6,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain; version=0.0.4");
    }

    @Test
    void nothingElseIsServed() throws Exception {
        HttpResponse<String> other = client.send(
                HttpRequest.newBuilder(URI.create(server.url()).resolve("/")).build(), BodyHandlers.ofString());
        assertThat(other.statusCode()).isEqualTo(404);
        assertThat(other.body()).isEqualTo("The figures are at /metrics.\n");
        HttpResponse<String> post = client.send(
                HttpRequest.newBuilder(URI.create(server.url()))
                        .POST(BodyPublishers.ofString("x"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void otherNamesOfThisMachineAreNotAnswered() throws IOException {
        assertThat(statusOf("127.0.0.1:1")).contains(" 200 ");
        assertThat(statusOf("LocalHost")).contains(" 200 ");
        assertThat(statusOf("dyno.attacker.example")).contains(" 403 ");
        assertThat(statusOf("localhost.attacker.example:80")).contains(" 403 ");
    }

    private String statusOf(String host) throws IOException {
        try (Socket socket = connected("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
                InputStream in = socket.getInputStream()) {
            return new String(in.readNBytes("HTTP/1.1 200 OK".length()), StandardCharsets.US_ASCII);
        }
    }

    private Socket connected(String sent) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort());
        socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void whoWaitsForTheEndWaitsUntilItIsFetchedOrReleased() throws Exception {
        Duration forEver = Duration.ofHours(1);
        // Nothing is shown, or its end is not there: nobody would come for it.
        server.awaitEndFetched(forEver);
        Reporter run = server.show(SUBJECT, 1);
        server.awaitEndFetched(forEver);

        fetch();
        run.onResult(result());
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> server.awaitEndFetched(forEver));
        assertThat(waiting).isNotDone();
        fetch();
        waiting.get(10, TimeUnit.SECONDS);

        server.show(SUBJECT, 1).onResult(result());
        CompletableFuture<Void> another = CompletableFuture.runAsync(() -> server.awaitEndFetched(forEver));
        server.release();
        another.get(10, TimeUnit.SECONDS);
    }
}
