package dev.dyno.engine.receive;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Messages that one consumer works on at once. All take equally long, so they end in the order in which they were received, each
 * with an acknowledgement of its own.
 *
 * <p>Assumptions and guarantees: {@link #begin} by the thread that delivers messages, {@link #await} when it has stopped. The ends
 * are tasks of the time source, so each message allocates.
 */
final class ThinkSlots {

    /** Longest wait in ns for acknowledgements that are late. */
    private static final long LATE_NS = 2_000_000_000;

    private static final long LOOK_NS = 1_000_000;

    private final TimeSource time;
    private final long thinkNs;
    private final java.util.function.Consumer<Throwable> onFailure;
    /** Times at which the work on the last messages ends: one for each message that may be worked on at once. */
    private final long[] endsNs;

    private int oldest;
    private final AtomicInteger open = new AtomicInteger();

    /** @param size number of messages that are worked on at once */
    ThinkSlots(TimeSource time, long thinkNs, int size, java.util.function.Consumer<Throwable> onFailure) {
        this.time = time;
        this.thinkNs = thinkNs;
        this.onFailure = onFailure;
        endsNs = new long[size];
        Arrays.fill(endsNs, time.nanoTime());
    }

    /** Begins to work on the message that is being delivered; returns the time from which there is room for another one. */
    long begin(Consumer consumer, long nowNs) {
        Object delivery = consumer.delivery();
        endsNs[oldest] = nowNs + thinkNs;
        open.incrementAndGet();
        time.schedule(endsNs[oldest], () -> end(consumer, delivery));
        oldest = (oldest + 1) % endsNs.length;
        return endsNs[oldest];
    }

    private void end(Consumer consumer, Object delivery) {
        try {
            consumer.acknowledge(delivery);
        } catch (DriverException | RuntimeException e) {
            onFailure.accept(e);
        } finally {
            open.decrementAndGet();
        }
    }

    /** Waits until all messages are acknowledged, but no longer than the think time and {@link #LATE_NS}. */
    void await() {
        long untilNs = time.nanoTime() + thinkNs + LATE_NS;
        while (open.get() > 0
                && time.nanoTime() < untilNs
                && !Thread.currentThread().isInterrupted()) {
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
    }
}
