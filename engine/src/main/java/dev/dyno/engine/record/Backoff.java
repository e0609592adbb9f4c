package dev.dyno.engine.record;

import dev.dyno.driver.TimeSource;
import java.time.Duration;

/**
 * Pauses between the attempts to replace the connection of one link: none before the first attempt, then a delay that doubles up
 * to ten times the first. The sequence restarts only if a restored connection lasted for as long as the next pause; if not, that
 * pause is shorter by its lifetime. So a connection that breaks right after each attempt is not replaced at once.
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

    /** Notes that the lost connection has been replaced. */
    synchronized void restored() {
        restored = true;
        restoredNs = time.nanoTime();
    }

    /** Pause from the break of a connection to the first attempt, in ns. */
    synchronized long afterBreakNs() {
        long heldNs = time.nanoTime() - restoredNs;
        if (restored && heldNs < pauseNs()) {
            return afterFailureNs() - heldNs;
        }
        pauses = 0;
        return 0;
    }

    /** Pause from the beginning of a failed attempt to the next one, in ns. */
    synchronized long afterFailureNs() {
        long pauseNs = pauseNs();
        pauses++;
        return pauseNs;
    }

    private long pauseNs() {
        return firstNs * Math.min(LONGEST, 1L << Math.min(pauses, LONGEST));
    }
}
