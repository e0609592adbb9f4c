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
import java.util.function.LongConsumer;

/**
 * Carries the bytes of one connection in one direction. Bytes that have been read wait in memory until they are due, so that the
 * sender is not slowed down, up to {@value #MOST_BYTES} bytes; then nothing more is read.
 *
 * <p>Assumptions and guarantees: one thread calls {@link #read}, another {@link #write}.
 */
final class Pump {

    private static final int MOST_BYTES = 4 << 20;
    private static final int CHUNK_BYTES = 1 << 16;
    private static final double NS_PER_S = 1e9;

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
        for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
            long now = time.nanoTime();
            LongConsumer written = tap.read(connection, way, buffer, length, now);
            add(new Chunk(Arrays.copyOf(buffer, length), dueNs(now, length), written));
        }
        add(new Chunk(new byte[0], dueNs(time.nanoTime(), 0), ns -> {}));
    }

    /** Due time of a chunk read now: never before that of the previous one. */
    long dueNs(long now, int length) {
        WireConditions conditions = lane.conditions();
        long jitterNs = conditions.jitter().toNanos();
        long delayNs = conditions
                .delay()
                .plus(Duration.ofNanos(jitterNs == 0 ? 0 : random.nextLong(jitterNs)))
                .toNanos();
        long earliestNs = now + delayNs - dueNs > 0 ? now + delayNs : dueNs;
        long takesNs = conditions.bytesPerSecond() == 0 ? 0 : (long) (NS_PER_S * length / conditions.bytesPerSecond());
        dueNs = earliestNs + takesNs;
        return dueNs;
    }

    private synchronized void add(Chunk chunk) throws InterruptedException {
        while (waitingBytes > MOST_BYTES && writes) {
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
            for (Chunk chunk = take(); !chunk.isEnd(); chunk = take()) {
                chunk.written.accept(lane.awaitPassage(chunk.dueNs));
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
