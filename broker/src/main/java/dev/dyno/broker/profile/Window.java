package dev.dyno.broker.profile;

import java.time.Instant;

/**
 * The measured phase on the wall clock, which recordings use.
 *
 * @param loadStarted start of the load, from which the other times are counted
 * @param fromNs start of the measured phase
 * @param toNs end of the measured phase
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

    /** Time of an instant of the wall clock since the start of the load, in ns. */
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
