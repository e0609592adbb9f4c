package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.engine.run.Simulation;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Workload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The bodies of a load: different ones, as compressible as was asked, or those of files. */
class PayloadsTest {

    private static final long SEED = 5;

    private static MessageTemplate message(String sizes, BodyType type, Payloads payloads) {
        return Samples.changed(
                MessageTemplate.plain(SizeDistribution.parse(sizes)), Map.of("body", type, "payloads", payloads));
    }

    private static MessageTemplate message(String sizes, int count, double compressibility) {
        return message(sizes, BodyType.BYTES, new Payloads.Made(count, compressibility));
    }

    /** All bodies, in their order. */
    private static List<ByteBuffer> bodies(PayloadCursor cursor) {
        List<ByteBuffer> bodies = new ArrayList<>();
        for (int i = 0; i < cursor.count(); i++) {
            bodies.add(cursor.present().body());
            cursor.advance();
        }
        return bodies;
    }

    @Test
    void eachIsAnotherAndAfterTheLastComesTheFirst() throws DriverException {
        PayloadCursor cursor = PayloadCursor.of(message("100", 1_000, 0.5), Slice.WHOLE, SEED);
        List<ByteBuffer> first = bodies(cursor);
        assertThat(new HashSet<>(first)).hasSize(1_000);
        assertThat(bodies(cursor)).isEqualTo(first);
    }

    @Test
    void threadsDivideThemAndEachHasOne() throws DriverException {
        MessageTemplate message = message("100", 10, 0);
        Set<ByteBuffer> all = new HashSet<>(bodies(PayloadCursor.of(message, Slice.WHOLE, SEED)));
        Set<ByteBuffer> divided = new HashSet<>();
        for (int thread = 0; thread < 3; thread++) {
            PayloadCursor cursor = PayloadCursor.of(message, new Slice(thread, 3), SEED);
            assertThat(cursor.count()).isBetween(3, 4);
            divided.addAll(bodies(cursor));
        }
        assertThat(divided).isEqualTo(all);
        assertThat(PayloadCursor.of(message, new Slice(29, 30), SEED).count()).isEqualTo(1);
    }

    @Test
    void anotherSeedGivesOthers() throws DriverException {
        MessageTemplate message = message("100", 100, 0);
        Set<ByteBuffer> both = new HashSet<>(bodies(PayloadCursor.of(message, Slice.WHOLE, SEED)));
        both.addAll(bodies(PayloadCursor.of(message, Slice.WHOLE, SEED + 1)));
        assertThat(both).hasSize(200);
    }

    /**
     * On paper the random part of a body is all that is left: the ratio is 1 / (1 - compressibility). A printable character has 6
     * random bits. A body with nothing random is nearly gone, and one body for all compresses far too well.
     */
    @ParameterizedTest
    @CsvSource({
        "1KiB,      BYTES, 1000, 0,    0.97, 1.03",
        "1KiB,      BYTES, 1000, 0.25, 1.28, 1.38",
        "1KiB,      BYTES, 1000, 0.5,  1.90, 2.10",
        "1KiB,      BYTES, 1000, 0.75, 3.70, 4.30",
        "4KiB,      BYTES, 1000, 0.9,  9.00, 11.00",
        "100,       BYTES, 1000, 0.5,  1.85, 2.15",
        "300..1000, BYTES, 1000, 0.5,  1.85, 2.15",
        "'256:7, 1KiB:2, 4KiB:1', BYTES, 1000, 0.5, 1.85, 2.15",
        "1KiB,      BYTES, 1000, 1,    20,   1024",
        "1KiB,      TEXT,  100,  0,    1.284, 1.383",
        "1KiB,      BYTES, 1,    0,    8,    1024"
    })
    void bodiesCompressAsAsked(
            String sizes, BodyType type, int count, double compressibility, double least, double most) {
        assertThat(gzipRatio(message(sizes, type, new Payloads.Made(count, compressibility))))
                .isBetween(least, most);
    }

