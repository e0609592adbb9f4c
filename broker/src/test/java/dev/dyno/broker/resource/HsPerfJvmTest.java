package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real JVMs with each collector, which do not know that they are read. */
@Tag("slow")
class HsPerfJvmTest {

    private static HsPerfJvm jvm(Puppet puppet) throws IOException {
        return HsPerfJvm.open(HsPerfJvm.fileOf(puppet.pid()).orElseThrow());
    }

    private static ResourceReading read(FigureReader jvm) throws IOException {
        ResourceReading reading = new ResourceReading();
        jvm.read(reading, 0);
        return reading;
    }

    @ParameterizedTest
    @ValueSource(strings = {"UseSerialGC", "UseParallelGC", "UseG1GC"})
    void eachCollectionIsCountedAndTimed(String collector) throws IOException {
        try (Puppet puppet = Puppet.start("-XX:+" + collector)) {
            HsPerfJvm jvm = jvm(puppet);
            puppet.tell("gc 1");
            ResourceReading before = read(jvm);
            puppet.tell("gc 3");
            ResourceReading after = read(jvm);

            Map<String, Double> values = SampleMaker.between(before, after, 1_000_000_000);
            // Parallel collects the young generation before each full collection, and counts both.
            assertThat(values).containsEntry("gc-count", collector.equals("UseParallelGC") ? 6.0 : 3.0);
            assertThat(values.get("gc-seconds")).isBetween(1e-6, 60.0);
            assertThat(values.getOrDefault("stopped-seconds", Double.NaN))
                    .isBetween(values.getOrDefault("gc-seconds", Double.NaN) * 0.9, 60.0);
        }
    }

    /** Their pauses are counted, of which a collection has several. */
    @ParameterizedTest
    @ValueSource(strings = {"UseZGC", "UseShenandoahGC"})
    void pausesOfConcurrentCollectorsAreCountedAndTimed(String collector) throws IOException {
        try (Puppet puppet = Puppet.start("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+" + collector)) {
            HsPerfJvm jvm = jvm(puppet);
            ResourceReading before = read(jvm);
            puppet.tell("gc 3");
            Map<String, Double> values = SampleMaker.between(before, read(jvm), 60_000_000_000L);
            assertThat(values.get("gc-count")).isGreaterThanOrEqualTo(3);
            assertThat(values.get("gc-seconds")).isBetween(1e-6, 60.0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UseSerialGC", "UseParallelGC", "UseG1GC", "UseZGC"})
    void heapHasWhatTheProgramKeeps(String collector) throws IOException {
        try (Puppet puppet = Puppet.start("-XX:+" + collector)) {
            HsPerfJvm jvm = jvm(puppet);
            puppet.tell("gc 2");
            double before = read(jvm).levels().getOrDefault("heap-used-bytes", Double.NaN);
            puppet.tell("keep " + (32 << 20));
            puppet.tell("gc 2");
            Map<String, Double> levels = read(jvm).levels();
            assertThat(levels.getOrDefault("heap-used-bytes", Double.NaN) - before)
                    .isBetween(31.0 * (1 << 20), 40.0 * (1 << 20));
            // G1 counts some words more.
            assertThat(levels.get("heap-committed-bytes")).isBetween(128e6, 135e6);
        }
    }

    /** Right after one, all that is in use is what was kept. */
    @ParameterizedTest
    @ValueSource(strings = {"UseSerialGC", "UseParallelGC", "UseG1GC"})
    void heapAfterTheLastCollectionLeavesOutWhatWasMadeSince(String collector) throws IOException {
        try (Puppet puppet = Puppet.start("-XX:+" + collector)) {
            HsPerfJvm jvm = jvm(puppet);
            puppet.tell("keep " + (32 << 20));
            puppet.tell("gc 2");
            Map<String, Double> levels = read(jvm).levels();
            assertThat(levels.get("heap-after-gc-bytes"))
                    .isBetween(32.0 * (1 << 20), levels.getOrDefault("heap-used-bytes", Double.NaN));
        }
    }

    @Test
    void collectorWithoutGenerationsDoesNotSayWhatHasSurvived() throws IOException {
        try (Puppet puppet = Puppet.start("-XX:+UseZGC")) {
            assertThat(read(jvm(puppet)).levels()).doesNotContainKey("heap-after-gc-bytes");
        }
    }

    @Test
    void messagesThatALauncherCountsAreReadAsSoonAsItDoes() throws IOException {
        try (Puppet puppet = Puppet.start("--add-exports=java.base/jdk.internal.perf=ALL-UNNAMED")) {
            HsPerfJvm jvm = jvm(puppet);
            assertThat(read(jvm).levels()).doesNotContainKey("queued-messages");
            puppet.tell("count 4711");
            assertThat(read(jvm).levels()).containsEntry("queued-messages", 4711.0);
        }
    }

    @Test
    void aFileThatIsSomethingElseIsRefused(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("1"), "something else, and longer than the head of the format");
        assertThatThrownBy(() -> HsPerfJvm.open(file)).hasMessage("it is not a file of performance counters");
        Path empty = Files.createFile(folder.resolve("2"));
        assertThatThrownBy(() -> HsPerfJvm.open(empty)).hasMessage("it is not a file of performance counters");
    }

    @Test
    void aFileThatIsDamagedOrUnfinishedIsRefused() throws IOException {
        try (Puppet puppet = Puppet.start()) {
            byte[] whole = Files.readAllBytes(HsPerfJvm.fileOf(puppet.pid()).orElseThrow());
            assertThat(HsPerfData.of(ByteBuffer.wrap(whole)).find("sun.os.hrt.frequency"))
                    .isPresent();
            byte[] starting = whole.clone();
            starting[7] = 0;
            assertThatThrownBy(() -> HsPerfData.of(ByteBuffer.wrap(starting))).hasMessage("its JVM is still starting");
            byte[] newer = whole.clone();
            newer[5] = 3;
            assertThatThrownBy(() -> HsPerfData.of(ByteBuffer.wrap(newer))).hasMessage("its format 3.0 is not known");
            ByteBuffer cut = ByteBuffer.wrap(whole, 0, 1000).slice();
            assertThatThrownBy(() -> HsPerfData.of(cut)).hasMessage("it is damaged");
        }
    }
}
