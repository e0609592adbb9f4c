package dev.dyno.load;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.TimeSource.Cancellable;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.ProducerGroup;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Tells each second how many producers and consumers are connected, while that takes long; also while a client library tries and
 * tries, and none is.
 *
 * <p>Assumptions and guarantees: one thread; it tells on the thread of the clock.
 */
final class ConnectProgress {

    /** A part of connecting. */
    @FunctionalInterface
    interface Part {
        void run() throws DriverException;
    }

    /** Most loads are connected by then. */
    private static final long FIRST_NS = 2_000_000_000L;

    private static final long EVERY_NS = 1_000_000_000L;

    private final TimeSource time;
    private final RunListener listener;
    private final long all;
    private final long firstNs;
    private final AtomicInteger connected = new AtomicInteger();

    /** Guarded by this. */
    private boolean connecting;

    /** Guarded by this. */
    private Cancellable next = () -> {};

    /** @param plan of which the share counts that is made here */
    ConnectProgress(RunPlan plan, TimeSource time, RunListener listener) {
        this.time = time;
        this.listener = listener;
        firstNs = time.nanoTime() + FIRST_NS;
        int producers = plan.workload().producers().stream()
                .mapToInt(ProducerGroup::size)
                .sum();
        int consumers = plan.workload().consumers().stream()
                .mapToInt(ConsumerGroup::size)
                .sum();
        all = IntStream.range(0, producers).filter(plan.share()::hasProducer).count()
                + IntStream.range(producers, producers + consumers)
                        .filter(plan.share()::hasConsumer)
                        .count();
    }

    /** Tells while that is done. */
    void during(Part part) throws DriverException {
        begin();
        try {
            part.run();
        } catch (DriverException e) {
            int before = connected.get();
            throw before == 0 ? e : new DriverException(words(before) + ", and the next failed: " + e.getMessage(), e);
        } finally {
            end();
        }
    }

    /** One more is connected. */
    void next() {
        connected.incrementAndGet();
    }

    private synchronized void begin() {
        connecting = true;
        next = time.schedule(Math.max(firstNs, time.nanoTime() + EVERY_NS), this::tell);
    }

    private synchronized void tell() {
        if (connecting) {
            listener.onNote(words(connected.get()));
            next = time.schedule(time.nanoTime() + EVERY_NS, this::tell);
        }
    }

    private String words(int number) {
        return String.format(Locale.ROOT, "%,d of %,d producers and consumers are connected", number, all);
    }

    private synchronized void end() {
        connecting = false;
        next.cancel();
    }
}
