package dev.dyno.driver.mqtt;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Receives over a link of its own. Messages are delivered on the caller's thread or, to a listener, on a thread that it uses
 * while there are messages: thousands of idle consumers need none. Each message is acknowledged after its delivery, so the
 * broker's window counts messages that are really in flight.
 *
 * <p>Assumptions and guarantees: the monitor is held during a delivery, so that {@link #pause} returns only after it. One thread
 * at a time takes from the inbox.
 */
final class MqttConsumer implements Consumer {

    /** Longest wait of a close for a delivery in progress, in ns. */
    private static final long END_NS = TimeUnit.SECONDS.toNanos(3);

    /**
     * Number of UNSUBACKs in a row, with no message arriving before any of them, after which no more messages come. Two, because
     * acknowledging a QoS 2 message, which lets the broker send the next one, takes two exchanges.
     */
    private static final int SILENT_ANSWERS = 2;

    private static final long LONGEST_LEAVE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final MqttConnection connection;
    private final TimeSource time;
    private final ConsumerSpec spec;
    private final MqttLink link;
    private final Optional<String> subscription;
    private final ArrivedMessages<?> inbox;
    private final DeliveryListener listener;
    private final Runnable hangUp;
    private final Executor threads;
    private volatile boolean open;
    private volatile boolean closed;
    /** Whether a thread is delivering the messages of the inbox. Guarded by the work lock, which is held briefly only. */
    private boolean working;

    private final Object workLock = new Object();

    /**
     * @param threads threads that call the listeners
     * @param subscription filter of a subscription that ends with its consumer; empty for a durable one
     * @param hangUp closes the link
     */
    MqttConsumer(
            MqttConnection connection,
            ConsumerSpec spec,
            MqttLink link,
            Optional<String> subscription,
            DeliveryListener listener,
            Executor threads,
            Runnable hangUp) {
        this.connection = connection;
        time = connection.time();
        this.spec = spec;
        this.link = link;
        this.subscription = subscription;
        inbox = link.inbox();
        this.listener = listener;
        this.hangUp = hangUp;
        this.threads = threads;
    }

    /** Begins to take messages, which are delivered from {@link #resume} on. */
    void begin() {
        if (spec.mode() == ReceiveMode.LISTENER) {
            inbox.onArrival(this::arrived);
            arrived();
        }
    }

    void resume() {
        synchronized (this) {
            open = true;
        }
        if (spec.mode() == ReceiveMode.LISTENER) {
            arrived();
        }
    }

    synchronized void pause() {
        open = false;
    }

    /** Starts a thread for the inbox if it needs one. Called on the client library's thread, or that of the owner. */
    private void arrived() {
        synchronized (workLock) {
            if (working || !hasWork()) {
                return;
            }
            working = true;
        }
        threads.execute(this::work);
    }

    private boolean hasWork() {
        return open && !closed && !inbox.isEmpty();
    }

    private void work() {
        try {
            while (hasMore()) {
                handOver();
            }
        } catch (InterruptedException | DriverException | RuntimeException | Error e) {
            synchronized (workLock) {
                working = false;
                workLock.notifyAll();
            }
            if (!closed) {
                connection.report(e);
            }
        }
    }

    /** Whether there are more messages; if not, the next arrival starts a thread again. */
    private boolean hasMore() {
        synchronized (workLock) {
            working = hasWork();
            workLock.notifyAll();
            return working;
        }
    }

    private synchronized void handOver() throws DriverException, InterruptedException {
        if (open && !closed && inbox.take(0)) {
            deliver();
        }
    }

    private void deliver() throws DriverException {
        listener.onMessage(inbox.body());
        inbox.acknowledge();
    }

    @Override
    public boolean receive(long timeoutNs) throws DriverException {
        try {
            if (!open || !inbox.take(timeoutNs)) {
                connection.failIfLost();
                return false;
            }
        } catch (InterruptedException e) {
            throw Failures.of("cannot receive from " + spec.destination(), e);
        }
        synchronized (this) {
            deliver();
        }
        return true;
    }

    /**
     * Unsubscribes repeatedly: the broker's answer follows only those messages that it had room to send, and each acknowledgement
     * makes room for one more.
     */
    @Override
    public void leave() throws DriverException {
        long untilNs = time.nanoTime() + LONGEST_LEAVE_NS;
        int silent = subscription.isPresent() ? 0 : SILENT_ANSWERS;
        while (silent < SILENT_ANSWERS && time.nanoTime() - untilNs < 0) {
            long before = inbox.arrived.get();
            while (inbox.acknowledged.get() < before && time.nanoTime() - untilNs < 0) {
                time.parkUntil(time.nanoTime() + LOOK_NS);
            }
            link.unsubscribe(subscription.get());
            silent = inbox.arrived.get() > before ? 0 : silent + 1;
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        connection.forget(this);
        hangUp.run();
        awaitEnd();
    }

    private void awaitEnd() {
        long untilNs = time.nanoTime() + END_NS;
        synchronized (workLock) {
            try {
                while (working && untilNs - time.nanoTime() > 0) {
                    TimeUnit.NANOSECONDS.timedWait(workLock, untilNs - time.nanoTime());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
