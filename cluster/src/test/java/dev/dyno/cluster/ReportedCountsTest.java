package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.record.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Counts that a worker reports for who watches its load, on a clock that the test turns. */
class ReportedCountsTest {

    private static final long MS = 1_000_000L;

    private final VirtualTime time = new VirtualTime();
    /** Tenths of a second of the reports. */
    private final List<Long> tenths = new ArrayList<>();

    private void reported(byte[] message) {
        try {
            tenths.add(((Report.Counted) WireJson.read(message, Report.class).event()).tenth());
        } catch (GroupException e) {
            throw new AssertionError(e);
        }
    }

    private WorkerRun run(TimeSource clock, Fellowship alone) {
        WorkerRun run = new WorkerRun(
                this::reported,
                "0",
                alone.plan("name: counted\nproducers: { to: queue://T, rate: 10/s }\nphases: { measure: 1m }"),
                alone.drivers,
                clock,
                Threads.inline(),
                Probes.none());
        run.start(0, new long[] {0});
        return run;
    }

    @Test
    void eachTenthIsReportedOnceForTwoSecondsAfterTheLastRequest() throws Exception {
        try (Fellowship alone = new Fellowship()) {
            WorkerRun run = run(time, alone);
            time.advance(50 * MS);
            run.count();
            // After the time for which it reports, and before the tenth at which it would notice.
            time.advance(2_020 * MS);
            run.count();
            time.advance(3_000 * MS);
            assertThat(tenths).isEqualTo(LongStream.rangeClosed(1, 40).boxed().toList());
            run.count();
            time.advance(100 * MS);
            assertThat(tenths).last().isEqualTo(51L);
        }
    }

    @Test
    void whatIsCountedLateIsOfALaterTenth() throws Exception {
        TimeSource late = new ForwardingTime(time) {
            @Override
            public Cancellable schedule(long atNs, Runnable task) {
                return super.schedule(atNs + 250 * MS, task);
            }
        };
        try (Fellowship alone = new Fellowship()) {
            run(late, alone).count();
            time.advance(1_000 * MS);
        }
        // At 350, 650 and 950 ms.
        assertThat(tenths).containsExactly(3L, 6L, 9L);
    }
}
