package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.dyno.driver.tck.FreePort;
import dev.dyno.model.pace.SystemTime;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM with the agents that people use, and servers that answer as they should not. */
@Tag("slow")
class MetricsTest {

    private final SystemTime time = new SystemTime();

    private static String jar(String part) {
        return List.of(System.getProperty("java.class.path").split(System.getProperty("path.separator"), -1)).stream()
                .filter(entry -> entry.contains(part))
                .findFirst()
                .orElseThrow();
    }

    private ResourceReading read(String url, String... select) throws ProbeException {
        return MetricsSource.parse(url, List.of(select)).open("metrics", time).read(time.nanoTime());
    }

    /** The agent begins while the program runs. */
    private static void awaitListening(int port) throws IOException {
        long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (ConnectException e) {
                if (System.nanoTime() - giveUpNs > 0) {
                    throw e;
                }
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.activemq.artemis:broker=\"0.0.0.0\"",
                "org.apache.activemq:type=Broker,brokerName=a.b"
            })
    void jolokiaReportsTheMessagesOfABrokerWhereThereIsOne(String bean) throws Exception {
        int port = FreePort.find();
        String url = "jolokia:http://127.0.0.1:" + port + "/jolokia";
        try (Puppet puppet = Puppet.start(
                "-javaagent:" + jar("jolokia-agent-jvm") + "=host=127.0.0.1,discoveryEnabled=false,port=" + port)) {
            awaitListening(port);
            assertThat(read(url).levels()).doesNotContainKey("queued-messages");
            assertThat(puppet.tell("register " + bean)).isEqualTo("done");
            assertThat(read(url).levels()).containsEntry("queued-messages", 815.0);
        }
    }

    @Test
    void jolokiaTheJmxExporterAndThePerformanceCountersAgree(@TempDir Path folder) throws Exception {
        int jolokia = FreePort.find();
        int exporter = FreePort.find();
        Path config = Files.writeString(folder.resolve("exporter.yaml"), "rules: []\n");
        try (Puppet puppet = Puppet.start(
                "-XX:+UseSerialGC",
                "-javaagent:" + jar("jolokia-agent-jvm") + "=host=127.0.0.1,discoveryEnabled=false,port=" + jolokia,
                "-javaagent:" + jar("jmx_prometheus_javaagent") + "=127.0.0.1:" + exporter + ":" + config)) {
            puppet.tell("keep " + (40 << 20));
            puppet.tell("gc 5");
            String page = "http://127.0.0.1:" + exporter + "/metrics";
            ResourceReading counters = new ResourceReading();
            HsPerfJvm.open(HsPerfJvm.fileOf(puppet.pid()).orElseThrow()).read(counters, 0);
            ResourceReading fromJolokia = read("jolokia:http://127.0.0.1:" + jolokia + "/jolokia");
            ResourceReading fromExporter =
                    read(page, "jvm_memory_pool_*{pool=\"Tenured Gen\"}", "jvm_threads_started_total");

            double collections = counters.counters().getOrDefault("gc-count", Double.NaN);
            assertThat(collections).isGreaterThanOrEqualTo(5);
            for (ResourceReading reading : List.of(fromJolokia, fromExporter)) {
                assertThat(reading.counters().get("gc-count")).isEqualTo(collections);
                assertThat(reading.counters().get("gc-seconds")).isPositive();
                assertThat(reading.levels().get("heap-used-bytes")).isGreaterThan(40 << 20);
                // The serial collector's beans leave out the survivor space that is empty, its counters do not.
                assertThat(reading.levels().get("heap-committed-bytes"))
                        .isEqualTo(fromJolokia.levels().get("heap-committed-bytes"))
                        .isBetween(100e6, counters.levels().get("heap-committed-bytes"));
                assertThat(reading.levels().get("threads")).isGreaterThan(3);
            }
            assertThat(fromJolokia.counters().get("cpu-cores")).isPositive();
            assertThat(fromExporter.levels().get("jvm_memory_pool_used_bytes{pool=\"Tenured Gen\"}"))
                    .isGreaterThan(40 << 20);
            assertThat(fromExporter.counters()).containsKey("jvm_threads_started_total");
            assertThat(fromExporter.levels().keySet())
                    .noneMatch(name -> name.startsWith("jvm_memory_pool") && !name.endsWith("{pool=\"Tenured Gen\"}"));

            assertThatThrownBy(() -> read("http://127.0.0.1:" + jolokia + "/jolokia/"))
                    .hasMessageStartingWith("its line 1 is not in the text format of Prometheus: {");
        }
    }

    /** Answers every request in the same way. */
    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private interface Use {
        void of(String address) throws Exception;
    }

