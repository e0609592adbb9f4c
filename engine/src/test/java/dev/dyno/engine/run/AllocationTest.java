package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.SizeDistribution;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the schedule to the recorded acknowledgement and receipt, a message costs no memory. */
class AllocationTest {

    private static final long MESSAGES = 400_000;
    private static final int WINDOW = 20_000;

    /**
     * Notes, each time after a number of readings of the clock, what this thread has allocated since the last time. A message
     * reads the clock at least twice.
     */
    private static final class Meter extends ForwardingTime {

        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final List<Long> windows = new ArrayList<>(1_000);
        private int readings;
        private long allocatedBytes;

        Meter(VirtualTime time) {
            super(time);
        }

        @Override
        public long nanoTime() {
            if (++readings == WINDOW) {
                look();
            }
            return super.nanoTime();
        }

        private void look() {
            readings = 0;
            windows.add(threads.getCurrentThreadAllocatedBytes() - allocatedBytes);
            allocatedBytes = threads.getCurrentThreadAllocatedBytes();
        }
    }

    private final Simulation simulation = new Simulation().onNullDriver();
    private final Meter meter = new Meter(simulation.time);

    AllocationTest() {
        simulation.onClock(meter);
    }

    @ParameterizedTest
    @CsvSource({
        "ASYNC, all-out, QUEUE, 100, 1, 1",
        "ASYNC, all-out, QUEUE, 48..300, 10, 100",
        "ASYNC, constant 1M/s, QUEUE, '100:2, 200:1', 3, 0",
        "ASYNC, constant 1M/s poisson, SKIP, 48..300, 3, 10",
        "ASYNC, ramp 1M/s to 2M/s in 1s, QUEUE, 100, 1, 1",
        "SYNC, all-out, QUEUE, 100, 1, 1",
        "SYNC, constant 1M/s, SKIP, 100, 1, 1"
    })
    void aMessageAllocatesNothing(
            SendMode mode, String load, MissedSlots missed, String sizes, int producers, int maxPending) {
        simulation.set("mode %s; load %s; missed %s", mode, load, missed);
        simulation.sizes = SizeDistribution.parse(sizes);
        simulation.set("producers %s; maxPending %s; messageCount %s", producers, maxPending, MESSAGES);
        assertNothingAllocated(simulation.run().ledger());
    }

    @ParameterizedTest
    @CsvSource({"ASYNC, sequence", "ASYNC, uniform", "ASYNC, zipf", "SYNC, sequence", "SYNC, zipf"})
    void aKeyAllocatesNothing(SendMode mode, String order) {
        simulation.mode = mode;
        simulation.keys = Optional.of(
                switch (order) {
                    case "sequence" -> new KeyDistribution.Sequence(1_000);
                    case "uniform" -> new KeyDistribution.Uniform(1_000);
                    default -> new KeyDistribution.Zipf(1_000, 1.1);
                });
        simulation.messageCount = MESSAGES;
        assertNothingAllocated(simulation.run().ledger());
    }

    @Test
    void aMessageOfANamedGroupAllocatesNothing() {
        simulation.file = Optional.of("""
                producers: { name: web, to: queue://A, messages: %d }
                consumers: { name: orders, from: queue://A }
                phases: { measure: until stopped }
                """.formatted(MESSAGES));
        assertNothingAllocated(simulation.run().group("orders").orElseThrow().ledger());
    }

    /** @param ledger of all messages */
    private void assertNothingAllocated(LedgerCounts ledger) {
        assertThat(ledger.delivered()).isEqualTo(MESSAGES);
        // As with the null driver itself: the JVM allocates a little while its compilers take over, and once a second
        // an interval is made. What a message allocated would be in every window.
        assertThat(meter.windows).hasSizeGreaterThan(30).contains(0L);
    }
}
