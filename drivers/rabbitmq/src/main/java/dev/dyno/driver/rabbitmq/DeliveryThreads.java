package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads that deliver the messages of a connection: one for each listener, but no more than processors. The library would make
 * one for each processor. But it delivers the messages of a consumer one at a time, so with more threads than consumers each
 * delivery wakes the next thread while the one before has just become idle. The library gives a thread all waiting deliveries of
 * a channel at once; their acknowledgements go to the socket in a few writes instead of one each, because a write is the most
 * expensive part of receiving a message.
 *
 * <p>Assumptions and guarantees: an acknowledgement never waits for a message that is still to come, only for a few that the
 * thread already has, and only if the previous acknowledgement was less than {@link #QUICK_NS} ago. With a slow listener no
 * acknowledgement waits, but those of quick messages wait while a slow message behind them is delivered. Anything else that is
 * written to the connection takes the waiting acknowledgements along.
 */
final class DeliveryThreads extends ThreadPoolExecutor {

    /**
     * Time in ns since a thread's previous acknowledgement, below which the next one is held back, to be written together with
     * later ones. After a longer time it is written at once, with those held back.
     */
    static final long QUICK_NS = 100_000;

    private static final long LOOK_NS = 1_000_000;

    private final TimeSource time;
    private final int processors;
    private int consumers;

    DeliveryThreads(TimeSource time) {
        this(Runtime.getRuntime().availableProcessors(), time);
    }

    DeliveryThreads(int processors, TimeSource time) {
        super(
                1,
                1,
                0,
                TimeUnit.NANOSECONDS,
                new LinkedBlockingQueue<>(),
                task -> new Delivering(task, time),
                // After a broker has hung, the library delivers to a connection that was closed in the meantime.
                new ThreadPoolExecutor.DiscardPolicy());
        this.time = time;
        this.processors = processors;
    }

    /** Adds a consumer of the connection, and a thread for it if there are processors left. */
    synchronized void addConsumer() {
        consumers++;
        if (consumers > 1 && consumers <= processors) {
            setMaximumPoolSize(consumers);
            setCorePoolSize(consumers);
        }
    }

    /** Waits until everything received has been delivered or held back; returns false after {@code longest} or an interrupt. */
    boolean awaitIdle(Duration longest) {
        long giveUpNs = time.nanoTime() + longest.toNanos();
        while (getActiveCount() > 0 || !getQueue().isEmpty()) {
            if (time.nanoTime() - giveUpNs > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
        return true;
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
        if (Thread.currentThread() instanceof Delivering thread) {
            thread.release();
        }
    }

    /**
     * Acknowledges; on a delivery thread, this may be written to the socket a little after the return.
     *
     * @param inOneWrite largest number of acknowledgements in one write; 1 = each by itself
     */
    static void acknowledge(Channel channel, long deliveryTag, boolean multiple, int inOneWrite) throws IOException {
        if (Thread.currentThread() instanceof Delivering thread) {
            thread.acknowledge(channel, deliveryTag, multiple, inOneWrite);
        } else {
            channel.basicAck(deliveryTag, multiple);
        }
    }

    /** Whether the calling thread will flush these frames itself, later. */
    static boolean takesOver(GatheredFrames frames) {
        return Thread.currentThread() instanceof Delivering thread && thread.takesOver(frames);
    }

    private static final class Delivering extends Thread {

        private final TimeSource time;
        private long acknowledgedNs;
        /** Whether this thread is acknowledging, and may put off the flush. */
        private boolean gathers;

        private final DeferredFlush later = new DeferredFlush();

        /** Number of acknowledgements that wait for the flush. */
        private int waiting;

        Delivering(Runnable task, TimeSource time) {
            super(task, Connector.THREADS);
            setDaemon(true);
            this.time = time;
            acknowledgedNs = time.nanoTime() - QUICK_NS;
        }

        void acknowledge(Channel channel, long deliveryTag, boolean multiple, int inOneWrite) throws IOException {
            long now = time.nanoTime();
            gathers = now - acknowledgedNs < QUICK_NS && waiting + 1 < inOneWrite;
            acknowledgedNs = now;
            try {
                channel.basicAck(deliveryTag, multiple);
            } finally {
                if (gathers) {
                    waiting++;
                } else {
                    waiting = 0;
                    later.forget();
                }
                gathers = false;
            }
        }

        boolean takesOver(GatheredFrames frames) {
            if (gathers) {
                later.takeOver(frames);
            }
            return gathers;
        }

        void release() {
            waiting = 0;
            later.flush();
        }
    }
}
