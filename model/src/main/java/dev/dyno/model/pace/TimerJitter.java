package dev.dyno.model.pace;

import dev.dyno.driver.TimeSource;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Lateness of waits, for a self-test: a distribution in ns. Immutable. */
public final class TimerJitter {

    private final long[] sortedNs;

    private TimerJitter(long[] sortedNs) {
        this.sortedNs = sortedNs;
    }

    /**
     * Waits for a number of deadlines, one interval apart, on the calling thread, and measures how late each wait ended. A
     * deadline that has passed before its turn is moved to one interval from now, so that one long delay counts once.
     *
     * @param intervalNs more than 0
     * @param waits number of waits, more than 0
     * @throws InterruptedException if the thread is interrupted; the interrupt is cleared
     */
    public static TimerJitter measure(TimeSource time, long intervalNs, int waits) throws InterruptedException {
        return measure(time, intervalNs, waits, done -> done >= waits);
    }

    /**
     * Measures until a condition holds, otherwise like {@link #measure(TimeSource, long, int)}, and keeps the last waits only.
     *
     * @param waits maximum number of waits that are kept, more than 0
     * @param isOver receives the number of waits so far, after each wait
     */
    public static TimerJitter measure(TimeSource time, long intervalNs, int waits, IntPredicate isOver)
            throws InterruptedException {
        if (intervalNs <= 0 || waits <= 0) {
            throw new IllegalArgumentException(waits + " waits of " + intervalNs + "ns; both must be more than 0");
        }
        final long[] lateNs = new long[waits];
        long nowNs = time.nanoTime();
        long deadlineNs = nowNs;
        int done = 0;
        do {
            deadlineNs += intervalNs;
            if (deadlineNs - nowNs <= 0) {
                deadlineNs = nowNs + intervalNs;
            }
            nowNs = time.nanoTime();
            while (nowNs - deadlineNs < 0) {
                time.parkUntil(deadlineNs);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                nowNs = time.nanoTime();
            }
            lateNs[done++ % waits] = nowNs - deadlineNs;
        } while (!isOver.test(done));
        final long[] kept = Arrays.copyOf(lateNs, Math.min(done, waits));
        Arrays.sort(kept);
        return new TimerJitter(kept);
    }

    public int count() {
        return sortedNs.length;
    }

    /**
     * Lateness in ns that the given percentage of waits did not exceed.
     *
     * @param percentile 0 for the least, 100 for the most
     */
    public long percentileNs(double percentile) {
        if (!(percentile >= 0 && percentile <= 100)) {
            throw new IllegalArgumentException("percentile " + percentile + "; must be 0 to 100");
        }
        final int rank = (int) Math.ceil(percentile / 100 * sortedNs.length);
        return sortedNs[Math.max(rank, 1) - 1];
    }

    public long maxNs() {
        return sortedNs[sortedNs.length - 1];
    }
}
