package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that deliver the messages of a connection: one for each consumer, but no more than processors. The library would
 * make one for each processor; but it delivers the messages of a consumer one at a time, so that with more threads than consumers
 * each delivery wakes the next thread, while the one before has just become idle. The library hands a thread all the
 * deliveries of a channel that are there; what acknowledges them goes to the socket in a few writes, instead of one each: a
 * write is the dearest part of receiving a message.
 *
 * <p>Assumptions and guarantees: an acknowledgement waits for no message that is still to come, only for a few of those that are
 * with the thread already; and only if the one before was less than {@link #QUICK_NS} ago. So with a slow listener none waits,
 * but those of quick messages before a slow one do. Whatever else is written to the connection takes along what waits.
 */
final class DeliveryThreads extends ThreadPoolExecutor {

    /** As long as a listener may take for one message, and the broker is told of it a little later. */
    static final long QUICK_NS = 100_000;

    private static final long IDLE_NS = 1_000_000_000L;
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
                // Behind a broker that stood still the library delivers to a connection that was closed meanwhile.
                new ThreadPoolExecutor.DiscardPolicy());
        this.time = time;
        this.processors = processors;
    }

    /** There is one consumer more on the connection. */
    synchronized void addConsumer() {
        consumers++;
        if (consumers > 1 && consumers <= processors) {
            setMaximumPoolSize(consumers);
            setCorePoolSize(consumers);
        }
    }

    /** Waits a second at the most until all that came has been delivered, or held back. Whether it has. */
    boolean awaitIdle() {
        long giveUpNs = time.nanoTime() + IDLE_NS;
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
     * Acknowledges; on a thread that delivers, it may leave for the socket a little later than this returns.
     *
     * @param inOneWrite at the most so many leave together; 1 = each by itself
     */
    static void acknowledge(Channel channel, long deliveryTag, boolean multiple, int inOneWrite) throws IOException {
        if (Thread.currentThread() instanceof Delivering thread) {
            thread.acknowledge(channel, deliveryTag, multiple, inOneWrite);
        } else {
            channel.basicAck(deliveryTag, multiple);
        }
    }

    /** Whether the calling thread takes it upon itself to flush these frames, later. */
    static boolean takesOver(GatheredFrames frames) {
        return Thread.currentThread() instanceof Delivering thread && thread.takesOver(frames);
    }

    private static final class Delivering extends Thread {

        private final TimeSource time;
        private long acknowledgedNs;
        /** Is acknowledging, and may leave the flush to later. */
        private boolean gathers;

        /** What is to be flushed. When the library has connected anew, what was left for the lost connection is void. */
        private @Nullable GatheredFrames held;

        /** Acknowledgements that wait for that. */
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
                    held = null;
                }
                gathers = false;
            }
        }

        boolean takesOver(GatheredFrames frames) {
            if (gathers) {
                held = frames;
            }
            return gathers;
        }

        void release() {
            GatheredFrames frames = held;
            if (frames == null) {
                return;
            }
            held = null;
            waiting = 0;
            try {
                frames.flushNow();
            } catch (IOException e) {
                // The connection is lost, as the thread that reads it finds out, too.
            }
        }
    }
}
