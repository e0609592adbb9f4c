package dev.dyno.driver.pulsar;

import dev.dyno.driver.Bounded;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.TimeSource;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;

/**
 * Receives on the thread that calls {@link #receive}, or on a thread of its own that pushes to the listener.
 *
 * <p>Assumptions and guarantees: messages are delivered under {@link #gate} and only while started, so none is delivered after
 * {@link #stop} has returned. The library still hands out messages that it has fetched before; the first of them waits for the
 * next start here, in {@link #held} or the pushing thread, the others in the library.
 */
final class NativeConsumer implements Consumer, PulsarLink {

    /** Longest wait in the library, in ms, after which the thread checks whether it must end. */
    private static final int LOOK_AGAIN_MS = 500;

    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MS);
    private static final long LIMIT_MS = 3000;

    private final NativeConnection connection;
    private final org.apache.pulsar.client.api.Consumer<ByteBuffer> consumer;
    private final PulsarAcknowledger acknowledger;
    private final ConsumerSpec spec;
    private final boolean pausable;
    private final DeliveryListener listener;
    private final TimeSource time;
    private final ReentrantLock gate = new ReentrantLock();
    private final Condition changed = gate.newCondition();
    private final Thread thread;

    // Guarded by the gate.
    private boolean started;
    private @Nullable Message<ByteBuffer> held;
    private byte[] bytes = new byte[1024];
    private ByteBuffer body = ByteBuffer.wrap(bytes);
    private long publishTimeMs;
    private int partition;

    private volatile boolean ended;

    /** @param pausable whether the broker keeps messages until the consumer is resumed */
    NativeConsumer(
            NativeConnection connection,
            org.apache.pulsar.client.api.Consumer<ByteBuffer> consumer,
            PulsarAcknowledger acknowledger,
            ConsumerSpec spec,
            boolean pausable,
            DeliveryListener listener,
            TimeSource time) {
        this.connection = connection;
        this.consumer = consumer;
        this.acknowledger = acknowledger;
        this.spec = spec;
        this.pausable = pausable;
        this.listener = listener;
        this.time = time;
        thread = new Thread(this::push, "pulsar-consumer-" + spec.destination().name());
        thread.setDaemon(true);
    }

    /** Starts the thread. Not in the constructor, because the thread must not see an unfinished consumer. */
    void begin() {
        if (spec.mode() == ReceiveMode.LISTENER) {
            thread.start();
        }
    }

    void start() {
        gate.lock();
        try {
            started = true;
            changed.signalAll();
        } finally {
            gate.unlock();
        }
        if (pausable) {
            consumer.resume();
        }
    }

    void stop() {
        if (pausable) {
            consumer.pause();
        }
        gate.lock();
        try {
            started = false;
        } finally {
            gate.unlock();
        }
    }

    private void push() {
        while (!ended) {
            try {
                final Message<ByteBuffer> message = consumer.receive(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
                if (message != null) {
                    pushOne(message);
                }
            } catch (PulsarClientException e) {
                if (!ended && connection.lost() == null) {
                    connection.report(Failures.of("cannot receive from " + spec.destination(), e));
                }
                return;
            } catch (DriverException | RuntimeException | Error e) {
                connection.report(e);
            }
        }
    }

    private void pushOne(Message<ByteBuffer> message) throws DriverException {
        gate.lock();
        try {
            while (!started && !ended) {
                awaitChange(LOOK_AGAIN_NS);
            }
            if (started && !ended) {
                deliver(message);
            } else {
                message.release();
            }
        } finally {
            gate.unlock();
        }
    }

    @Override
    public boolean receive(long timeoutNs) throws DriverException {
        connection.failIfLost();
        final long untilNs = time.nanoTime() + timeoutNs;
        gate.lock();
        try {
            if (!awaitStart(untilNs)) {
                return false;
            }
            final Message<ByteBuffer> first = held;
            if (first != null) {
                held = null;
                deliver(first);
                return true;
            }
        } finally {
            gate.unlock();
        }
        return receiveOne(Math.max(0, untilNs - time.nanoTime()));
    }

    private boolean receiveOne(long timeoutNs) throws DriverException {
        final Message<ByteBuffer> message;
        try {
            message = consumer.receive(wholeMicros(timeoutNs), TimeUnit.MICROSECONDS);
        } catch (PulsarClientException | RuntimeException e) {
            final DriverException lost = connection.lost();
            throw lost == null ? Failures.of("cannot receive from " + spec.destination(), e) : lost;
        }
        if (message == null) {
            return false;
        }
        gate.lock();
        try {
            if (!started) {
                held = message;
                return false;
            }
            deliver(message);
            return true;
        } catch (DriverException | RuntimeException e) {
            connection.report(e);
            throw e;
        } finally {
            gate.unlock();
        }
    }

    /** Converts to µs, rounded up, so that no wait becomes 0. */
    private static int wholeMicros(long ns) {
        return (int) Math.min(Integer.MAX_VALUE, (ns + 999) / 1000);
    }

    private boolean awaitStart(long untilNs) throws DriverException {
        long leftNs = untilNs - time.nanoTime();
        while (!started && !ended && leftNs > 0) {
            awaitChange(Math.min(leftNs, LOOK_AGAIN_NS));
            leftNs = untilNs - time.nanoTime();
        }
        return started;
    }

    /**
     * Waits for a change, but only briefly, because {@link #end} may not get the gate to signal. Callers loop over their
     * condition.
     */
    @SuppressWarnings("WaitNotInLoop")
    private void awaitChange(long ns) throws DriverException {
        try {
            final long unused = changed.awaitNanos(ns);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("cannot receive from " + spec.destination() + ": interrupted", e);
        }
    }

    private void deliver(Message<ByteBuffer> message) throws DriverException {
        final MessageId id = message.getMessageId();
        try {
            publishTimeMs = message.getPublishTime();
            partition = Math.max(0, ((MessageIdAdv) id).getPartitionIndex());
            copy(message.getValue());
        } finally {
            message.release();
        }
        acknowledger.received(id);
        listener.onMessage(body);
        acknowledger.delivered(id);
    }

    /** Copies the body out of the library's memory, which need not be an array. A message without a value has an empty body. */
    private void copy(@Nullable ByteBuffer value) {
        final int length = value == null ? 0 : value.remaining();
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, bytes.length * 2)];
            body = ByteBuffer.wrap(bytes);
        }
        if (value != null) {
            value.get(value.position(), bytes, 0, length);
        }
        body.clear().limit(length);
    }

    @Override
    public void acknowledge() throws DriverException {
        acknowledger.acknowledge();
    }

    @Override
    public Object delivery() {
        return acknowledger.last();
    }

    @Override
    public void acknowledge(Object delivery) {
        acknowledger.acknowledgeLate((MessageId) delivery, failure -> {
            if (!ended) {
                connection.report(failure);
            }
        });
    }

    @Override
    public long timestampMs() {
        return publishTimeMs;
    }

    @Override
    public int partition() {
        return partition;
    }

    @Override
    public String timestampOrigin() {
        return "the publish time, set by the producer";
    }

    @Override
    public Optional<MessagesLeft> messagesLeft() throws DriverException {
        connection.failIfLost();
        return connection.messagesLeft(spec.destination(), consumer.getSubscription()).stream()
                .mapToObj(MessagesLeft::ofBroker)
                .findFirst();
    }

    @Override
    public String part() {
        return "consumer of " + spec.destination();
    }

    @Override
    public boolean wasDisconnected() {
        return consumer.getLastDisconnectedTimestamp() > 0;
    }

    @Override
    public CompletableFuture<Void> goodbye() {
        return consumer.closeAsync();
    }

    @Override
    public void fail(DriverException cause) {
        end();
        final CompletableFuture<Void> unused = goodbye();
    }

    /** Ends deliveries to a listener: none begins after this. Does not wait for one in progress. */
    void end() {
        ended = true;
        if (gate.tryLock()) {
            try {
                changed.signalAll();
            } finally {
                gate.unlock();
            }
        }
    }

    @Override
    public void close() {
        end();
        if (connection.lost() == null) {
            Bounded.await(goodbye());
        }
        connection.forgetConsumer(this);
        try {
            thread.join(LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
