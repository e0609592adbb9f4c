package dev.dyno.cluster;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Queue of events that one thread handles in order, in {@link #await}; {@link #add} is called on any thread. */
final class Events {

    /** Interval in ns at which a condition is checked without an event, because it may depend on the time. */
    private static final long LOOK_NS = 20_000_000;

    private final TimeSource time;
    private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

    Events(TimeSource time) {
        this.time = time;
    }

    void add(Runnable event) {
        events.add(event);
    }

    /** Handles events until the condition holds; false if it does not at the deadline, or the thread is interrupted. */
    boolean await(long deadlineNs, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            long now = time.nanoTime();
            if (now >= deadlineNs) {
                return false;
            }
            try {
                Runnable event = events.poll(Math.min(LOOK_NS, deadlineNs - now), TimeUnit.NANOSECONDS);
                while (event != null) {
                    event.run();
                    event = events.poll();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
