package dev.dyno.report.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.Arrays;
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

    OtlpPushTest() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            heads.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            bodies.add(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
            exchange.getResponseHeaders().set("Location", url() + "/login");
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("POST") ? status : 200, -1);
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
        long[] values = new long[90];
        Arrays.fill(values, 2_000);
        push.onInterval(Samples.second(
                index,
                Phase.MEASURE,
                new Counts(100, 0, 90, 80, 0, 0, 0, 0, 0, 0),
                Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(values)))));
    }

    private JsonNode next() throws InterruptedException {
        return Objects.requireNonNull(bodies.poll(10, TimeUnit.SECONDS));
    }

    private static JsonNode metric(JsonNode body, String name) {
        for (JsonNode metric :
                body.path("resourceMetrics").get(0).path("scopeMetrics").get(0).path("metrics")) {
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
                        one.path("key").asString(),
                        one.path("value").path("stringValue").asString()));
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
        // Of 450 acknowledged, 400 were received.
        assertThat(metric(five, "dyno_backlog_messages")
                        .path("gauge")
                        .path("dataPoints")
                        .get(0)
                        .path("asDouble")
                        .asDouble())
                .isEqualTo(50);
        JsonNode latency = metric(five, "dyno_latency_seconds")
                .path("summary")
                .path("dataPoints")
                .get(0);
        assertThat(attributes(latency)).containsEntry("latency", "response");
        assertThat(latency.path("count").asString()).isEqualTo("450");
        assertThat(latency.path("quantileValues")).isNotEmpty().allSatisfy(quantile -> assertThat(
                        quantile.path("value").asDouble())
                .isEqualTo(2e-6));

        push.onResult(Samples.result());
        JsonNode end = next();
        assertThat(metric(end, "dyno_sent_messages")
                        .path("sum")
                        .path("dataPoints")
                        .get(0)
                        .path("asDouble")
                        .asDouble())
                .isEqualTo(600);
        assertThat(metric(end, "dyno_verdict").path("gauge").path("dataPoints"))
                .filteredOn(level -> level.path("asDouble").asDouble() == 1)
                .singleElement()
                .satisfies(level -> assertThat(attributes(level)).containsEntry("level", "INVALID"));
        assertThat(bodies).isEmpty();
    }

    @Test
    void endIsSentOfARunWithoutASecondToo() throws Exception {
        push(url() + "/otlp/").onResult(Samples.result());
        assertThat(heads.take()).startsWith("POST /otlp/v1/metrics ");
        assertThat(metric(next(), "dyno_success")
                        .path("gauge")
                        .path("dataPoints")
                        .get(0)
                        .path("timeUnixNano")
                        .asString())
                .isEqualTo("1772366400250000000");
    }

    @Test
    void receiverThatRefusesOrIsNotThereIsOneSentence() {
        status = 415;
        String url = url() + "/v1/metrics";
        assertThatThrownBy(() -> push(url).onResult(Samples.result()))
                .isInstanceOf(IOException.class)
                .hasMessage(url + " answered 415 Unsupported Media Type.");
        // Whoever answers there has no figures.
        status = 302;
        assertThatThrownBy(() -> push(url).onResult(Samples.result()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(url + " answered 302 ");
        assertThatThrownBy(() -> push("http://127.0.0.1:1").onResult(Samples.result()))
                .isInstanceOf(IOException.class)
                .hasMessage("http://127.0.0.1:1/v1/metrics: Connection refused.");
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
