package dev.dyno.driver.mqtt;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Receives over a link of its own, on a thread of its own or on the caller's. Each message is acknowledged when it has been
 * received, so that the broker's window counts what is really under way.
 *
 * <p>Assumptions and guarantees: the monitor is held while a message is handed over, so that {@link #pause} returns only when
 * that is over.
 */
final class MqttConsumer implements Consumer {

    /** How long the thread waits for a message before it looks whether it is still wanted. */
    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long JOIN_MS = TimeUnit.SECONDS.toMillis(3);

    private final MqttConnection connection;
    private final ConsumerSpec spec;
    private final Inbox<?> inbox;
    private final DeliveryListener listener;
    private final Runnable hangUp;
    private final @Nullable Thread thread;
    private boolean open;
    private volatile boolean closed;

    /** @param hangUp ends the link */
    MqttConsumer(
            MqttConnection connection, ConsumerSpec spec, Inbox<?> inbox, DeliveryListener listener, Runnable hangUp) {
        this.connection = connection;
        this.spec = spec;
        this.inbox = inbox;
        this.listener = listener;
        this.hangUp = hangUp;
        this.thread = spec.mode() == ReceiveMode.LISTENER ? new Thread(this::run, "dyno-mqtt-consumer") : null;
    }

    /** Begins to take messages, which are handed over from {@link #resume} on. */
    void begin() {
        if (thread != null) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    synchronized void resume() {
        open = true;
        notifyAll();
    }

    synchronized void pause() {
        open = false;
    }

    private void run() {
        try {
            while (!closed) {
                if (inbox.take(LOOK_AGAIN_NS)) {
                    pushed();
                }
            }
        } catch (InterruptedException | DriverException | RuntimeException | Error e) {
            if (!closed) {
                connection.report(e);
            }
        }
    }

    private synchronized void pushed() throws DriverException, InterruptedException {
        while (!open && !closed) {
            wait();
        }
        if (!closed) {
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
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            notifyAll();
        }
        connection.forget(this);
        hangUp.run();
        if (thread != null) {
            try {
                thread.join(JOIN_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
