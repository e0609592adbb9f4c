package dev.dyno.driver.nats;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import java.io.IOException;
import java.lang.Thread.State;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Receives on a thread of its own, or on the caller's.
 *
 * <p>Assumptions and guarantees: the monitor is held during a delivery, so that {@link #pause} returns only after it;
 * acknowledgements from inside the listener, or after the pause, are made under the same monitor.
 */
final class NatsConsumer implements Consumer {

    /** Longest wait for a message before the thread checks whether it must end; ending wakes it up, too. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private static final long SETTLED_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NS = 1_000_000;

    private static final long JOIN_MS = TimeUnit.SECONDS.toMillis(3);

    private final NatsLink link;
    private final ConsumerSpec spec;
    private final MessageSource source;
    private final Acknowledging acknowledging;
    private final DeliveryListener listener;
    private final Runnable afterClose;
    private final @Nullable Thread thread;
    private volatile boolean open;
    /** The message being delivered, or the last one. */
    private @Nullable Message last;

    /** Number of messages taken from a forgetful source that wait for the next start: 0 or 1. */
    private volatile int inHand;

    private volatile boolean closed;

    /** Whether {@link #leave} was called, which ends the subscription before the connection. */
    private volatile boolean leaving;

    NatsConsumer(
            NatsLink link,
            ConsumerSpec spec,
            MessageSource source,
            Acknowledging acknowledging,
            DeliveryListener listener,
            Runnable afterClose) {
        this.link = link;
        this.spec = spec;
        this.source = source;
        this.acknowledging = acknowledging;
        this.listener = listener;
        this.afterClose = afterClose;
        this.thread = spec.mode() == ReceiveMode.LISTENER ? new Thread(this::run, "dyno-nats-consumer") : null;
    }

    /** Begins to take messages, which are delivered from {@link #resume} on. */
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
                Message message = source.next(LOOK_AGAIN);
                if (message != null) {
                    pushed(message);
                }
            }
        } catch (IllegalStateException e) {
            // The subscription has ended, by close or with the connection, whose loss is reported separately.
            if (!closed && !leaving && link.lost() == null && link.isConnected()) {
                link.report(Failures.of("cannot receive from " + spec.destination(), e));
            }
        } catch (InterruptedException | DriverException | RuntimeException | Error e) {
            if (!closed) {
                link.report(e);
            }
        }
    }

    private synchronized void pushed(Message message) throws DriverException, InterruptedException {
        inHand = source.isForgetful() ? 1 : 0;
        while (!open && !closed) {
            wait();
        }
        inHand = 0;
        if (closed) {
            acknowledging.giveBack(message);
        } else {
            deliver(message);
        }
    }

    private void deliver(Message message) throws DriverException {
        acknowledging.before(message);
        last = message;
        // jnats makes an array for each message, and does not reuse it.
        listener.onMessage(ByteBuffer.wrap(message.getData()));
        acknowledging.after(message);
    }

    @Override
    public boolean receive(long timeoutNs) throws DriverException {
        try {
            Message message = open ? source.next(timeoutNs == 0 ? null : Duration.ofNanos(timeoutNs)) : null;
            if (message == null) {
                link.failIfLost();
                return false;
            }
            synchronized (this) {
                deliver(message);
            }
            return true;
        } catch (InterruptedException | IllegalStateException e) {
            link.failIfLost();
            if (leaving) {
                return false;
            }
            throw Failures.of("cannot receive from " + spec.destination(), e);
        }
    }

    @Override
    public long timestampMs() {
        Message message = last;
        return message == null || !message.isJetStream()
                ? NO_TIMESTAMP
                : message.metaData().timestamp().toInstant().toEpochMilli();
    }

    @Override
    public String timestampOrigin() {
        return "the time of the message in its stream, set by the broker";
    }

    @Override
    public Optional<MessagesLeft> messagesLeft() throws DriverException {
        link.failIfLost();
        try {
            MessagesLeft left = messagesLeftNow();
            for (NatsConsumer other :
                    link.ofClient.stream().filter(this::shares).toList()) {
                left = left.join(other.messagesLeftNow());
            }
            return Optional.of(left);
        } catch (Exception e) {
            throw Failures.of("cannot count the messages of " + spec.destination(), e);
        }
    }

    /** Whether the other consumer shares this one's messages and can still deliver them, and the server forgets what it sent. */
    private boolean shares(NatsConsumer other) {
        boolean isShared = !spec.destination().isTopic()
                || spec.subscription().filter(Subscription::shared).isPresent();
        return source.isForgetful()
                && isShared
                && other != this
                && other.link.lost() == null
                && spec.destination().equals(other.spec.destination())
                && spec.subscription().equals(other.spec.subscription());
    }

    /**
     * Messages left for this consumer. Waits until the thread has noted the message that it has just taken out of the source,
     * which would be missed otherwise: while deliveries are stopped, the thread takes one message at most, and then waits.
     */
    private MessagesLeft messagesLeftNow()
            throws IOException, JetStreamApiException, TimeoutException, InterruptedException {
        if (thread == null || !source.isForgetful()) {
            return source.left();
        }
        long giveUpNs = link.time().nanoTime() + SETTLED_NS;
        while (true) {
            // The message in hand is read first: the thread takes no other while it has one, or while it waits at an
            // empty source.
            int held = inHand;
            MessagesLeft left = source.left();
            boolean settled = held > 0 || (left.fetched() == 0 && isWaiting(thread) && inHand == 0);
            if (settled || open || closed || link.time().nanoTime() - giveUpNs > 0) {
                return left.plus(new MessagesLeft(0, held, 0));
            }
            link.time().parkUntil(link.time().nanoTime() + LOOK_NS);
        }
    }

    private static boolean isWaiting(Thread thread) {
        return !EnumSet.of(State.RUNNABLE, State.BLOCKED).contains(thread.getState());
    }

    @Override
    public synchronized void acknowledge() throws DriverException {
        acknowledging.acknowledge();
    }

    @Override
    public Object delivery() {
        return acknowledging.later();
    }

    /** Does not take the monitor, which the delivery of another message may hold. */
    @Override
    public void acknowledge(Object delivery) throws DriverException {
        acknowledging.acknowledgeLate((Message) delivery);
    }

    @Override
    public synchronized void reject() throws DriverException {
        try {
            acknowledging.reject();
        } catch (IllegalStateException e) {
            throw Failures.of("cannot reject", e);
        }
    }

    @Override
    public void leave() throws DriverException {
        if (!source.isForgetful()) {
            return;
        }
        leaving = true;
        try {
            source.leave();
            if (thread != null) {
                thread.join(JOIN_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            throw Failures.of("cannot leave " + spec.destination(), e);
        }
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
        try {
            if (link.isConnected()) {
                source.end();
            }
            if (thread != null) {
                thread.join(JOIN_MS);
            }
            if (link.isConnected()) {
                giveBackTheRest();
                Outgoing.flushBeforeClose(link.connection());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The connection was lost in the meantime, so nothing can be returned.
        } finally {
            link.forget(this);
            afterClose.run();
        }
    }

    private synchronized void giveBackTheRest() throws InterruptedException {
        acknowledging.giveBackAll();
        try {
            for (Message rest = source.next(null); rest != null; rest = source.next(null)) {
                acknowledging.giveBack(rest);
            }
        } catch (IllegalStateException e) {
            // The last message was already taken.
        }
    }
}