    private static void serve(Answer answer, Use use) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                answer.to(exchange);
            }
        });
        server.start();
        try {
            use.of("127.0.0.1:" + server.getAddress().getPort());
        } finally {
            server.stop(0);
        }
    }

    private static Answer text(int status, String text) {
        return exchange -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    @Test
    void userAndPasswordOfTheAddressAreSentAndNeverShown() throws Exception {
        Answer asksForUser = exchange -> text(
                        "Basic ZsO8cjpwQDptKw=="
                                        .equals(exchange.getRequestHeaders().getFirst("Authorization"))
                                ? 200
                                : 401,
                        "process_open_fds 7\n")
                .to(exchange);
        serve(asksForUser, address -> {
            assertThat(read("http://f%C3%BCr:p%40:m+@" + address + "/metrics")
                            .levels()
                            .get("open-files"))
                    .isEqualTo(7);
            assertThat(MetricsSource.parse("http://f%C3%BCr:p%40:m+@" + address + "/metrics", List.of())
                            .shown())
                    .isEqualTo("http://" + address + "/metrics");
            Probes probes = Probes.none();
            assertThatThrownBy(() -> probes.addMetrics(
                            MetricsSource.parse("http://a:secret@" + address + "/metrics", List.of()), time))
                    .hasMessage("http://" + address + "/metrics: cannot be used: it answers with status 401: put user"
                            + " and password into the address, like http://user:password@host.");
            assertThat(probes.all()).isEmpty();
        });
    }

    @Test
    void anAddressWithAUserIsOtherwiseAskedForAsItWasGiven() {
        assertThat(MetricsSource.parse("http://me:it's@[::1]:9/a%2Fb?match=%26x+y", List.of())
                        .shown())
                .isEqualTo("http://[::1]:9/a%2Fb?match=%26x+y");
    }

    @Test
    void whatIsNoPageIsOneSentence() throws Exception {
        int nobody = FreePort.find();
        assertThatThrownBy(() -> read("http://127.0.0.1:" + nobody + "/metrics"))
                .hasMessage("nobody listens there (Connection refused)");
        assertNoPage(text(404, "none"), "http://", "it answers with status 404: there is no such page");
        assertNoPage(text(200, ""), "http://", "it has no metrics; is it a page in the text format of Prometheus?");
        serve(text(200, "a 1\nb 2\n"), address -> assertThatThrownBy(() -> read("http://" + address, "c*"))
                .hasMessage("none of its 2 series is chosen, and none is one that Dyno knows, such as"
                        + " process_resident_memory_bytes, process_cpu_seconds_total, jvm_memory_used_bytes;"
                        + " choose some with broker-metrics-select"));
        String many =
                IntStream.range(0, 501).mapToObj(i -> "m{i=\"" + i + "\"} 1\n").collect(Collectors.joining());
        serve(text(200, many), address -> assertThatThrownBy(() -> read("http://" + address, "m"))
                .hasMessage("501 of its series are chosen, and 500 at most can be; narrow broker-metrics-select"));
        assertNoPage(text(200, "<html>"), "jolokia:http://", "its answer is not JSON");
        assertNoPage(text(200, "{}"), "jolokia:http://", "it does not answer as Jolokia does");
    }

    private void assertNoPage(Answer answer, String scheme, String sentence) throws Exception {
        serve(answer, address -> assertThatThrownBy(() -> read(scheme + address))
                .hasMessage(sentence));
    }

    @Test
    void aPageThatComesInDropsIsGivenUpAtTheDeadline() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Answer drops = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream body = exchange.getResponseBody();
            while (end.getCount() > 0) {
                body.write('\n');
                body.flush();
                time.parkUntil(time.nanoTime() + 5_000_000);
            }
        };
        assertGivenUp(drops, end);
    }

    private void assertGivenUp(Answer answer, CountDownLatch end) throws Exception {
        serve(answer, address -> {
            HttpPage page = new HttpPage(URI.create("http://" + address), time);
            assertThatThrownBy(() -> page.get("*/*", 100_000_000)).hasMessage("it did not answer within 100 ms");
            end.countDown();
        });
    }

    @Test
    void aServerThatSaysNothingIsGivenUpAtTheDeadline() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Answer silence = exchange -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        };
        assertGivenUp(silence, end);
    }

    @Test
    void severalPagesAreSeveralSubjects() throws Exception {
        serve(text(200, "process_open_fds 7\n"), address -> {
            Probes probes = Probes.none();
            for (String path : List.of("/a", "/b", "/c")) {
                probes.addMetrics(MetricsSource.parse("http://" + address + path, List.of()), time);
            }
            assertThat(probes.all())
                    .extracting(ResourceReader::subject)
                    .containsExactly("metrics", "metrics-2", "metrics-3");
            assertThat(probes.all()).allMatch(ResourceReader::isSlow);
        });
    }

    @Test
    void anAddressThatIsNoneIsRefusedWithWhatIsAllowed() {
        for (String url :
                List.of("localhost:15692", "ftp://a/b", "http:///metrics", "jolokia:tcp://a", "http://a b", "")) {
            assertThatThrownBy(() -> MetricsSource.parse(url, List.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(url + "; must be http://HOST:PORT/PATH of a page in the text format of Prometheus,"
                            + " or jolokia:http://HOST:PORT/PATH.");
        }
        assertThatThrownBy(() -> MetricsSource.parse("ftp://a:secret@b/", List.of()))
                .hasMessageStartingWith("ftp://a@b/; must be ");
    }
}
