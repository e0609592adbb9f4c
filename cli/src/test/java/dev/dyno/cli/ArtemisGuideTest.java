package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The command lines of the guide of {@code artemis perf}, as {@code docs/guide/from-artemis-perf.md} repeats them, each with an HDR
 * log. Its users end them with Ctrl+C, and its warm-up is longer.
 */
@Tag("nightly")
class ArtemisGuideTest extends OnManagedBroker {

    private static final Path PAGE = Path.of("..", "docs", "guide", "from-artemis-perf.md");

    @AutoClose
    private static ManagedBroker broker;

    @BeforeAll
    static void startBroker() throws BrokerException, InterruptedException {
        broker = new BrokerLauncher(Path.of(BuiltDyno.HOME)).start(BrokerSpec.of("artemis"));
    }

    static Stream<String> commandLines() throws IOException {
        return Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("dyno perf client"));
    }

    @Test
    void thePageHasAllOfTheGuide() throws IOException {
        assertThat(commandLines()).hasSize(10);
    }

    private Ran run(String line, Path hdr) throws BrokerException {
        String here = line.replace("tcp://localhost:61616", broker.url("artemis"))
                .replace("--warmup 20", "--warmup 2")
                .replaceAll(" --hdr \\S+", "");
        return type(here.replaceFirst("dyno ", "") + " --duration 5 --hdr %s", hdr);
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void eachCommandLineOfTheGuideRunsAndItsHdrLogHasEveryLatency(String line, @TempDir Path logs) throws Exception {
        Path hdr = logs.resolve("guide.hdr");
        Ran ran = run(line, hdr);
        if (line.contains("--durable") && !line.contains("--clientID")) {
            // The guide shows the exception of the client library.
            ran.refused("--durable: needs --clientID PREFIX");
            return;
        }
        assertThat(ran.out()).as(ran.err()).contains("--- result:              success");
        RunResult result = stored().result();
        assertCounts(result, "lost 0, corrupt 0, duplicate 0");
        assertThat(result.ledger().delivered()).isPositive();
        Map<String, Long> counts = counts(hdr);
        for (Latency latency : List.of(Latency.SEND_ACK, Latency.RESPONSE, Latency.TRANSFER, Latency.END_TO_END)) {
            // A machine that is too slow for the rate of the guide is still at its warm-up when the load ends.
            assertCounts(result, latency.tag() + " " + counts.getOrDefault(latency.tag(), 0L));
            assertThat(counts.containsKey("warmup-" + latency.tag())).isEqualTo(line.contains("--warmup"));
        }
        assertThat(counts.containsKey("warmup-" + Latency.SEND_DELAY.tag())).isEqualTo(line.contains("--rate"));
    }

    /** By tag, as the tools for such logs read it. */
    private static Map<String, Long> counts(Path hdr) throws FileNotFoundException {
        Map<String, Long> counts = new TreeMap<>();
        try (HistogramLogReader reader = new HistogramLogReader(hdr.toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                counts.merge(next.getTag(), ((Histogram) next).getTotalCount(), Long::sum);
            }
        }
        return counts;
    }
}
