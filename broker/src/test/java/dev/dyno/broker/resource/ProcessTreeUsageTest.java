package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real process that follows the test's commands, read by both ways to read it. */
@Tag("slow")
class ProcessTreeUsageTest {

    private static final double MIB = 1 << 20;

    private static OperatingSystemFigures figures(String system) {
        assumeTrue(
                system.equals("oshi") || Files.isDirectory(Path.of("/proc/self")), "/proc is there: this is not Linux");
        return system.equals("oshi") ? new OshiFigures() : new OperatingSystemFigures.LinuxFigures();
    }

    private static ResourceReading read(ProcessTreeUsage tree) throws IOException {
        ResourceReading reading = new ResourceReading();
        tree.read(reading);
        return reading;
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux", "oshi"})
    void memoryIsWhatTheProcessTouches(String system) throws IOException {
        try (Puppet puppet = Puppet.start("-XX:+UseSerialGC", "-XX:+AlwaysPreTouch");
                ProcessTreeUsage tree = new ProcessTreeUsage(puppet.pid(), figures(system))) {
            // The heap alone has 128 MiB.
            assertThat(read(tree).levels().get("rss-bytes")).isBetween(128 * MIB, 400 * MIB);
            assertThat(read(tree).levels().get("vss-bytes")).isGreaterThan(400 * MIB);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux", "oshi"})
    void cpuTimeIsWhatTheProcessItselfSees(String system) throws IOException {
        try (Puppet puppet = Puppet.start();
                ProcessTreeUsage tree = new ProcessTreeUsage(puppet.pid(), figures(system))) {
            puppet.tell("burn 300");
            double itself = Long.parseLong(puppet.tell("cpu")) / 1e9;
            // In ticks of 10 ms, user and system apart; and its other threads continue.
            assertThat(read(tree).counters().get("cpu-cores")).isCloseTo(itself, within(0.1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux", "oshi"})
    void eachOpenFileIsCounted(String system) throws IOException {
        try (Puppet puppet = Puppet.start();
                ProcessTreeUsage tree = new ProcessTreeUsage(puppet.pid(), figures(system))) {
            puppet.tell("open 1"); // Loads the classes for the first file.
            double before = openFiles(tree);
            puppet.tell("open 50");
            assertThat(openFiles(tree) - before).isEqualTo(50);
        }
    }

    /** The fewest of ten readings, 10 ms apart: its JVM may have a file of its own open for a moment. */
    private static double openFiles(ProcessTreeUsage tree) throws IOException {
        double fewest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 10; i++) {
            fewest = Math.min(fewest, read(tree).levels().getOrDefault("open-files", Double.NaN));
            LockSupport.parkNanos(10_000_000);
        }
        return fewest;
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux", "oshi"})
    void bytesWrittenAreThoseThatWentToStorage(String system) throws IOException {
        // Beside the classes: a folder for temporary files may be in memory.
        Path file = Path.of("target", "written-by-a-test").toAbsolutePath();
        try (Puppet puppet = Puppet.start();
                ProcessTreeUsage tree = new ProcessTreeUsage(puppet.pid(), figures(system))) {
            double before = read(tree).counters().getOrDefault("write-bytes-per-second", Double.NaN);
            puppet.tell("write " + file);
            assertThat(read(tree).counters().getOrDefault("write-bytes-per-second", Double.NaN) - before)
                    .isBetween(8 * MIB, 10 * MIB);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux", "oshi"})
    void childrenBelongToItAndAnEndedOneStaysCountedOnce(String system) throws Exception {
        try (Puppet puppet = Puppet.start();
                ProcessTreeUsage alone = new ProcessTreeUsage(puppet.pid(), figures(system))) {
            puppet.tell("cpu"); // Loads its classes.
            double before = read(alone).levels().getOrDefault("threads", Double.NaN);
            ProcessHandle shell = ProcessHandle.of(Long.parseLong(puppet.tell("shell 200000")))
                    .orElseThrow();
            // The other one looks for children at each tenth reading.
            if (system.equals("linux")) {
                assertThat(read(alone).levels().get("threads")).isGreaterThanOrEqualTo(before + 1);
            }
            try (ProcessTreeUsage tree = new ProcessTreeUsage(puppet.pid(), figures(system))) {
                ResourceReading with = read(tree);
                assertThat(with.levels().get("threads")).isGreaterThanOrEqualTo(before + 1);
                double own = Long.parseLong(puppet.tell("cpu")) / 1e9;
                double used = shell.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
                assertThat(used).isGreaterThan(0.05);
                double sum = with.counters().getOrDefault("cpu-cores", Double.NaN);
                assertThat(sum).isCloseTo(own + used, within(0.15));
                shell.destroyForcibly();
                shell.onExit().get();
                double ownLater = Long.parseLong(puppet.tell("cpu")) / 1e9 - own;
                assertThat(read(tree).counters().get("cpu-cores")).isBetween(sum, sum + ownLater + 0.15);
            }
        }
    }

    @Test
    void anEndedProcessCannotBeRead() throws Exception {
        try (Puppet puppet = Puppet.start();
                ProcessTreeUsage tree = new ProcessTreeUsage(puppet.pid(), figures("linux"))) {
            read(tree);
            puppet.kill();
            assertThatThrownBy(() -> read(tree)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> new ProcessTreeUsage(puppet.pid(), figures("linux")))
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux", "oshi"})
    void theHostIsBusyWithAtLeastWhatWeBurn(String system) throws IOException {
        OperatingSystemFigures figures =
                system.equals("oshi") ? new OshiFigures() : new OperatingSystemFigures.LinuxFigures();
        try (Puppet puppet = Puppet.start();
                FigureReader host = figures.host()) {
            puppet.tell("cpu"); // Loads its classes.
            long beganNs = System.nanoTime();
            ResourceReading before = new ResourceReading();
            host.read(before, 0);
            double cpu = Long.parseLong(puppet.tell("cpu")) / 1e9;
            // OSHI remembers what it has read for 300 ms.
            puppet.tell("burn 600");
            double burnt = Long.parseLong(puppet.tell("cpu")) / 1e9 - cpu;
            ResourceReading after = new ResourceReading();
            host.read(after, System.nanoTime() - beganNs);
            assertThat(burnt).isGreaterThanOrEqualTo(0.6);
            assertThat(after.counters().getOrDefault("cpu-cores", Double.NaN)
                            - before.counters().getOrDefault("cpu-cores", Double.NaN))
                    .isGreaterThan(burnt - 0.1);
            assertThat(after.levels()).containsKey("memory-available-bytes");
            assertThat(after.levels().get("cpu-busiest-core-percent")).isBetween(20.0, 100.0);
            if (system.equals("linux")) {
                assertThat(after.levels().get("run-queue")).isGreaterThanOrEqualTo(1);
                assertThat(after.counters()).containsKey("cpu-stolen-cores");
            }
        }
    }
}
