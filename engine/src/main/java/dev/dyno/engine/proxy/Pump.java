package dev.dyno.engine.proxy;

import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Carries the bytes of one connection in one direction. Bytes that have been read wait in memory until they are due, so that the
 * sender is not slowed down, up to {@value #MOST_BYTES} bytes, like a large TCP window; then nothing more is read. With a limited
 * bandwidth, no more bytes wait than it carries in the delay plus a tenth of a second, like the queue of a router.
 *
 * <p>Assumptions and guarantees: one thread calls {@link #read}, another {@link #write}.
 */
final class Pump {

    private static final int MOST_BYTES = 4 << 20;
    private static final int CHUNK_BYTES = 1 << 16;
    private static final int LEAST_BYTES = 1 << 12;
    /** With a limited bandwidth, a read takes at most the bytes of a hundredth of a second. */
    private static final int READS_PER_S = 100;

    /** Time in seconds, added to the delay, whose bytes may wait for a limited bandwidth. */
    private static final double QUEUE_S = 0.1;

    private static final double NS_PER_S = 1e9;
    /** Longest lateness of the writing thread, in ns, that it makes up for by exceeding the bandwidth afterwards. */
    private static final long CATCH_UP_NS = 20_000_000;

    private final int connection;
    private final Way way;
    private final Lane lane;
    private final Tap tap;
    private final TimeSource time;
    private final SplittableRandom random;
    private final Queue<Chunk> chunks = new ArrayDeque<>();
    private int waitingBytes;
    private boolean writes = true;
    private long dueNs;
    private final AtomicLong carried = new AtomicLong();

    private record Chunk(byte[] bytes, long dueNs, LongConsumer written) {

        boolean isEnd() {
            return bytes.length == 0;
        }
    }

    Pump(int connection, Way way, Lane lane, Tap tap, TimeSource time, SplittableRandom random) {
        this.connection = connection;
        this.way = way;
        this.lane = lane;
        this.tap = tap;
        this.time = time;
        this.random = random;
        dueNs = time.nanoTime();
    }

    /** Reads until the sender closes the stream or either socket is closed. */
    void read(Socket from) throws IOException, InterruptedException {
        byte[] buffer = new byte[CHUNK_BYTES];
        InputStream in = from.getInputStream();
        for (int length = in.read(buffer, 0, atOnce()); length > 0; length = in.read(buffer, 0, atOnce())) {
            carried.addAndGet(length);
            long now = time.nanoTime();
            LongConsumer written = tap.read(connection, way, buffer, length, now);
            add(new Chunk(Arrays.copyOf(buffer, length), dueNs(now), written));
        }
        add(new Chunk(new byte[0], dueNs(time.nanoTime()), ns -> {}));
    }

    private int atOnce() {
        long perSecond = lane.conditions.bytesPerSecond();
        return perSecond == 0 ? CHUNK_BYTES : (int) Math.max(1, Math.min(CHUNK_BYTES, perSecond / READS_PER_S));
    }

    private long mostBytes() {
        WireConditions conditions = lane.conditions;
        double queue = conditions.bytesPerSecond() * (conditions.delay().toNanos() / NS_PER_S + QUEUE_S);
        return queue == 0 ? MOST_BYTES : (long) Math.max(LEAST_BYTES, Math.min(MOST_BYTES, queue));
    }

    /** Number of bytes read so far. */
    long carried() {
        return carried.get();
    }

    /** Due time of a chunk read now: never before that of the previous one. */
    long dueNs(long now) {
        WireConditions conditions = lane.conditions;
        long jitterNs = conditions.jitter().toNanos();
        long delayNs = conditions
                .delay()
                .plus(Duration.ofNanos(jitterNs == 0 ? 0 : random.nextLong(jitterNs)))
                .toNanos();
        dueNs = now + delayNs - dueNs > 0 ? now + delayNs : dueNs;
        return dueNs;
    }

    private synchronized void add(Chunk chunk) throws InterruptedException {
        while (waitingBytes > mostBytes() && writes) {
            wait();
        }
        chunks.add(chunk);
        waitingBytes += chunk.bytes.length;
        notifyAll();
    }

    /** Writes until everything from the sender has been passed on or either socket is closed. */
    void write(Socket to) throws IOException, InterruptedException {
        try {
            OutputStream out = to.getOutputStream();
            long freeNs = time.nanoTime();
            for (Chunk chunk = take(); !chunk.isEnd(); chunk = take()) {
                long fromNs = chunk.dueNs - freeNs > 0 ? chunk.dueNs : freeNs;
                long now = lane.awaitPassage(fromNs, chunk.bytes.length);
                freeNs = Math.max(fromNs + lane.takesNs(chunk.bytes.length) - now, -CATCH_UP_NS) + now;
                chunk.written.accept(now);
                out.write(chunk.bytes);
            }
            to.shutdownOutput();
        } finally {
            synchronized (this) {
                writes = false;
                notifyAll();
            }
        }
    }

    private synchronized Chunk take() throws InterruptedException {
        while (chunks.isEmpty()) {
            wait();
        }
        Chunk chunk = chunks.remove();
        waitingBytes -= chunk.bytes.length;
        notifyAll();
        return chunk;
    }
}
