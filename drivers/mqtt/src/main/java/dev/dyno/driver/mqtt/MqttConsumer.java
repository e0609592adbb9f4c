package dev.dyno.driver.mqtt;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Receives over a link of its own. Messages are delivered on the caller's thread or, to a listener, on a thread that it uses
 * while there are messages: thousands of idle consumers need none. Each message is acknowledged when it has been received, so the
 * broker's window counts messages that are really in flight.
 *
 * <p>Assumptions and guarantees: the monitor is held during a delivery, so that {@link #pause} returns only after it. One thread
 * at a time takes from the inbox.
 */
final class MqttConsumer implements Consumer {

    /** Longest wait of a close for a delivery in progress, in ns. */
    private static final long END_NS = TimeUnit.SECONDS.toNanos(3);

    /** Time in ns without a message after which a broker that was asked for no more has sent the rest of its queue. */
    private static final long SILENT_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long LONGEST_LEAVE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Ends the subscription. */
    @FunctionalInterface
    interface Ending {
        void run() throws DriverException;
    }

    private final MqttConnection connection;
    private final ConsumerSpec spec;
    private final ArrivedMessages<?> inbox;
    private final DeliveryListener listener;
    private final Ending unsubscribe;
    private final Runnable hangUp;
    private final Executor threads;
    private volatile boolean open;
    private volatile boolean closed;
    /** Whether a thread is delivering the inbox. Guarded by the work lock, which is held briefly only. */
    private boolean working;

    private final Object workLock = new Object();

    /**
     * @param threads for listeners
     * @param unsubscribe does nothing for a subscription that outlives its consumer
     * @param hangUp closes the link
     */
    MqttConsumer(
            MqttConnection connection,
            ConsumerSpec spec,
            ArrivedMessages<?> inbox,
            DeliveryListener listener,
            Executor threads,
            Ending unsubscribe,
            Runnable hangUp) {
        this.connection = connection;
        this.spec = spec;
        this.inbox = inbox;
        this.listener = listener;
        this.unsubscribe = unsubscribe;
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

    /** Called on the client library's thread, or that of the owner. */
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

    /** Whether there are more messages; if not, the next arrival starts a thread again. */
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
    public void leave() throws DriverException {
        unsubscribe.run();
        long beganNs = System.nanoTime();
        long silentSinceNs = beganNs;
        long nowNs = beganNs;
        while (nowNs - silentSinceNs < SILENT_NS && nowNs - beganNs < LONGEST_LEAVE_NS) {
            LockSupport.parkNanos(LOOK_NS);
            nowNs = System.nanoTime();
            silentSinceNs = inbox.isEmpty() ? silentSinceNs : nowNs;
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
