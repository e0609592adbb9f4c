package dev.dyno.report.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Figures sent as OTLP, as a receiver reads them. */
@Timeout(20)
class OtlpPushTest {

    private static final Subject SUBJECT =
            new Subject("00ff", "orders", "artemis 2.55.0", "artemis", Map.of("commit", "3f2a91c"));

    private final BlockingQueue<JsonNode> bodies = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();
    private final HttpServer receiver;
    private volatile int status = 200;
    private volatile String answer = "";

    OtlpPushTest() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            heads.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            bodies.add(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
            exchange.getResponseHeaders().set("Location", url() + "/login");
            byte[] said = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(
                    exchange.getRequestMethod().equals("POST") ? status : 200, said.length == 0 ? -1 : said.length);
            if (said.length > 0) {
                exchange.getResponseBody().write(said);
            }
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + receiver.getAddress().getPort();
    }

    private OtlpPush push(String url) {
        return new OtlpPush(URI.create(url), Map.of("Authorization", "Bearer x"), SUBJECT, 1);
    }

    /** A second with 100 sent, 90 acknowledged in 2000 ns each, 80 received. */
    private static void second(OtlpPush push, int index) {
        push.onInterval(Samples.second(
                index,
                Phase.MEASURE,
                new Counts(100, 0, 90, 80, 0, 0, 0, 0, 0, 0),
                Samples.latencies(Latency.RESPONSE, 90, 2_000)));
    }

    private JsonNode next() throws InterruptedException {
        return Objects.requireNonNull(bodies.poll(10, TimeUnit.SECONDS));
    }

    private static JsonNode metric(JsonNode body, String name) {
        for (JsonNode metric : body.at("/resourceMetrics/0/scopeMetrics/0/metrics")) {
            if (metric.path("name").asString().equals(name)) {
                return metric;
            }
        }
        throw new AssertionError(name + " in " + body);
    }

    private static Map<String, String> attributes(JsonNode owner) {
        Map<String, String> attributes = new LinkedHashMap<>();
        owner.path("attributes")
                .forEach(one -> attributes.put(
                        one.path("key").asString(), one.at("/value/stringValue").asString()));
        return attributes;
    }

    @Test
    void figuresAreSentEveryFiveSecondsAndWithTheVerdictAtTheEnd() throws Exception {
        OtlpPush push = push(url());
        for (int i = 0; i < 6; i++) {
            second(push, i);
        }
        JsonNode five = next();

        assertThat(heads.take()).isEqualTo("POST /v1/metrics application/json Bearer x");
        assertThat(attributes(five.path("resourceMetrics").get(0).path("resource")))
                .containsOnly(Map.entry("service.name", "dyno"), Map.entry("service.instance.id", "00ff"));
        JsonNode sent = metric(five, "dyno_sent_messages").path("sum");
        assertThat(sent.path("isMonotonic").asBoolean()).isTrue();
        assertThat(sent.path("aggregationTemporality").asInt()).isEqualTo(2);
        JsonNode point = sent.path("dataPoints").get(0);
        assertThat(point.path("asDouble").asDouble()).isEqualTo(500);
        assertThat(attributes(point))
                .containsOnly(
                        Map.entry("run", "00ff"),
                        Map.entry("workload", "orders"),
                        Map.entry("broker", "artemis 2.55.0"),
                        Map.entry("driver", "artemis"),
                        Map.entry("tag_commit", "3f2a91c"));
        // From 12:00:00.250 on 1 March 2026 to five seconds later.
        assertThat(point.path("startTimeUnixNano").asString()).isEqualTo("1772366400250000000");
        assertThat(point.path("timeUnixNano").asString()).isEqualTo("1772366405250000000");
        // 400 of the 450 acknowledged messages were received.
        assertThat(metric(five, "dyno_backlog_messages")
                        .at("/gauge/dataPoints/0/asDouble")
                        .asDouble())
                .isEqualTo(50);
        JsonNode latency = metric(five, "dyno_latency_seconds").at("/summary/dataPoints/0");
        assertThat(attributes(latency)).containsEntry("latency", "response");
        assertThat(latency.path("count").asString()).isEqualTo("450");
        assertThat(latency.path("quantileValues")).isNotEmpty().allSatisfy(quantile -> assertThat(
                        quantile.path("value").asDouble())
                .isEqualTo(2e-6));
        JsonNode buckets = metric(five, "dyno_latency_histogram_seconds").path("exponentialHistogram");
        assertThat(buckets.path("aggregationTemporality").asInt()).isEqualTo(2);
        JsonNode histogram = buckets.path("dataPoints").get(0);
        assertThat(attributes(histogram)).containsEntry("latency", "response").containsEntry("run", "00ff");
        assertThat(histogram.path("count").asString()).isEqualTo("450");
        assertThat(histogram.path("sum").asDouble()).isCloseTo(900e-6, within(1e-12));
        assertThat(histogram.path("zeroCount").asString()).isEqualTo("0");
        // 2 µs is 2^-18.93 s, in the bucket from 2^(-606/32) to 2^(-605/32) s.
        assertThat(histogram.path("scale").asInt()).isEqualTo(5);
        assertThat(histogram.path("positive").toString())
                .isIn("{\"offset\":-606,\"bucketCounts\":[\"450\"]}", "{\"bucketCounts\":[\"450\"],\"offset\":-606}");

        push.onResult(Samples.result());
        JsonNode end = next();
        assertThat(metric(end, "dyno_sent_messages")
                        .at("/sum/dataPoints/0/asDouble")
                        .asDouble())
                .isEqualTo(600);
        assertThat(metric(end, "dyno_verdict").path("gauge").path("dataPoints"))
                .filteredOn(level -> level.path("asDouble").asDouble() == 1)
                .singleElement()
                .satisfies(level -> assertThat(attributes(level)).containsEntry("level", "INVALID"));
        assertThat(bodies).isEmpty();
    }

