package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines that are right. */
class CommandLineTest extends WithDyno {

    @Test
    void aRunOnTheNullDriverCountsStoresAndEndsWell() throws IOException {
        Ran ran = dyno.run("client", "--broker", "null", "--message-count", "1000", "queue://A")
                .good();
        assertThat(ran.outLines())
                .contains("ledger      1,000 delivered, 0 lost, 0 duplicate, 0 reordered")
                .anyMatch(line -> line.startsWith("verdict     "));
        assertThat(runs()).hasSize(1);
        assertThat(ran.outLines()).endsWith("report      " + runs().get(0).resolve("report.html"));
    }

    @Test
    void aBrokerThatLosesMessagesMakesTheMeasurementInvalid() {
        Ran ran = dyno.type("client --broker sim --set 'lose=every 100' --message-count 1000 --drain 200ms")
                .ended(Exit.INVALID);
        assertThat(ran.outLines())
                .contains(
                        "ledger      990 of 1,000 delivered, 10 lost, 0 duplicate, 0 reordered", "verdict     INVALID");
    }

    @Test
    void aRunFailsByAConditionThatHolds() throws IOException {
        Ran ran = dyno.type(
                        "client --broker null --message-count 1200 --fail-if 'rate > 1/s' --fail-if 'duplicate > 0'")
                .ended(Exit.THRESHOLD);
        assertThat(ran.out()).contains("threshold   The run passes --fail-if duplicate > 0: duplicate was 0.");
        assertThat(ran.err()).containsPattern("the run fails by --fail-if rate > 1/s: rate was [0-9,]+/s\n");
        assertThat(Files.readString(runs().get(0).resolve("run.json")))
                .contains("\"code\" : \"threshold-missed\"")
                .containsPattern("\"failIf\" : \\[\\s*\"rate > 1/s\",\\s*\"duplicate > 0\"\\s*]");
    }

    /** Two of twelve messages have nothing to say of the p90. */
    @Test
    void aMarkThatCanChangeTheAnswerMakesItInvalid() {
        assertThat(dyno.run("client", "--broker", "null", "--message-count", "12", "--fail-if", "p90(response) > 1h")
                        .ended(Exit.INVALID)
                        .err())
                .contains("whether the run fails by --fail-if p90(response) > 1h is undecided: p90(response) was ");
    }

