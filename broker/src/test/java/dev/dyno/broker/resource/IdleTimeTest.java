package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class IdleTimeTest {

    /** Line with user nice system idle iowait irq softirq steal, in ticks of 10 ms; the busy ones do not matter. */
    private static final String STAT = """
            cpu  900 0 900 500 40 0 0 60 0 0
            cpu0 700 0 700 300 10 0 0 40 0 0
            cpu1 200 0 200 200 30 0 0 20 0 0
            intr 12345
            """;

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
