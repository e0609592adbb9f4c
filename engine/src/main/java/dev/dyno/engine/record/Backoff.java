package dev.dyno.engine.record;

import dev.dyno.driver.TimeSource;
import java.time.Duration;

/**
 * Pauses between the attempts to replace the connection of one link: none before the first attempt, then a delay that doubles up to
 * ten times the first. They begin anew only when a connection has held for as long as the next pause, so that one which is restored
 * and breaks at once is not restored again and again without a pause.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class Backoff {

    private static final long LONGEST = 10;

    private final long firstNs;
    private final TimeSource time;
    private int pauses;
    private boolean restored;
    private long restoredNs;

    Backoff(Duration first, TimeSource time) {
        firstNs = first.toNanos();
        this.time = time;
    }

    /** A connection has taken the place of the lost one. */
    synchronized void restored() {
        restored = true;
        restoredNs = time.nanoTime();
    }

    /** The pause from the break of a connection to the first attempt, in ns. */
    synchronized long afterBreakNs() {
        if (restored && time.nanoTime() - restoredNs < pauseNs()) {
            return afterFailureNs();
        }
        pauses = 0;
        return 0;
    }

    /** The pause from the beginning of an attempt that failed to the next, in ns. */
    synchronized long afterFailureNs() {
        long pauseNs = pauseNs();
        pauses++;
        return pauseNs;
    }

    private long pauseNs() {
        return firstNs * Math.min(LONGEST, 1L << Math.min(pauses, LONGEST));
    }
}
