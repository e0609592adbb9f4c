package dev.dyno.driver.sim;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of the simulated broker.
 *
 * <p>Assumptions and guarantees: a listener is called on the loop; in mode RECEIVE, on the thread that receives. The fields that
 * both threads use are guarded by this object's monitor, which is never held while a listener runs.
 */
final class SimConsumer implements Consumer {

    private final SimConnection connection;
    private final SimBroker broker;
    private final SimCounters counters;
    private final SimQueue queue;
    private final ConsumerSpec spec;
    private final Optional<Selector> selector;
    private final DeliveryListener listener;
    private final int prefetch;
    private final boolean keepsUnacknowledged;
    private final Runnable wantsMore;

    private final ArrayDeque<SimMessage> fetched = new ArrayDeque<>();
    private final ArrayDeque<SimMessage> unacknowledged = new ArrayDeque<>();
    private boolean lastIsUnacknowledged;
    private @Nullable Thread delivering;
    private @Nullable Thread receiver;
    private volatile boolean closed;
    /** Whether the broker has removed the consumer. Used on the loop only. */
    private boolean detached;

    SimConsumer(
            SimConnection connection,
            SimBroker broker,
            SimQueue queue,
            ConsumerSpec spec,
            Optional<Selector> selector,
            DeliveryListener listener) {
        this.connection = connection;
        this.broker = broker;
        this.counters = broker.server().counters();
        this.queue = queue;
        this.spec = spec;
        this.selector = selector;
        this.listener = listener;
        this.prefetch = broker.script().get(ScriptReader.PREFETCH);
        this.keepsUnacknowledged = switch (spec.ackMode()) {
            case AUTO, DUPS_OK -> false;
            case CLIENT, INDIVIDUAL, TRANSACTED -> true;
        };
        this.wantsMore = queue::schedulePump;
    }

    @Override
    public boolean receive(long timeoutNs) throws DriverException {
        check();
        final long deadlineNs = broker.time().nanoTime() + Math.min(timeoutNs, SimLoop.FOR_EVER_NS);
        synchronized (this) {
            receiver = Thread.currentThread();
        }
        while (true) {
            final SimMessage message = beginReceive();
            if (message != null) {
                deliver(message);
                return true;
            }
            if (deadlineNs - broker.time().nanoTime() <= 0
                    || Thread.currentThread().isInterrupted()) {
                return false;
            }
            broker.time().parkUntil(deadlineNs);
            check();
        }
    }

    /** Takes the next fetched message and marks the consumer as delivering; null if there is none, or deliveries are stopped. */
    private @Nullable SimMessage beginReceive() {
        while (true) {
            final SimMessage message;
            final boolean runsLow;
            synchronized (this) {
                message = connection.isStarted() ? fetched.pollFirst() : null;
                if (message == null) {
                    return null;
                }
                runsLow = fetched.size() == prefetch / 2;
                if (!message.mayExpire() || !message.expired(broker.time().nanoTime())) {
                    begin(message);
                } else {
                    counters.expired.increment();
                }
            }
            if (runsLow) {
                broker.loop().submit(wantsMore);
            }
            if (isDelivering()) {
                return message;
            }
        }
    }

    private void begin(SimMessage message) {
        delivering = Thread.currentThread();
        if (keepsUnacknowledged) {
            unacknowledged.addLast(message);
            lastIsUnacknowledged = true;
        }
    }

    private synchronized boolean isDelivering() {
        return delivering != null;
    }

    private void deliver(SimMessage message) {
        counters.delivered.increment();
        try {
            listener.onMessage(ByteBuffer.wrap(message.body));
        } catch (DriverException | RuntimeException | Error e) {
            // Everything that a listener throws is reported, because the thread of the broker must survive it.
            connection.report(e);
        } finally {
            synchronized (this) {
                delivering = null;
                notifyAll();
            }
        }
    }

