package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.driver.tck.FreePort;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page for Prometheus while a command runs. */
class MetricsPageTest extends WithDyno {

    private static final long DEADLINE_NS = Duration.ofSeconds(30).toNanos();

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /** The page once it matches; asked for over and over, as nobody listens before the command does. */
    private String awaitPage(int port, Pattern pattern) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .timeout(Duration.ofSeconds(5))
                .build();
        String page = "";
        long start = System.nanoTime();
        while (!pattern.matcher(page).find() && System.nanoTime() - start < DEADLINE_NS) {
            try {
                page = client.send(request, BodyHandlers.ofString()).body();
            } catch (IOException e) {
                page = "";
            }
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(page).containsPattern(pattern);
        return page;
    }

    /** A server that answers with a status only, after it has looked at the request. */
    private static HttpServer receiver(HttpHandler looks) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            looks.handle(exchange);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String body(HttpExchange exchange) throws IOException {
        return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static long value(String page, String name) {
        Matcher line = Pattern.compile("(?m)^" + name + "\\{[^}]*} (\\S+)$").matcher(page);
        assertThat(line.find()).as(name + " in\n" + page).isTrue();
        return new BigDecimal(line.group(1)).longValueExact();
    }

    @Test
    void theLastCountersAreTheTotalsOfTheStoredRun() throws Exception {
        int port = FreePort.find();
        CompletableFuture<Ran> running = CompletableFuture.supplyAsync(() -> dyno.type(
                "client --broker sim --rate 2000 --message-count 4321 --max-pending 3 --metrics-port %s "
                        + "--metrics-linger 30s",
                port));
        awaitPage(port, Pattern.compile("(?m)^dyno_phase\\{.*phase=\"measure\".*} 1\\.0$"));
        String page = awaitPage(port, Pattern.compile("(?m)^dyno_success\\{"));
        Ran ran = running.get(60, TimeUnit.SECONDS);

        assertThat(ran.err()).isEmpty();
        assertThat(ran.outLines()).contains("Metrics at http://127.0.0.1:" + port + "/metrics");
        RunResult stored = Listing.run(place()).result();
        Counts totals = stored.totals();
        assertThat(totals.received()).isEqualTo(4321);
        assertThat(value(page, "dyno_sent_messages_total")).isEqualTo(totals.sent());
        assertThat(value(page, "dyno_blocked_messages_total")).isEqualTo(totals.blocked());
        assertThat(value(page, "dyno_acknowledged_messages_total")).isEqualTo(totals.acknowledged());
        assertThat(value(page, "dyno_received_messages_total")).isEqualTo(totals.received());
        assertThat(value(page, "dyno_failed_messages_total")).isEqualTo(totals.failed());
        assertThat(value(page, "dyno_backlog_messages")).isZero();
        assertThat(page)
                .contains("run=\"" + stored.runId() + "\"", "workload=\"client\"", "broker=\"sim://broker\"")
                .containsPattern(
                        "dyno_verdict\\{[^}]*level=\"" + stored.verdict().level() + "\"[^}]*} 1\\.0\n")
                .containsPattern("dyno_resource_rss_bytes\\{[^}]*subject=\"worker\"");
    }

    @Test
    void aCommandOfSeveralRunsHasOnePageForAll() throws Exception {
        int port = FreePort.find();
        Path file = Files.writeString(folder.resolve("one.yaml"), """
                producers: { to: queue://q, messages: 1000 }
                consumers: { from: queue://q }
                """);
        CompletableFuture<Ran> running = CompletableFuture.supplyAsync(() ->
                dyno.type("run %s --broker sim --broker null --metrics-port %s --metrics-linger 30s", file, port));
        String page = awaitPage(port, Pattern.compile("(?m)^dyno_success\\{broker=\"null://broker\""));
        Ran ran = running.get(60, TimeUnit.SECONDS).ended(Exit.GOOD);
        assertThat(ran.outLines())
                .filteredOn(line -> line.startsWith("Metrics at "))
                .hasSize(1);
        assertThat(page).contains("workload=\"one\"").doesNotContain("sim");
        assertThat(value(page, "dyno_received_messages_total")).isEqualTo(1000);
    }

    @Test
    void whatWasPushedIsTheEndOfTheRun() throws Exception {
        List<String> pushed = new CopyOnWriteArrayList<>();
        List<Boolean> stored = new CopyOnWriteArrayList<>();
        HttpServer gateway = receiver(exchange -> {
            stored.add(Files.exists(runs().get(0).resolve("run.json")));
            pushed.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + "\n" + body(exchange));
        });
        try {
            dyno.type(
                            "client --broker sim --rate 2000 --message-count 300 --metrics-push http://127.0.0.1:%s",
                            gateway.getAddress().getPort())
                    .good();
        } finally {
            gateway.stop(0);
        }
        RunResult run = Listing.run(place()).result();
        assertThat(pushed).singleElement(STRING).startsWith("PUT /metrics/job/dyno/run/" + run.runId() + "\n");
        assertThat(stored).as("whether the run was stored before").containsExactly(true);
        assertThat(value(pushed.get(0), "dyno_received_messages_total")).isEqualTo(300);
        assertThat(pushed.get(0)).contains("dyno_success{", "phase=\"end\"");
    }

