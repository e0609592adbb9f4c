package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxHostTest {

    private static final ProcUnits UNITS = new ProcUnits(4096, 100);

    private static void write(Path proc, long processorUs, long storageUs) throws IOException {
        Files.createDirectories(proc.resolve("pressure"));
        for (Map.Entry<String, Long> each :
                Map.of("cpu", processorUs, "io", storageUs).entrySet()) {
            Files.writeString(
                    proc.resolve("pressure").resolve(each.getKey()),
                    "some avg10=9.17 avg60=11.33 avg300=13.04 total=" + each.getValue() + "\nfull avg10=0.00 avg60=0.00"
                            + " avg300=0.00 total=5\n");
        }
    }

    private static FigureReader host(Path proc) throws IOException {
        Files.writeString(
                proc.resolve("stat"), "cpu  1 0 1 8 0 0 0 0 0 0\ncpu0 1 0 1 8 0 0 0 0 0 0\nprocs_running 1\n");
        Files.writeString(proc.resolve("meminfo"), "MemTotal: 100 kB\nMemAvailable: 50 kB\n");
        return new LinuxHost(proc, UNITS);
    }

    private static Map<String, Double> second(ResourceReading before, FigureReader host) throws IOException {
        ResourceReading after = new ResourceReading();
        host.read(after, 1_000_000_000);
        return SampleMaker.between(before, after, 1_000_000_000);
    }

    /** In a second, threads waited 250 ms for a processor and 20 ms for storage. */
    @Test
    void waitingIsAShareOfTheTime(@TempDir Path proc) throws IOException {
        write(proc, 25_268_821_633L, 499_000_000);
        try (FigureReader host = host(proc)) {
            ResourceReading before = new ResourceReading();
            host.read(before, 0);
            write(proc, 25_269_071_633L, 499_020_000);
            assertThat(second(before, host))
                    .containsEntry("cpu-waiting-percent", 25.0)
                    .containsEntry("storage-waiting-percent", 2.0);
        }
    }

    @Test
    void aKernelThatDoesNotCountItHasNone(@TempDir Path proc) throws IOException {
        try (FigureReader host = host(proc)) {
            ResourceReading before = new ResourceReading();
            host.read(before, 0);
            assertThat(second(before, host)).doesNotContainKeys("cpu-waiting-percent", "storage-waiting-percent");
        }
    }

    /** Twice as many threads as processors: each waits half of the time. */
    @Test
    @Tag("slow")
    void moreThreadsThanProcessorsWait() throws Exception {
        assumeTrue(
                Files.isReadable(Path.of("/proc/pressure/cpu")), "/proc/pressure/cpu is there: a Linux that counts it");
        AtomicBoolean isOver = new AtomicBoolean();
        List<Thread> threads = IntStream.range(0, 2 * Runtime.getRuntime().availableProcessors())
                .mapToObj(i -> new Thread(() -> {
                    while (!isOver.get()) {
                        Thread.onSpinWait();
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        try (FigureReader host = new LinuxHost(Path.of("/proc"), ProcUnits.read())) {
            ResourceReading before = new ResourceReading();
            host.read(before, 0);
            LockSupport.parkNanos(1_000_000_000);
            assertThat(second(before, host).get("cpu-waiting-percent")).isGreaterThan(80);
        } finally {
            isOver.set(true);
        }
    }
}
