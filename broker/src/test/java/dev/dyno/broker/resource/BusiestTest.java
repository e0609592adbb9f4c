package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.result.ResourceMetric;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BusiestTest {

    private static final long SECOND = 1_000_000_000;

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
        jvm.read(new ResourceReading(), 0);
        long cpuNs = burn(300_000_000);
        ResourceReading after = new ResourceReading();
        // By a clock that has advanced by twice the time for which the thread was busy.
        jvm.read(after, 2 * cpuNs);
        assertThat(after.levels().get("cpu-busiest-thread-percent")).isCloseTo(50, within(10.0));
    }

    private static long burn(long cpuNs) {
        java.lang.management.ThreadMXBean threads = java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        long used = 0;
        while (used < cpuNs) {
            used = threads.getCurrentThreadCpuTime() - before;
        }
        return used;
    }
}
