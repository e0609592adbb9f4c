package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BusyThreadsTest {

    private static final long SECOND = 1_000_000_000;

    /** A reading each second; each thread has run for its share of the time since the start, and ends with its last reading. */
    private static Map<String, Double> readings(int count, Map<Long, Double> shares, Map<Long, Integer> lastReading) {
        BusyThreads threads = new BusyThreads();
        Map<String, Double> last = Map.of();
        for (int i = 0; i < count; i++) {
            int reading = i;
            long nowNs = i * SECOND;
            shares.forEach((id, share) -> {
                if (threads.isTurnOf(id) && reading <= lastReading.getOrDefault(id, Integer.MAX_VALUE)) {
                    threads.add(id, nowNs, (long) (share * nowNs));
                }
            });
            ResourceReading into = new ResourceReading();
            threads.read(into);
            last = into.levels();
        }
        return last;
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5", "1000"})
    void theBusiestIsShownInWhateverTurnItIs(long busiest) {
        assertThat(readings(10, Map.of(busiest, 0.75, 77L, 0.5, 78L, 0.1), Map.of()))
                .isEqualTo(Map.of("cpu-busiest-thread-percent", 75.0));
    }

    @Test
    void beforeTheSecondTurnNothingIsKnown() {
        assertThat(readings(9, Map.of(1L, 0.75), Map.of())).isEmpty();
    }

    @Test
    void aThreadThatHasEndedIsForgotten() {
        Map<Long, Double> shares = Map.of(5L, 1.0, 1L, 0.25);
        assertThat(readings(14, shares, Map.of(5L, 5))).isEqualTo(Map.of("cpu-busiest-thread-percent", 100.0));
        assertThat(readings(15, shares, Map.of(5L, 5))).isEqualTo(Map.of("cpu-busiest-thread-percent", 25.0));
    }

    /** This very thread is the busiest: the others wait. */
    @Test
    void aThreadThatComputesIsTheBusiestOfItsProcess() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "/proc is there: this is not Linux");
        BusyThreads threads = new BusyThreads();
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        long startNs = times.getCurrentThreadCpuTime();
        ResourceReading into = new ResourceReading();
        try (ProcessFigures own = new OperatingSystemFigures.LinuxFigures()
                .process(ProcessHandle.current().pid())) {
            for (int i = 0; i < 2 * BusyThreads.TURNS; i++) {
                long untilNs = startNs + i * 20_000_000L;
                while (times.getCurrentThreadCpuTime() < untilNs) {
                    Thread.onSpinWait();
                }
                // By a clock that advances by twice the time for which the thread is busy.
                own.addThreads(threads, 2 * (times.getCurrentThreadCpuTime() - startNs));
                into = new ResourceReading();
                threads.read(into);
            }
        }
        assertThat(into.levels().get("cpu-busiest-thread-percent")).isCloseTo(50, within(10.0));
    }
}
