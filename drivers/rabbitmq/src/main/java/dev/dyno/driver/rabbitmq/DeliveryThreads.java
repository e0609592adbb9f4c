package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.impl.FrameHandler;
import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that deliver the messages of a connection, as many as the library would make. The library hands a thread the
 * deliveries that are there, up to sixteen of a channel; what acknowledges them goes to the socket in one write, instead of one
 * each: a write is the dearest part of receiving a message.
 *
 * <p>Assumptions and guarantees: an acknowledgement waits for no message that is still to come, only for those already with the
 * thread, and only while they are handled in {@link #QUICK_NS}. Whatever else is written to the connection takes it along.
 */
final class DeliveryThreads extends ThreadPoolExecutor {

    /** A slow listener must not keep back the acknowledgements of the messages before. */
    static final long QUICK_NS = 100_000;

    DeliveryThreads(TimeSource time) {
        this(Runtime.getRuntime().availableProcessors(), time);
    }

    private DeliveryThreads(int size, TimeSource time) {
        super(size, size, 0, TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(), task -> new Delivering(task, time));
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
        if (Thread.currentThread() instanceof Delivering thread) {
            thread.release();
        }
    }

    /** On a delivering thread the acknowledgement may leave for the socket a little later than this returns. */
    static void acknowledge(Channel channel, long deliveryTag, boolean multiple) throws IOException {
        if (Thread.currentThread() instanceof Delivering thread) {
            thread.acknowledge(channel, deliveryTag, multiple);
        } else {
            channel.basicAck(deliveryTag, multiple);
        }
    }

    /** Whether the calling thread flushes these frames later. */
    static boolean hold(FrameHandler frames) {
        return Thread.currentThread() instanceof Delivering thread && thread.hold(frames);
    }

    private static final class Delivering extends Thread {

        private final TimeSource time;
        private long acknowledgedNs;
        /** Is acknowledging, and not long after the last time. */
        private boolean gathers;

        private @Nullable FrameHandler held;

        Delivering(Runnable task, TimeSource time) {
            super(task, Connector.THREADS);
            setDaemon(true);
            this.time = time;
            acknowledgedNs = time.nanoTime() - QUICK_NS;
        }

        void acknowledge(Channel channel, long deliveryTag, boolean multiple) throws IOException {
            long now = time.nanoTime();
            gathers = now - acknowledgedNs < QUICK_NS;
            acknowledgedNs = now;
            try {
                channel.basicAck(deliveryTag, multiple);
            } finally {
                gathers = false;
            }
        }

        boolean hold(FrameHandler frames) {
            if (!gathers || (held != null && held != frames)) {
                return false;
            }
            held = frames;
            return true;
        }

        void release() {
            FrameHandler frames = held;
            if (frames == null) {
                return;
            }
            held = null;
            try {
                frames.flush(null);
            } catch (IOException e) {
                // The connection is lost, as the thread that reads it finds out, too.
            }
        }
    }
}
