package dev.dyno.driver.mqtt;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Receives over a link of its own. Messages are handed over on the caller's thread, or, to a listener, on a thread that it has for as
 * long as there are messages: thousands of idle consumers need none. Each message is acknowledged when it has been received, so that
 * the broker's window counts what is really under way.
 *
 * <p>Assumptions and guarantees: the monitor is held while a message is handed over, so that {@link #pause} returns only when
 * that is over. One thread at a time takes from the inbox.
 */
final class MqttConsumer implements Consumer {

    /** How long the end waits for a message that is being handed over. */
    private static final long END_NS = TimeUnit.SECONDS.toNanos(3);

    private final MqttConnection connection;
    private final ConsumerSpec spec;
    private final Inbox<?> inbox;
    private final DeliveryListener listener;
    private final Runnable hangUp;
    private final Executor threads;
    private volatile boolean open;
    private volatile boolean closed;
    /** Whether a thread hands over what is in the inbox. Guarded by the work lock, which is never held for long. */
    private boolean working;

    private final Object workLock = new Object();

    /**
     * @param threads for listeners
     * @param hangUp ends the link
     */
    MqttConsumer(
            MqttConnection connection,
            ConsumerSpec spec,
            Inbox<?> inbox,
            DeliveryListener listener,
            Executor threads,
            Runnable hangUp) {
        this.connection = connection;
        this.spec = spec;
        this.inbox = inbox;
        this.listener = listener;
        this.hangUp = hangUp;
        this.threads = threads;
    }

    /** Begins to take messages, which are handed over from {@link #resume} on. */
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

    /** On the client library's thread, or that of the owner. */
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
            while (goOn()) {
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

    /** Whether there is more; if not, the next arrival begins anew. */
    private boolean goOn() {
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
            if (!inbox.take(timeoutNs)) {
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
        long untilNs = System.nanoTime() + END_NS;
        synchronized (workLock) {
            try {
                while (working && untilNs - System.nanoTime() > 0) {
                    TimeUnit.NANOSECONDS.timedWait(workLock, untilNs - System.nanoTime());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