    @Test
    void aGatewayThatIsNotThereIsOneSentenceAndStatusOne() throws IOException {
        int port = FreePort.find();
        Ran ran = dyno.type(
                        "client --broker sim --rate 2000 --message-count 300 --metrics-push http://127.0.0.1:%s", port)
                .ended(Exit.FAILED);
        assertThat(ran.err())
                .hasLineCount(1)
                .contains("http://127.0.0.1:" + port + "/metrics/job/dyno/run/", "Connection refused");
    }

    @Test
    void otlpIsSentWhereTheVariablesOfOpenTelemetrySayAndItsHeadersAreNotStored() throws Exception {
        List<String> received = new CopyOnWriteArrayList<>();
        HttpServer receiver = receiver(exchange -> received.add(exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("api-key") + " " + body(exchange)));
        try {
            dyno.with(
                            "OTEL_EXPORTER_OTLP_ENDPOINT",
                            "http://127.0.0.1:" + receiver.getAddress().getPort())
                    .with("OTEL_EXPORTER_OTLP_HEADERS", "api-key=s3cr3t")
                    .type("client --broker sim --rate 2000 --message-count 300")
                    .good();
        } finally {
            receiver.stop(0);
        }
        assertThat(received)
                .singleElement(STRING)
                .startsWith("/v1/metrics s3cr3t {")
                .contains("dyno_received_messages", "\"asDouble\":300.0", "dyno_ledger_messages");
        for (Path file : Listing.files(runs().get(0))) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("s3cr3t");
        }
    }

    /** Run of a group with a name, and with a reason in its verdict: a rate that the broker does not hold. */
    @Test
    void theDashboardAsksOnlyForSeriesThatAreOnThePage() throws Exception {
        Path file = DocumentedCommand.PROJECT.resolve(Path.of("docs", "guide", "grafana-dashboard.json"));
        JsonNode dashboard = JsonMapper.shared().readTree(file.toFile());
        List<String> queries = new ArrayList<>();
        dashboard.findValues("expr").forEach(query -> queries.add(query.asString()));
        dashboard.findValues("query").stream()
                .filter(JsonNode::isString)
                .forEach(query -> queries.add(query.asString()));
        assertThat(queries).hasSizeGreaterThan(10).anyMatch(query -> query.contains("dyno_group_"));

        String workload = file("web.yaml", """
                producers: { name: web, to: queue://q, rate: 2000/s, max-pending: 3 }
                consumers: { name: web, from: queue://q }
                phases: { measure: 3s }
                """);
        int port = FreePort.find();
        CompletableFuture<Ran> running = CompletableFuture.supplyAsync(() -> dyno.type(
                "run %s --broker sim --driver-property service=1ms --metrics-port %s --metrics-linger 30s",
                workload, port));
        awaitPage(port, Pattern.compile("(?m)^dyno_phase\\{.*phase=\"measure\".*} 1\\.0$"));
        String page = awaitPage(port, Pattern.compile("(?m)^dyno_success\\{"));
        running.get(60, TimeUnit.SECONDS);
        for (String query : queries) {
            for (String series : all("dyno_[a-z_]+", query)) {
                assertThat(page).as(query).containsPattern("(?m)^" + series + "\\{");
            }
            for (String label : all("(?<=by \\()\\w+|\\w+(?==~?\")", query)) {
                assertThat(page).as(query).contains(label + "=\"");
            }
        }
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void thePortIsSaidAndThatAnAddressThatOthersReachIsOpen() {
        Ran ran = dyno.type(
                "client --broker null --message-count 10 --metrics-port 0 --metrics-host 0.0.0.0 " + "--silent");
        assertThat(ran.outLines().get(0)).startsWith("Metrics at http://");
        assertThat(ran.outLines().get(1))
                .isEqualTo("NOTE: --metrics-host: 0.0.0.0; anyone who can reach it can read the figures and names of"
                        + " the run without a password.");
        assertThat(dyno.type("client --broker null --message-count 10 --metrics-port 0 --silent")
                        .out())
                .matches("Metrics at http://127\\.0\\.0\\.1:[1-9]\\d*/metrics\n(?s:.*)")
                .doesNotContain("NOTE: --metrics-host");
    }

    @Test
    void aPortThatIsTakenIsOneSentenceBeforeTheLoad() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            Ran ran = dyno.run("client", "--broker", "null", "--metrics-port", Integer.toString(port))
                    .ended(Exit.USAGE);
            assertThat(ran.errLines())
                    .containsExactly(
                            "dyno client: --metrics-port: " + port
                                    + "; cannot be listened on at 127.0.0.1 (Address already in use). Give another, or 0 for"
                                    + " any free one.",
                            "dyno client --help lists the options.");
            assertThat(ran.out()).isEmpty();
            assertThat(runs()).isEmpty();
        }
    }

    @Test
    void theListenerIsGoneWithTheCommand() throws IOException {
        int port = FreePort.find();
        dyno.type("client --broker null --message-count 10 --metrics-port %s", port)
                .ended(Exit.GOOD);
        try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.isBound()).isTrue();
        }
    }
}