    /** Twelve messages have six beyond p50. */
    @Test
    void aVerdictThatDoesNotReachTheRequiredPercentileHasAStatusAndASentence() throws IOException {
        Ran ran = dyno.run("client", "--broker", "sim", "--message-count", "12", "--require", "p50")
                .ended(Exit.INVALID);
        assertThat(ran.errLines())
                .contains(
                        "--require: p50; the verdict is SUSPECT. p50 of response: 6 messages lie beyond it, fewer than 10.");
        assertThat(Files.readString(runs().get(0).resolve("run.json"))).contains("\"require\" : \"p50\"");
        dyno.run("client", "--broker", "null", "--require", "p42")
                .refused("--require: p42; must be one of p50, p90, p99, p99.9, p99.99.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"client --json -", "client --format json", "perf client --format json"})
    void jsonOnStandardOutputHasNothingBesideIt(String command) {
        Ran ran = dyno.run((command + " --broker null --rate 100 --message-count 50").split(" ", -1))
                .ended(Exit.GOOD);
        assertThat(StrictJson.MAPPER.readTree(ran.out()))
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(sample -> assertThat(sample.get("sampleType")).isNotNull());
        assertThat(ran.err()).contains("rate /s", "verdict ", "report ");
    }

    /** Programs read it, so all else is on standard error. */
    @ParameterizedTest
    @ValueSource(strings = {"client --format artemis-perf", "perf client", "perf client --format ARTEMIS-PERF"})
    void theFormOfArtemisPerfIsKeptToTheLetter(String command) throws IOException {
        Ran ran = dyno.run(
                (command + " --broker sim --rate 100 --message-count 50 --show-latency queue://A").split(" ", -1));
        assertThat(ran.out()).matches("""
                Connection brokerURL = sim://broker

                --- warmup false
                --- sent:      +\\d+ msg/sec
                --- blocked:   +\\d+ msg/sec
                --- completed: +\\d+ msg/sec
                --- received:  +\\d+ msg/sec
                --- send delay time: mean: .*
                --- send ack time:   mean: .*
                --- transfer time:   mean: .*
                (?s:.*)
                --- SUMMARY
                --- result:              success
                --- total sent:               50
                --- total blocked:   +\\d+
                --- total completed:          50
                --- total received:           50
                --- aggregated delay send time: mean: .*
                --- aggregated send time:       mean: .*
                --- aggregated transfer time:   mean: .* - max: .* us
                """);
        assertThat(ran.err()).contains("sim://broker by driver sim", "report      " + runs().get(0));
    }

    @Test
    void theFirstLineOfALoadHasItsRateWithSeparators() {
        assertThat(dyno.type("client --broker sim --rate 20000 --message-count 10")
                        .ended(Exit.GOOD)
                        .out())
                .contains(" · 20,000/s asked · ");
    }

    @Test
    void verboseShowsTheRest() {
        assertThat(dyno.run("client", "--broker", "null", "--message-count", "1000", "--verbose", "queue://A")
                        .outLines())
                .anyMatch(line -> line.startsWith("latency ms") && line.contains(" mean "))
                .anyMatch(line -> line.startsWith("with warm-up 1,000 sent, "));
    }

    @Test
    void eachOptionHasATwinInTheEnvironment() throws IOException {
        Ran ran = dyno.with("DYNO_RATE", "100")
                .with("DYNO_BROKER", "null")
                .with("DYNO_MESSAGE_COUNT", "20")
                .with("DYNO_SILENT", "true")
                .with("DYNO_NAME", "twin")
                .run("client")
                .good();
        String stored = Files.readString(runs().get(0).resolve("run.json"));
        assertThat(stored).contains("\"name\" : \"twin\"", "constant 100/s");
        assertThat(ran.out()).doesNotContain("0:0", "rate /s");
    }

    @Test
    void whatIsTypedPrecedesItsTwin() throws IOException {
        dyno.with("DYNO_RATE", "not a rate")
                .run("client", "--broker", "null", "--rate", "200", "--message-count", "2")
                .ended(Exit.GOOD);
        assertThat(Files.readString(runs().get(0).resolve("run.json"))).contains("constant 200/s");
    }

    @Test
    void metricsOfABrokerAreReadBesideTheLoadAndItsPasswordIsNotStored() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger requests = new AtomicInteger();
        server.createContext("/metrics", exchange -> {
            String page = "# TYPE acked_total counter\nacked_total " + 10 * requests.getAndIncrement()
                    + "\nprocess_resident_memory_bytes 1048576\n";
            exchange.sendResponseHeaders(200, page.length());
            exchange.getResponseBody().write(page.getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
        String address = "127.0.0.1:" + server.getAddress().getPort() + "/metrics";
        long pid = ProcessHandle.current().pid();
        Ran ran = dyno.type(
                        "client --broker null --rate 100 --duration 2 --broker-pid %s --broker-metrics "
                                + "http://me:secret@%s --broker-metrics-select acked_*",
                        pid, address)
                .good();
        server.stop(0);
        RunFolderReader stored = new RunFolderReader(runs().get(0));
        assertThat(stored.result().config().get("resources"))
                .isEqualTo(Map.of(
                        "brokerPid", (int) pid,
                        "brokerMetrics", List.of("http://" + address),
                        "brokerMetricsSelect", List.of("acked_*")));
        assertThat(Files.readString(runs().get(0).resolve("run.json"))).doesNotContain("secret");
        ResourceSummary metrics = stored.result().resources("metrics").orElseThrow();
        assertThat(metrics.get(ResourceMetric.RSS).orElseThrow().max()).isEqualTo(1 << 20);
        // Ten more with each request: two in the run after the one at its start.
        assertThat(metrics.metrics()).hasEntrySatisfying("acked_total/s", rate -> assertThat(
                        rate.total().orElseThrow())
                .isCloseTo(20, Offset.offset(1e-6)));
        assertThat(stored.result().resources(ResourceSample.BROKER)).isPresent();
        assertThat(ran.outLines()).anyMatch(line -> line.contains(" · metrics 1 MiB"));
    }

    @Test
    void metricsThatCannotBeReadAreOneSentenceBeforeTheStart() throws IOException {
        Ran ran = dyno.run("client", "--broker", "null", "--broker-metrics", "http://127.0.0.1:1/metrics")
                .ended(Exit.FAILED);
        assertThat(ran.errLines())
                .containsExactly(
                        "dyno client: --broker-metrics: http://127.0.0.1:1/metrics: cannot be used: nobody listens"
                                + " there (Connection refused).");
        assertThat(runs()).isEmpty();
    }

    @Test
    void versionIsOneLine() {
        Ran ran = dyno.run("--version").good();
        assertThat(ran.outLines())
                .singleElement()
                .asString()
                .matches("dyno \\d+\\.\\d+\\.\\d+( \\([0-9a-f]{10}\\+?, \\d{4}-\\d\\d-\\d\\d\\))?");
    }

    @Test
    void noVerbShowsHelp() {
        Ran ran = dyno.run().ended(Exit.GOOD);
        assertThat(ran.out()).startsWith("Usage: dyno [-hV] VERB").contains("selftest");
    }

    @Test
    void helpIsShownWhateverElseIsWrong() {
        Ran ran = dyno.run("client", "--rate", "x", "--help").ended(Exit.GOOD);
        assertThat(ran.out()).startsWith("Usage: dyno client");
    }

    @Test
    void brokersAreListedWithWhatTheyNeedAndTheirKnobs() throws IOException {
        Path recipe = Files.createDirectories(
                folder.resolve("home").resolve("recipes").resolve("nowhere"));
        Files.writeString(recipe.resolve("recipe.yaml"), """
                description: A broker that is nowhere
                program: no-such-program
                install: "Everywhere: make it."
                version-command: ["${program}"]
                ready:
                  log: ready
                urls:
                  amqp: amqp://127.0.0.1:${port}
                ready-within: 1s
                knobs: {}
                """);
        Ran all = dyno.run("broker", "list").ended(Exit.GOOD);
        assertThat(all.outLines())
                .anySatisfy(line -> assertThat(line)
                        .matches("artemis +2\\.55\\.0 +here +Apache Artemis with CORE and AMQP 1\\.0 on one port"))
                .anySatisfy(line -> assertThat(line).matches("nowhere +- +not installed +A broker that is nowhere"))
                .contains("dyno broker show NAME describes one.")
                .hasSize(15)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));

        Ran two = dyno.run("broker", "list", "nowhere", "artemis");
        assertThat(two.out()).startsWith("""
                nowhere: A broker that is nowhere.
                  Needs the program no-such-program, which is not installed here. Everywhere:
                  make it. Drivers: amqp.
                  program  file of the broker's program; without it, the first on the PATH that
                           is no wrapper of the system's: a file that can be executed.

                artemis 2.55.0: Apache Artemis with CORE and AMQP 1.0 on one port.
                  Bundled; another version is fetched from Maven repositories on first use.
                  Drivers: artemis, amqp.
                  address-full-policy     what happens to a message for an address that is over
                                          max-size-bytes: one of PAGE, BLOCK, DROP, FAIL.
                                          Default: PAGE. Decides delivery.
                """);
    }

    @Test
    void theSettingsOfADriverAreShown() {
        Ran ran = dyno.run("driver", "show", "sim", "null").good();
        assertThat(ran.out()).contains("""
                          capacity   messages that wait or are worked on at the most; 0 = no limit: a
                                     whole number of at least 0. Default: 0.
                        """, "  lump       the broker acknowledges at multiples of this time");
        assertThat(ran.outLines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(dyno.run("driver", "list").outLines()).hasSize(6);
    }

    @Test
    void theKnobsOfABrokerAreShown() {
        assertThat(dyno.run("broker", "show", "artemis").out())
                .isEqualTo(dyno.run("broker", "list", "artemis").out())
                .contains("address-full-policy");
    }

    @Test
    void aProgramThatIsMissingIsNamedWithTheWayToGetIt() throws IOException {
        Path recipe = Files.createDirectories(
                folder.resolve("home").resolve("recipes").resolve("nats"));
        Path file = recipe.resolve("recipe.yaml");
        Files.writeString(file, Files.readString(file).replace("program: nats-server", "program: no-such-program"));
        dyno.run("broker", "start", "nats")
                .refused("dyno broker start: broker nats: the program no-such-program is not installed here. Debian and"
                        + " Ubuntu: apt-get install nats-server.");
    }

    @Test
    @Tag("nightly")
    void selftestPassesHere() {
        Ran ran = dyno.run("selftest", "--quick").good();
        assertThat(ran.out()).doesNotContain("UNTRUE").contains("Selftest passed");
    }
}