    private static double gzipRatio(MessageTemplate message) {
        ProducerGroup group = ProducerGroup.of(List.of(Destination.parse("q")), message, parts -> {});
        Phases phases = new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO);
        return GzipRatio.of(new Workload("w", SEED, List.of(group), List.of(), phases))
                .orElseThrow();
    }

    private static void assertAllIsWhole(RunResult result, long messages) {
        LedgerCounts ledger = result.ledger();
        assertThat(ledger.delivered()).isEqualTo(messages);
        assertThat(ledger.corrupt() + ledger.lost() + ledger.duplicate() + ledger.reordered())
                .isZero();
    }

    /** Producers of one thread share buffers: their heads must not be mixed up. */
    @ParameterizedTest
    @EnumSource(SendMode.class)
    void messagesOfSeveralProducersAreWholeWhateverTheirSizes(SendMode mode) {
        Simulation simulation = new Simulation().manyProducers(3);
        simulation.set(
                "mode %s; commitInterval %s; maxPending 20; service=1ms; capacity=5",
                mode, mode == SendMode.TRANSACTED ? 7 : 0);
        simulation.sizes = SizeDistribution.parse("48..300");
        simulation.payloads = Optional.of(new Payloads.Made(10, 0.5));
        simulation.messageCount = 600;
        assertAllIsWhole(simulation.run(), 600);
    }

    private static Payloads.FromFiles files(Path folder) throws IOException {
        Files.writeString(folder.resolve("b.json"), "{\"order\":1}".repeat(30));
        Files.writeString(folder.resolve("a.json"), "{\"price\":23}".repeat(10));
        Files.writeString(folder.resolve(".hidden"), "x");
        Files.createDirectory(folder.resolve("inside"));
        return Payloads.FromFiles.read(folder);
    }

    @Test
    void filesOfAFolderAreSentInTurnAsLargeAsTheyAre(@TempDir Path folder) throws IOException, DriverException {
        Payloads.FromFiles files = files(folder);
        assertThat(files.sizes()).isEqualTo(SizeDistribution.parse("120:1, 330:1"));
        PayloadCursor cursor = PayloadCursor.of(message("120", BodyType.BYTES, files), Slice.WHOLE, SEED);
        SizeDistribution.Sampler sizes = cursor.sizes(files.sizes(), SEED);
        assertThat(sizes.next()).isEqualTo(120);
        assertThat(new String(cursor.present().body().array(), StandardCharsets.UTF_8))
                .startsWith("{\"price\":23}");
        cursor.advance();
        assertThat(sizes.next()).isEqualTo(330);

        Simulation simulation = new Simulation();
        simulation.sizes = files.sizes();
        simulation.payloads = Optional.of(files);
        simulation.messageCount = 100;
        assertAllIsWhole(simulation.run(), 100);
    }

    @Test
    void aFileThatHasChangedSinceEndsTheRun(@TempDir Path folder) throws IOException {
        Payloads.FromFiles files = files(folder);
        Files.writeString(folder.resolve("a.json"), "{\"price\":99}".repeat(10));
        assertThatThrownBy(() -> PayloadCursor.of(message("120", BodyType.BYTES, files), Slice.WHOLE, SEED))
                .isInstanceOf(DriverException.class)
                .hasMessageEndingWith("a.json has changed since the workload was read");
    }

    @Test
    void manyThreadsWithLargeFilesAreRefused(@TempDir Path folder) throws IOException {
        Payloads.FromFiles files = files(folder);
        assertThatThrownBy(() -> PayloadCursor.of(message("120", BodyType.BYTES, files), new Slice(0, 3_000_000), SEED))
                .hasMessage(
                        "payloads: 450 bytes of files for each of 3,000,000 sending threads; must be at most 1GiB together."
                                + " Give fewer producers that send one by one, or smaller files");
    }
}
