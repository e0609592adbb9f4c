package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.model.result.ResourceMetric;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Use of processors, by the busiest core or thread, and by the time in which they were not idle. */
class ProcessorUseTest {

    private static final long SECOND = 1_000_000_000;
    private static final double EXACT = 1e-9;

    /** Line with user nice system idle iowait irq softirq steal, in ticks of 10 ms; the busy ones do not matter. */
    private static final String STAT = """
            cpu  900 0 900 500 40 0 0 60 0 0
            cpu0 700 0 700 300 10 0 0 40 0 0
            cpu1 200 0 200 200 30 0 0 20 0 0
            intr 12345
            """;

    private final BusyTime busy = new BusyTime();
    private final Busiest cores = new Busiest(ResourceMetric.CPU_BUSIEST_CORE);

    private Map<String, Double> read(long nowNs, Map<String, Double> busySeconds) {
        busySeconds.forEach(cores::add);
        ResourceReading reading = new ResourceReading();
        cores.read(reading, nowNs);
        return reading.levels();
    }

    @Test
    void theBusiestBetweenTwoReadingsIsShown() {
        assertThat(read(5 * SECOND, Map.of("0", 100.0, "1", 3.0))).isEmpty();
        assertThat(read(7 * SECOND, Map.of("0", 100.5, "1", 4.5))).isEqualTo(Map.of("cpu-busiest-core-percent", 75.0));
        assertThat(read(8 * SECOND, Map.of("0", 101.5, "1", 4.5))).isEqualTo(Map.of("cpu-busiest-core-percent", 100.0));
    }

    @Test
    void oneThatIsNewDoesNotCountYetAndOneThatHasGoneNoMore() {
        read(SECOND, Map.of("old", 1.0));
        assertThat(read(2 * SECOND, Map.of("new", 50.0))).isEqualTo(Map.of("cpu-busiest-core-percent", 0.0));
        assertThat(read(3 * SECOND, Map.of("new", 50.25))).isEqualTo(Map.of("cpu-busiest-core-percent", 25.0));
    }

    @Test
    void ticksOfAShortWhileAreNoMoreThanTheWhole() {
        read(SECOND, Map.of("0", 1.0));
        assertThat(read(SECOND + 5_000_000, Map.of("0", 1.01))).isEqualTo(Map.of("cpu-busiest-core-percent", 100.0));
    }

    /** This very thread is the busiest: the others wait. */
    @Test
    void aThreadThatComputesIsTheBusiestOfItsJvm() {
        OwnJvm jvm = new OwnJvm();
        jvm.read(new ResourceReading(), 0); // Loads the classes.
        jvm.read(new ResourceReading(), 0);
        long cpuNs = burn(300_000_000);
        ResourceReading after = new ResourceReading();
        // By a clock that has advanced by twice the time for which the thread was busy.
        jvm.read(after, 2 * cpuNs);
        assertThat(after.levels().get("cpu-busiest-thread-percent")).isCloseTo(50, within(10.0));
    }

    private static long burn(long cpuNs) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        long used = 0;
        while (used < cpuNs) {
            used = threads.getCurrentThreadCpuTime() - before;
        }
        return used;
    }

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

    private double busyAt(long seconds, double... unused) {
        for (int i = 0; i < unused.length; i++) {
            busy.add("cpu" + i, unused[i]);
        }
        return busy.read(1_000 * SECOND + seconds * SECOND);
    }

    @Test
    void whatIsNotRestIsWork() {
        assertThat(busyAt(0, 500, 700)).isZero();
        assertThat(busyAt(1, 500.25, 701)).isEqualTo(0.75, within(EXACT));
        assertThat(busyAt(3, 500.25, 702)).isEqualTo(0.75 + 2 + 1, within(EXACT));
    }

    @Test
    void aTickTooMuchOfRestIsMadeUpForLater() {
        busyAt(0, 0, 0);
        assertThat(busyAt(1, 1.01, 1.01)).isZero();
        assertThat(busyAt(2, 1.51, 1.51)).isEqualTo(0.98, within(EXACT));
    }

    @Test
    void aProcessorThatComesOrGoesDoesNotCountForTheTimeItWasNotThere() {
        busyAt(0, 10);
        assertThat(busyAt(1, 11, 5_000)).isZero();
        assertThat(busyAt(2, 12, 5_000)).isEqualTo(1, within(EXACT));
        assertThat(busyAt(3, 13)).isEqualTo(1, within(EXACT));
        assertThat(busyAt(4, 14, 5_000)).isEqualTo(1, within(EXACT));
    }

    @Test
    void idleWaitingAndStolenTimeOfEachProcessorIsUnused() {
        assertThat(IdleTime.of(STAT, new ProcUnits(4096, 100))).isEqualTo(Map.of("cpu0", 3.5, "cpu1", 2.5));
    }

    @Test
    void theRestIsBusy() {
        IdleTime earlier = new IdleTime(6, 20, 2);
        assertThat(new IdleTime(7, 24, 2).busySince(earlier)).isEqualTo(0.75);
        // A tick too many.
        assertThat(new IdleTime(10.01, 24, 2).busySince(earlier)).isZero();
    }

    @Test
    void thisMachineHasSomeAndNoMoreThanAll() {
        IdleTime now = IdleTime.ofThisMachine().orElseThrow();
        assertThat(now.seconds()).isPositive().isLessThanOrEqualTo(now.allSeconds() * 1.01);
    }
}