    /** Waits until no listener of this consumer runs on another thread. */
    synchronized void awaitQuiet() {
        boolean interrupted = false;
        while (delivering != null && delivering != Thread.currentThread()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void acknowledge() throws DriverException {
        check();
        if (spec.ackMode() == AckMode.CLIENT) {
            unacknowledged.clear();
        } else if (lastIsUnacknowledged) {
            unacknowledged.removeLast();
        }
        lastIsUnacknowledged = false;
    }

    @Override
    public synchronized Object delivery() {
        return unacknowledged.getLast();
    }

    @Override
    public synchronized void acknowledge(Object delivery) throws DriverException {
        check();
        lastIsUnacknowledged &= unacknowledged.peekLast() != delivery;
        unacknowledged.remove(delivery);
    }

    /** Acknowledges the message, because the simulated broker has no place for dead letters. */
    @Override
    public void reject() throws DriverException {
        acknowledge();
    }

    @Override
    public synchronized void commit() throws DriverException {
        check();
        unacknowledged.clear();
    }

    @Override
    public Optional<MessagesLeft> messagesLeft() throws DriverException {
        check();
        return Optional.of(broker.loop().call(() -> {
            broker.checkAnswers();
            return MessagesLeft.ofBroker(queue.left());
        }));
    }

    @Override
    public OptionalInt consumersAtBroker() throws DriverException {
        check();
        return OptionalInt.of(broker.loop().call(() -> {
            broker.checkAnswers();
            return queue.consumers();
        }));
    }

    private void check() throws DriverException {
        if (closed) {
            throw new DriverException("The consumer of " + spec.destination() + " is closed.");
        }
        connection.check();
    }

    @Override
    public void close() {
        if (!closed) {
            connection.onLoop(this::closeOnLoop);
            connection.closed(this);
        }
    }

    // The following methods are called on the loop.

    void closeOnLoop() {
        if (!closed) {
            closed = true;
            detach(0);
            wake();
        }
    }

    /** Ends the consumer of a broken connection; its messages go to other consumers once {@code session} is over. */
    void broken() {
        detach(broker.script().get(ScriptReader.SESSION));
        wake();
    }

    /** Number of messages that the broker has handed to this consumer and that were not received, or are not acknowledged. */
    synchronized long left() {
        return fetched.size() + (long) unacknowledged.size();
    }

    /** Removes the consumer; its fetched and its unacknowledged messages return to the queue {@code afterNs} later. */
    private void detach(long afterNs) {
        if (detached) {
            return;
        }
        detached = true;
        final List<SimMessage> returned;
        synchronized (this) {
            counters.redelivered.add(unacknowledged.size());
            returned = new ArrayList<>(unacknowledged);
            returned.addAll(fetched);
            unacknowledged.clear();
            fetched.clear();
            lastIsUnacknowledged = false;
        }
        if (afterNs > 0) {
            queue.giveUp(this, returned, broker.time().nanoTime() + afterNs);
        } else {
            queue.remove(this, returned);
        }
        broker.store().consumerClosed(spec, queue);
    }

    boolean isSelective() {
        return selector.isPresent();
    }

    boolean accepts(SimMessage message) {
        return selector.isEmpty() || selector.get().accepts(message.properties());
    }

    boolean canTake() {
        if (closed || detached || !connection.isStarted()) {
            return false;
        }
        synchronized (this) {
            return spec.mode() == ReceiveMode.RECEIVE
                    ? fetched.size() < prefetch
                    : delivering == null && fetched.isEmpty();
        }
    }

    void take(SimMessage message) {
        if (spec.mode() == ReceiveMode.LISTENER && listener.takesOne()) {
            synchronized (this) {
                begin(message);
            }
            deliver(message);
        } else {
            synchronized (this) {
                fetched.addLast(message);
            }
            wake();
        }
    }

    void started() {
        queue.schedulePump();
        wake();
    }

    /** Wakes a waiting receiver, so that it looks for messages again. */
    void wake() {
        final Thread waiting;
        synchronized (this) {
            waiting = receiver;
        }
        if (waiting != null) {
            broker.time().unpark(waiting);
        }
    }
}
