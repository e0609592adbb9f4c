package dev.dyno.broker.profile;

import dev.dyno.model.workload.ProfileEvent;
import one.jfr.JfrReader;
import one.jfr.event.ContendedLock;
import one.jfr.event.Event;
import one.jfr.event.EventAggregator;
import one.jfr.event.EventCollector;

/** Passes on and counts the events that begin in the window. */
final class WindowCollector implements EventCollector {

    private static final long NS_PER_US = 1_000;

    private final JfrReader jfr;
    private final EventAggregator aggregator;
    private long fromEpochNs = Long.MIN_VALUE;
    private long toEpochNs = Long.MAX_VALUE;

    private long samples;
    private long lockNs;
    private long bytes;

    WindowCollector(JfrReader jfr, EventAggregator aggregator) {
        this.jfr = jfr;
        this.aggregator = aggregator;
    }

    /** Sets the window, before the first event. */
    void limit(Window window) {
        fromEpochNs = window.fromEpochNs();
        toEpochNs = window.toEpochNs();
    }

    long samples() {
        return samples;
    }

    long total(ProfileEvent event) {
        return switch (event) {
            case CPU -> samples;
            case LOCK -> lockNs / NS_PER_US;
            case ALLOC -> bytes;
        };
    }

    @Override
    public void collect(Event event) {
        long atNs = jfr.eventTimeToNanos(event.time);
        if (atNs < fromEpochNs || atNs > toEpochNs) {
            return;
        }
        if (event instanceof ContendedLock lock) {
            collect(lock);
            return;
        }
        samples += event.samples();
        bytes += event.value();
        aggregator.collect(event);
    }

    /**
     * Adds a wait for a lock. A sample stands for the sampling interval, or for the wait's own duration if that was longer, so
     * short and long waits keep their shares.
     */
    private void collect(ContendedLock lock) {
        long waitedNs = Math.max(AsyncProfiler.LOCK_INTERVAL_NS, Math.round(lock.duration * jfr.nanosPerTick));
        samples++;
        lockNs += waitedNs;
        // A thousandth of the ticks, because the page converts ticks to whole ns: it then shows whole µs.
        long ticks = Math.round(waitedNs / jfr.nanosPerTick / NS_PER_US);
        aggregator.collect(new ContendedLock(lock.time, lock.tid, lock.stackTraceId, ticks, lock.classId));
    }

    @Override
    public void beforeChunk() {
        aggregator.beforeChunk();
    }

    @Override
    public void afterChunk() {
        aggregator.afterChunk();
    }

    @Override
    public boolean finish() {
        return aggregator.finish();
    }

    @Override
    public void forEach(Visitor visitor) {
        aggregator.forEach(visitor);
    }
}