    /** Prometheus rejects another value of the same instant, and with it the whole request. */
    @Test
    void endIsLaterThanTheLastSecondThatWasSent() throws Exception {
        OtlpPush push = push(url());
        for (int i = 0; i < 5; i++) {
            second(push, i);
        }
        assertThat(timeOfPhase(next())).isEqualTo("1772366405250000000");
        push.onResult(Samples.result());
        assertThat(timeOfPhase(next())).isEqualTo("1772366405251000000");
    }

    private static String timeOfPhase(JsonNode body) {
        return metric(body, "dyno_phase").at("/gauge/dataPoints/0/timeUnixNano").asString();
    }

    @Test
    void endIsSentOfARunWithoutASecondToo() throws Exception {
        push(url() + "/otlp/").onResult(Samples.result());
        assertThat(heads.take()).startsWith("POST /otlp/v1/metrics ");
        assertThat(timeOfPhase(next())).isEqualTo("1772366400250000000");
    }

    @Test
    void receiverThatRefusesOrIsNotThereIsOneSentence() {
        status = 415;
        String url = url() + "/v1/metrics";
        assertThatThrownBy(() -> push(url).onResult(Samples.result()))
                .isInstanceOf(IOException.class)
                .hasMessage(url + " answered 415 Unsupported Media Type.");
        // The server that answers there has no figures.
        status = 302;
        assertThatThrownBy(() -> push(url).onResult(Samples.result()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(url + " answered 302 ");
        assertThatThrownBy(() -> push("http://127.0.0.1:1").onResult(Samples.result()))
                .isInstanceOf(IOException.class)
                .hasMessage("http://127.0.0.1:1/v1/metrics: Connection refused.");
    }

    @Test
    void valuesThatTheReceiverRejectsAreOneSentence() throws Exception {
        answer = "{\"partialSuccess\":{\"rejectedDataPoints\":\"3\",\"errorMessage\":\"summaries are not stored\"}}";
        String url = url() + "/v1/metrics";
        assertThatThrownBy(() -> push(url).onResult(Samples.result()))
                .isInstanceOf(IOException.class)
                .hasMessage(url + " rejected 3 values: summaries are not stored.");
        for (String taken : new String[] {"{}", "{\"partialSuccess\":{}}", "<html>", "1"}) {
            answer = taken;
            push(url).onResult(Samples.result());
        }
    }

    /** 0.999, 1.5 and 3.99 s are 2^(-0.05/32), 2^(18.7/32) and 2^(63.9/32) s: in the buckets -1, 18 and 63. */
    @Test
    void histogramHasTheBucketsBetweenItsValues() throws Exception {
        OtlpPush push = push(url());
        long second = 1_000_000_000;
        push.onInterval(Samples.second(
                0,
                Phase.MEASURE,
                new Counts(4, 0, 4, 4, 0, 0, 0, 0, 0, 0),
                Samples.latencies(Map.of(
                        Latency.END_TO_END, Samples.histogram(0, 999_000_000, 3 * second / 2, 3_990_000_000L)))));
        push.onResult(Samples.result());
        JsonNode histogram = metric(next(), "dyno_latency_histogram_seconds").at("/exponentialHistogram/dataPoints/0");
        assertThat(histogram.path("count").asString()).isEqualTo("4");
        assertThat(histogram.path("zeroCount").asString()).isEqualTo("1");
        assertThat(histogram.path("positive").path("offset").asInt()).isEqualTo(-1);
        JsonNode counts = histogram.path("positive").path("bucketCounts");
        assertThat(counts).hasSize(65);
        for (int i = 0; i < 65; i++) {
            assertThat(counts.get(i).asString()).isEqualTo(i == 0 || i == 19 || i == 64 ? "1" : "0");
        }
    }

    @Test
    void connectionIsClosedAlsoIfNobodyReadsTheAnswer() throws Exception {
        try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> {
                try (Socket one = open.accept()) {
                    one.setSoTimeout(5_000);
                    one.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
                                    .getBytes(StandardCharsets.US_ASCII));
                    // Ends with the connection.
                    return new String(one.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            push("http://127.0.0.1:" + open.getLocalPort()).onResult(Samples.result());
            assertThat(request.get(10, TimeUnit.SECONDS)).startsWith("POST /v1/metrics ");
        }
    }

    @Test
    void headersAreThoseOfTheVariablesOfOpenTelemetry() {
        assertThat(OtlpPush.headers("authorization=Basic%20YWI+Zg==, x-scope=1=2"))
                .containsExactly(Map.entry("authorization", "Basic YWI+Zg=="), Map.entry("x-scope", "1=2"));
        for (String bad : new String[] {"secret", "a b=secret", "", "a=b%0Ac", "a=50%", "a=%zz"}) {
            assertThatThrownBy(() -> OtlpPush.headers(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("must be NAME=VALUE of a header of HTTP, several with commas between.");
        }
    }
}
