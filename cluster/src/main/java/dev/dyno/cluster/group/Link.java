package dev.dyno.cluster.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Messages over the connection to one other member.
 *
 * <p>Assumptions and guarantees: {@link #read} by one thread; the rest from any. A thread of its own writes, so that a member
 * that does not read delays nobody else.
 */
final class Link {

    private final Connection connection;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final BlockingDeque<WireMessage> queue = new LinkedBlockingDeque<>();
    private final Lock writing = new ReentrantLock();
    private final Thread writer;

    /** Heartbeats sent since the last message from the other side. */
    private final AtomicInteger silentBeats = new AtomicInteger();

    Link(Connection connection, String name) throws IOException {
        this.connection = connection;
        in = connection.in();
        out = connection.out();
        writer = ListenerThreads.daemons("dyno-link-to-" + name).newThread(this::write);
        writer.start();
    }

    void send(WireMessage message) {
        if (!message.isUrgent()) {
            queue.add(message);
        } else if (writing.tryLock()) {
            // A reading of a clock takes the shortest way: a hand-over to another thread would widen its bound.
            try {
                message.write(out);
                out.flush();
            } catch (IOException e) {
                return; // The reader notices it, too.
            } finally {
                writing.unlock();
            }
        } else {
            queue.addFirst(message);
        }
    }

    private void write() {
        try {
            for (; ; ) {
                WireMessage next = queue.take();
                writing.lock();
                try {
                    while (next != null) {
                        next.write(out);
                        next = queue.poll();
                    }
                    out.flush();
                } finally {
                    writing.unlock();
                }
            }
        } catch (IOException | InterruptedException e) {
            return; // The connection is closed.
        }
    }

    /** Hands over all messages until the connection ends. */
    void read(Consumer<WireMessage> receiver) {
        try {
            for (; ; ) {
                final WireMessage message = WireMessage.read(in);
                silentBeats.set(0);
                receiver.accept(message);
            }
        } catch (IOException e) {
            return; // The connection is closed.
        } finally {
            close();
        }
    }

    /** Sends a heartbeat. Returns how many were sent since the last message from the other side. */
    int beat() {
        send(WireMessage.HEARTBEAT);
        return silentBeats.incrementAndGet();
    }

    void close() {
        connection.close();
        writer.interrupt();
    }
}
