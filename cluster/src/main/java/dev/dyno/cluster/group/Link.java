package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages and calls over the connection to one other member.
 *
 * <p>Assumptions and guarantees: {@link #read} by one thread; all other methods on any thread. A thread of its own writes, so
 * that a member that does not read delays nobody else.
 */
final class Link {

    final Member other;
    private final Connection connection;
    private final TimeSource clock;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final BlockingDeque<WireMessage> queue = new LinkedBlockingDeque<>();
    private final Lock writing = new ReentrantLock();
    private final Thread writer;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, CompletableFuture<Reply>> calls = new ConcurrentHashMap<>();

    /** Reason why calls fail, once one of the two members has left; null before. */
    private volatile @Nullable String end;

    /** Heartbeats sent since the last message from the other side. */
    private final AtomicInteger silentBeats = new AtomicInteger();

    /**
     * Answer to a call.
     *
     * @param receivedNs arrival, on our clock
     */
    record Reply(WireMessage message, long receivedNs) {}

    record Call(long id, CompletableFuture<Reply> reply) {}

    Link(Member other, Connection connection, TimeSource clock) throws IOException {
        this.other = other;
        this.connection = connection;
        this.clock = clock;
        in = connection.in();
        out = connection.out();
        writer = ListenerThreads.daemons("dyno-link-to-" + other.name()).newThread(this::write);
        writer.start();
    }

    /** Sends a message; it is lost if the connection has ended. Messages are sent in order, but urgent ones overtake. */
    void send(WireMessage message) {
        if (!message.isUrgent()) {
            queue.add(message);
        } else if (writing.tryLock()) {
            // A reading of a clock is written by this thread: a hand-over to the writer would widen its bound.
            try {
                message.write(out);
                out.flush();
            } catch (IOException e) {
                return; // The reader notices the closed connection, too.
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

    /** Sends a question, and waits for the answer. */
    Reply ask(WireMessage.Kind kind, byte[] body, Duration deadline) throws GroupException {
        final Call call = begin(kind, body);
        try {
            final Reply reply = call.reply().get(deadline.toNanos(), TimeUnit.NANOSECONDS);
            if (reply.message().kind() == WireMessage.Kind.REFUSAL) {
                throw new GroupException(other + ": " + reply.message().text());
            }
            return reply;
        } catch (TimeoutException e) {
            throw new GroupException("No answer from " + other + " in " + Texts.seconds(deadline) + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GroupException("The call to " + other + " was given up.", e);
        } catch (ExecutionException e) {
            throw new GroupException(String.valueOf(end), e);
        } finally {
            calls.remove(call.id());
        }
    }

    /** Sends a question. The call fails if one of both members leaves before the answer. */
    Call begin(WireMessage.Kind kind, byte[] body) {
        final Call call = new Call(ids.incrementAndGet(), new CompletableFuture<>());
        calls.put(call.id(), call.reply());
        final String ended = end;
        if (ended != null) {
            call.reply().completeExceptionally(new GroupException(ended));
        }
        send(new WireMessage(kind, call.id(), body));
        return call;
    }

    /**
     * Fails all calls in progress, and all later ones.
     *
     * @return whether this is the first call of this method
     */
    synchronized boolean end(String why) {
        if (hasEnded()) {
            return false;
        }
        end = why;
        calls.values().forEach(call -> call.completeExceptionally(new GroupException(why)));
        return true;
    }

    boolean hasEnded() {
        return end != null;
    }

    /** Hands over all messages but answers until the connection ends. */
    void read(Consumer<WireMessage> receiver) {
        try {
            for (; ; ) {
                final WireMessage message = WireMessage.read(in);
                silentBeats.set(0);
                if (message.isAnswer()) {
                    answered(message, clock.nanoTime());
                } else {
                    receiver.accept(message);
                }
            }
        } catch (IOException e) {
            return; // The connection is closed.
        } finally {
            close();
        }
    }

    private void answered(WireMessage message, long nowNs) {
        final CompletableFuture<Reply> call = calls.get(message.id());
        if (call != null) {
            call.complete(new Reply(message, nowNs));
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
