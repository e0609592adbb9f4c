package dev.dyno.driver.kafka;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads whose effect the broker shows: order, and bodies in its log files. */
@Timeout(60)
@Tag("broker")
class LoadsTest {

    private static final int MESSAGES = 4_000;

    private final Destination queue = TestClient.queue();

    @ParameterizedTest
    @ValueSource(strings = {"none", "sequence"})
    void messagesOfSeveralPartitionsThatArriveInTheOrderOfEachAreNotReordered(String key) {
        RunResult result = Loads.run(
                OnKafka.spec(Map.of("kafka.partitions", "3", "kafka.key", key)),
                "{ producers: { to: " + queue + ", count: 2, max-pending: 100, messages: 5000 }, consumers: { from: "
                        + queue + " }, phases: { measure: until stopped } }");
        assertCounts(result, "delivered 5000, lost 0, duplicate 0, reordered 0");
        assertThat(result.semantics().facts()).containsEntry("order", "within each of 3 partitions");
    }

    private RunResult run(String compression, String message) {
        RunResult result = Loads.run(OnKafka.spec(Map.of("kafka.topic.compression.type", compression)), """
                    producers: { to: %s, messages: %d, max-pending: 200, message: { %s } }
                    consumers: { from: %1$s }
                    phases: { measure: until stopped }
                    """.formatted(
                        queue, MESSAGES, message));
        assertCounts(result, "delivered " + MESSAGES + ", corrupt 0");
        return result;
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files =
                Files.list(OnKafka.shared().broker().data().resolve("data").resolve(queue.name() + "-0"))) {
            return files.filter(file -> file.toString().endsWith(".log")).toList();
        }
    }

    private double bytesAMessage() throws IOException {
        long bytes = 0;
        for (Path segment : segments()) {
            bytes += Files.size(segment);
        }
        return (double) bytes / MESSAGES;
    }

    @ParameterizedTest
    @CsvSource({
        "zstd, size: 1024,                             1024, 60",
        "gzip, 'size: 1024, compressibility: 50%',      512, 60"
    })
    void aMessageTakesWhatItsCompressibilityLeaves(String compression, String message, double bytes, double offset)
            throws IOException {
        RunResult result = run(compression, message);
        assertThat(bytesAMessage()).isCloseTo(bytes, within(offset));
        if (compression.equals("gzip")) {
            assertThat(result.conditions().orElseThrow().gzipRatio().orElseThrow())
                    .isCloseTo(1024 / bytes, within(102 / bytes));
        }
    }

    /** One body for all of a batch of 16 KiB is there once, and 15 heads. */
    @ParameterizedTest
    @CsvSource({
        "zstd,         'size: 1024, payloads: 1',         88, 25",
        "uncompressed, size: 1024,                      1024, 60",
        "gzip,         size: 1024,                      1024, 60",
        "zstd,         'size: 1024, compressibility: 0.5', 512, 60",
        "zstd,         'size: 100, compressibility: 0.5',   50, 10"
    })
    @Tag("nightly")
    void soDoesOneOfOthers(String compression, String message, double bytes, double offset) throws IOException {
        run(compression, message);
        assertThat(bytesAMessage()).isCloseTo(bytes, within(offset));
    }

    @Test
    @Tag("nightly")
    void theBodiesOfTheLogDifferFromOneToTheNext() throws IOException {
        run("zstd", "size: 200, payloads: 1000");
        List<byte[]> bodies = new ArrayList<>();
        for (Path segment : segments()) {
            try (FileRecords log = FileRecords.open(segment.toFile(), false)) {
                for (Record record : log.records()) {
                    byte[] value = new byte[record.valueSize()];
                    record.value().get(value);
                    bodies.add(value);
                }
            }
        }
        // And that of the probe.
        assertThat(bodies).hasSize(MESSAGES + 1);
        assertThat(Loads.payloads(bodies)).hasSize(1_000 + 1);
    }
}
