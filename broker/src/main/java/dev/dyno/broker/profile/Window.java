package dev.dyno.broker.profile;

import java.time.Instant;

/**
 * The measured phase on the wall clock, which is the one that a recording has.
 *
 * @param loadStarted the start of the load, of which the ns are counted
 * @param fromNs when the measured phase began
 * @param toNs when it ended
 */
record Window(Instant loadStarted, long fromNs, long toNs) {

    private static final long SECOND_NS = 1_000_000_000;

    private long loadStartedEpochNs() {
        return loadStarted.getEpochSecond() * SECOND_NS + loadStarted.getNano();
    }

    long fromEpochNs() {
        return loadStartedEpochNs() + fromNs;
    }

    long toEpochNs() {
        return loadStartedEpochNs() + toNs;
    }

    /** Of an instant on the wall clock, the time since the start of the load. */
    long sinceLoadStartedNs(long epochNs) {
        return epochNs - loadStartedEpochNs();
    }

    Instant from() {
        return loadStarted.plusNanos(fromNs);
    }

    double seconds() {
        return (toNs - fromNs) / (double) SECOND_NS;
    }
}
