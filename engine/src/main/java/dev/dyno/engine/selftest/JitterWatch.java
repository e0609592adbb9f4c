package dev.dyno.engine.selftest;

import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.pace.TimerJitter;
import org.HdrHistogram.Histogram;

/**
 * Measures how late this machine wakes a thread during a measurement, which is the noise of that measurement.
 *
 * <p>Assumptions and guarantees: one thread creates and asks it; another watches.
 */
final class JitterWatch {

    private static final long INTERVAL_NS = 1_000_000;
    private static final long JOIN_MILLIS = 1_000;

    private final Histogram lateness = new Histogram(3);
    private final Threads.Running watching;

    /** Watches for about the given duration. */
    JitterWatch(TimeSource time, Threads threads, long durationNs) {
        long endNs = time.nanoTime() + durationNs;
        watching = threads.start("jitter", () -> {
            try {
                while (time.nanoTime() < endNs) {
                    record(TimerJitter.measure(time, INTERVAL_NS, 1).maxNs());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void record(long lateNs) {
        synchronized (lateness) {
            lateness.recordValue(lateNs);
        }
    }

    /** Distribution of the lateness in ns; waits for the end of the watch, at most {@value #JOIN_MILLIS} ms. */
    Histogram lateness() {
        watching.join(JOIN_MILLIS);
        synchronized (lateness) {
            return lateness.copy();
        }
    }
}
