package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Process 7 in the group pod/app, whose parent has a quota of half a processor, in files like those of Linux. */
class CpuQuotaTest {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder = Path.of("");

    private Path proc = Path.of("");
    private Path groups = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        proc = folder.resolve("proc");
        groups = folder.resolve("cgroup");
        write(proc.resolve("7/cgroup"), "12:name=systemd:/else\n0::/pod/app\n");
        write(groups.resolve("pod/app/cpu.max"), "max 100000\n");
        write(groups.resolve("pod/cpu.max"), "50000 100000\n");
        stop(500_000);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void stop(long us) throws IOException {
        write(
                groups.resolve("pod/cpu.stat"),
                "usage_usec 9000000\nuser_usec 8000000\nsystem_usec 1000000\nnr_periods 40\nnr_throttled 8\nthrottled_usec "
                        + us + "\nnr_bursts 0\nburst_usec 0\n");
    }

    private Optional<FigureReader> found() {
        return CpuQuota.find(proc, groups, 7);
    }

    private Map<String, Double> secondWith(FigureReader quota, long us) throws IOException {
        ResourceReading before = new ResourceReading();
        quota.read(before, 0);
        stop(us);
        ResourceReading after = new ResourceReading();
        quota.read(after, SECOND);
        return SampleMaker.between(before, after, SECOND);
    }

    /** Threads were stopped for 0.5 s before, and in this second 1.3 s, on several processors. */
    @Test
    void stoppedTimeOfTheNearestQuotaIsWithheldProcessors() throws IOException {
        try (FigureReader quota = found().orElseThrow()) {
            assertThat(secondWith(quota, 1_800_000)).isEqualTo(Map.of("cpu-throttled-cores", 1.3));
        }
    }

    /** A broker that is started again is counted from 0, and its group is not. */
    @Test
    void whatWasStoppedBeforeDoesNotCount() throws IOException {
        try (FigureReader quota = found().orElseThrow()) {
            ResourceReading first = new ResourceReading();
            quota.read(first, 0);
            assertThat(first.counters()).isEqualTo(Map.of("cpu-throttled-cores", 0.0));
        }
    }

    @Test
    void theProcessesOwnGroupComesFirst() throws IOException {
        write(groups.resolve("pod/app/cpu.max"), "20000 100000\n");
        write(groups.resolve("pod/app/cpu.stat"), "usage_usec 1\nnr_periods 1\nnr_throttled 0\nthrottled_usec 0\n");
        try (FigureReader quota = found().orElseThrow()) {
            assertThat(secondWith(quota, 1_800_000)).isEqualTo(Map.of("cpu-throttled-cores", 0.0));
        }
    }

    /** In a namespace of its own, a container's group is the topmost one that it sees. */
    @Test
    void theGroupOfAContainerIsTheTopmost() throws IOException {
        write(proc.resolve("7/cgroup"), "0::/\n");
        write(groups.resolve("cpu.max"), "150000 100000\n");
        write(groups.resolve("cpu.stat"), "usage_usec 1\nnr_periods 1\nnr_throttled 0\nthrottled_usec 0\n");
        assertThat(found()).isPresent();
    }

    @Test
    void withoutAQuotaNothingIsRead() throws IOException {
        write(groups.resolve("pod/cpu.max"), "max 100000\n");
        assertThat(found()).isEmpty();
        // A group without the controller, under one that has no quota either.
        Files.delete(groups.resolve("pod/app/cpu.max"));
        assertThat(found()).isEmpty();
    }

    /** Groups of version 1, a process that has ended, and a group outside of what is seen. */
    @Test
    void whatCannotBeSeenIsNoQuota() throws IOException {
        write(proc.resolve("7/cgroup"), "4:cpu,cpuacct:/pod/app\n");
        assertThat(found()).isEmpty();
        assertThat(CpuQuota.find(proc, groups, 8)).isEmpty();
        write(proc.resolve("7/cgroup"), "0::/../other\n");
        assertThat(found()).isEmpty();
    }

    @Test
    void aProbeOfAProcessHasIt() throws ProbeException {
        FigureReader quota = (into, nowNs) -> into.counter(ResourceMetric.CPU_THROTTLED, nowNs / 2e9);
        ProcessSource nothing = new ProcessSource() {
            @Override
            public void read(ResourceReading into) {}

            @Override
            public void close() {}
        };
        ProcessProbe probe =
                new ProcessProbe("broker", 7, nothing, Optional.empty(), Optional.of(quota), new BusyThreads());
        assertThat(probe.read(SECOND).counters()).containsEntry("cpu-throttled-cores", 0.5);
    }
}
