package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Producer of the simulated broker. Its messages in flight are in a list that only the loop uses.
 *
 * <p>Assumptions and guarantees: sends and commits by the thread of the producer, asynchronous sends also on the loop, after
 * completions; {@link #close} by any thread, and the methods at the end on the loop. A message is handed over as a task of the
 * loop. Each completes at most once, on the loop: the broker answers, or the connection breaks, or the producer is closed. In
 * the modes that block, the loop sets the failure before the answer and then wakes the waiting thread.
 */
final class SimProducer implements Producer {

    private final SimConnection connection;
    private final SimBroker broker;
    private final SimServer server;
    private final SimLoop loop;
    private final SimTarget target;
    private final ProducerSpec spec;
    private final long timeToLiveNs;
    private final boolean lends;
    private final SendListener listener;
    private volatile boolean closed;

    /** Key of the next message; used by the producer's thread only. */
    private @Nullable MessageKey key;

    // Used in the modes that block: the producer's thread clears the answer and waits, the loop sets it.
    private volatile @Nullable Thread waiter;
    private volatile boolean answered;
    private volatile String failure = "";
    private volatile SimTransaction transaction = new SimTransaction(this);

    // Used on the loop only.
    private @Nullable SimMessage oldest;
    private @Nullable SimMessage newest;
    private @Nullable SimMessage held;

    SimProducer(
            SimConnection connection, SimBroker broker, SimTarget target, ProducerSpec spec, SendListener listener) {
        this.connection = connection;
        this.broker = broker;
        this.server = broker.server();
        this.loop = broker.loop();
        this.target = target;
        this.spec = spec;
        this.timeToLiveNs = spec.timeToLive().toNanos();
        this.lends = broker.script().get(ScriptReader.LEND);
        this.listener = listener;
    }

    @Override
    public void useKey(MessageKey next) {
        key = next;
    }

    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        check();
        if (!server.reserve()) {
            server.counters().refused.increment();
            return false;
        }
        handOver(body, token, null);
        return true;
    }

    @Override
    public boolean sendsAfterCompletions() {
        return lends;
    }

    @Override
    public void send(ByteBuffer body) throws DriverException {
        final boolean transacted = spec.mode() == SendMode.TRANSACTED;
        check();
        while (!server.reserve()) {
            checkMayWait();
            server.awaitRoom();
            check();
        }
        if (transacted) {
            handOver(body, 0, transaction);
        } else {
            checkMayWait();
            expectAnswer();
            handOver(body, 0, null);
            awaitAnswer();
        }
    }

    @Override
    public void commit() throws DriverException {
        check();
        checkMayWait();
        expectAnswer();
        final SimTransaction ending = transaction;
        transaction = new SimTransaction(this);
        final long nowNs = broker.time().nanoTime();
        loop.submit(() -> server.commitArrived(ending, nowNs));
        awaitAnswer();
    }

    private void handOver(ByteBuffer body, long token, @Nullable SimTransaction inTransaction) {
        final byte[] copy = new byte[body.remaining()];
        body.get(body.position(), copy);
        final MessageKey present = key;
        if (present != null) {
            server.counters().sentWith(present.text());
        }
        loop.submit(new SimMessage(this, copy, token, broker.time().nanoTime(), inTransaction));
    }

    private void check() throws DriverException {
        if (closed) {
            throw new DriverException("The producer of " + spec.destination() + " is closed.");
        }
        connection.check();
    }

    private void checkMayWait() throws DriverException {
        if (!loop.mayWait()) {
            throw new DriverException(
                    "A blocking send or commit inside a listener of the simulated broker would wait for itself.");
        }
    }

    private void expectAnswer() {
        answered = false;
        failure = "";
        waiter = Thread.currentThread();
    }

    private void awaitAnswer() throws DriverException {
        while (!answered) {
            if (closed) {
                throw new DriverException("closed before the broker acknowledged the message");
            }
            connection.check();
            if (Thread.currentThread().isInterrupted()) {
                throw new DriverException("interrupted before the broker acknowledged the message");
            }
            broker.time().parkUntil(broker.time().nanoTime() + SimLoop.FOR_EVER_NS);
        }
        if (!failure.isEmpty()) {
            throw new DriverException(failure);
        }
    }

    private void answer(String why) {
        failure = why;
        answered = true;
        wake();
    }

    private void wake() {
        final Thread waiting = waiter;
        if (waiting != null) {
            broker.time().unpark(waiting);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            connection.onLoop(this::closeOnLoop);
            connection.closed(this);
        }
    }

    // The following methods are called on the loop.

    /** Completes all sends in flight as failed; the broker continues with their messages. */
    void closeOnLoop() {
        if (!closed) {
            closed = true;
            transaction.rollBack();
            failPending("closed before the broker acknowledged the message", false);
            wake();
        }
    }

    /** Fails all sends in flight when the broker has died or cut the connection. */
    void broken(String why) {
        transaction.rollBack();
        failPending(why, true);
        wake();
    }

    private void failPending(String why, boolean counts) {
        for (SimMessage message = oldest; message != null; message = oldest) {
            if (counts) {
                server.counters().failed.increment();
            }
            completed(message, new DriverException(why));
        }
    }

    SimServer server() {
        return server;
    }

    SimTarget target() {
        return target;
    }

    long timeToLiveNs() {
        return timeToLiveNs;
    }

    Map<String, Object> properties() {
        return spec.properties();
    }

    boolean isPersistent() {
        return spec.persistent();
    }

    boolean isClosed() {
        return closed;
    }

    void began(SimMessage message) {
        message.pending = true;
        final SimMessage last = newest;
        message.previous = last;
        if (last == null) {
            oldest = message;
        } else {
            last.next = message;
        }
        newest = message;
    }

    void forget(SimMessage message) {
        if (!message.pending) {
            return;
        }
        message.pending = false;
        final SimMessage before = message.previous;
        final SimMessage after = message.next;
        if (before == null) {
            oldest = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.previous = before;
        }
        message.previous = null;
        message.next = null;
    }

    void completed(SimMessage message, @Nullable DriverException why) {
        if (!message.pending) {
            return;
        }
        forget(message);
        switch (spec.mode()) {
            case ASYNC -> {
                try {
                    listener.onSendCompleted(message.token, why);
                    if (sendsAfterCompletions()) {
                        listener.afterCompletions();
                    }
                } catch (RuntimeException | Error e) {
                    connection.report(e);
                }
            }
            case SYNC -> answer(why == null ? "" : String.valueOf(why.getMessage()));
            case TRANSACTED -> {
                // The commit reports the outcome.
            }
        }
    }

    void committed(boolean failed) {
        answer(
                failed
                        ? "the simulated broker refused a message of the transaction, as its setting 'fail' asks for"
                        : "");
    }

    void hold(SimMessage message) {
        held = message;
    }

    boolean isHeld(SimMessage message) {
        return held == message;
    }

    @Nullable
    SimMessage takeHeld() {
        final SimMessage was = held;
        held = null;
        return was;
    }
}
