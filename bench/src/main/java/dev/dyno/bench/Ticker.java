package dev.dyno.bench;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Prints the growth of two counters each second, in the form of {@code artemis perf}, until the time is over. */
final class Ticker extends Thread {

    private final int seconds;
    private final LongAdder acknowledged;
    private final LongAdder received;
    private final IntConsumer onSecond;
    private volatile boolean over;

    /** @param onSecond called after each second, with the number of seconds so far */
    Ticker(int seconds, LongAdder acknowledged, LongAdder received, IntConsumer onSecond) {
        super("ticker");
        this.seconds = seconds;
        this.acknowledged = acknowledged;
        this.received = received;
        this.onSecond = onSecond;
    }

    boolean isOver() {
        return over;
    }

    @Override
    public void run() {
        long startNs = System.nanoTime();
        long lastAcknowledged = 0;
        long lastReceived = 0;
        for (int second = 1; second <= seconds; second++) {
            long at = startNs + second * 1_000_000_000L;
            while (System.nanoTime() < at) {
                LockSupport.parkNanos(at - System.nanoTime());
            }
            long nowAcknowledged = acknowledged.sum();
            long nowReceived = received.sum();
            System.out.printf("--- completed: %8d msg/sec%n", nowAcknowledged - lastAcknowledged);
            System.out.printf("--- received:  %8d msg/sec%n", nowReceived - lastReceived);
            System.out.flush();
            lastAcknowledged = nowAcknowledged;
            lastReceived = nowReceived;
            onSecond.accept(second);
        }
        over = true;
    }
}
