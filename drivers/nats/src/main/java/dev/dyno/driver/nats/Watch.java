package dev.dyno.driver.nats;

import dev.dyno.driver.DriverException;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamSubscription;
import io.nats.client.support.Status;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hears from jnats what becomes of a connection.
 *
 * <p>Assumptions and guarantees: called on the threads of jnats. The owner is told of one failure, the first: that the connection
 * is closed for good, or that the server refused what was sent. Producers and consumers are told of the first kind.
 */
final class Watch implements ConnectionListener, ErrorListener {

    private final String what;
    private final Consumer<Throwable> onFailure;
    private final Set<StreamProducer> parts = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean reported = new AtomicBoolean();
    private volatile boolean connected;
    private volatile boolean closing;
    private volatile @Nullable Throwable last;
    private volatile @Nullable DriverException lost;

    Watch(String what, Consumer<Throwable> onFailure) {
        this.what = what;
        this.onFailure = onFailure;
    }

    /** From now on nothing is a failure. */
    void closing() {
        closing = true;
    }

    /** Why there is no connection any more; null while there is one. */
    @Nullable
    DriverException lost() {
        return lost;
    }

    /** Tells the part when the connection is lost, at once if it is. */
    void add(StreamProducer part) {
        parts.add(part);
        DriverException cause = lost;
        if (cause != null) {
            part.fail(cause);
        }
    }

    void remove(StreamProducer part) {
        parts.remove(part);
    }

    /** Tells the owner of the connection, if nothing was told before and nobody has closed it. */
    void report(Throwable failure) {
        if (!closing && reported.compareAndSet(false, true)) {
            onFailure.accept(failure);
        }
    }

    /** The failure with what jnats has told of it before; what it throws for an absent server says little. */
    Throwable explain(Exception failure) {
        Throwable known = last;
        boolean saysItAll = failure instanceof AuthenticationException || failure.getCause() != null;
        return known == null || saysItAll ? failure : new IOException(failure.getMessage(), known);
    }

    /** The connection has ended, by its owner's will or without. */
    void end(DriverException cause) {
        lost = cause;
        report(cause);
        parts.forEach(part -> part.fail(cause));
    }

    @Override
    @SuppressWarnings("deprecation") // The one without the deprecation is called by it.
    public void connectionEvent(Connection connection, Events type) {
        connected |= type == Events.CONNECTED;
        // One that never was is told by whoever wants it.
        if (type == Events.CLOSED && connected && !closing) {
            Throwable known = last;
            end(
                    known == null
                            ? new DriverException(what + ": closed by the server")
                            : Failures.of(what + ": closed by the server", known));
        }
    }

    @Override
    public void errorOccurred(Connection connection, String error) {
        DriverException failure = new DriverException("the server refused: " + error);
        last = failure;
        if (connection.getStatus() == Connection.Status.CONNECTED) {
            report(failure);
        }
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
        last = exception;
    }

    @Override
    public void pullStatusError(Connection connection, JetStreamSubscription subscription, Status status) {
        report(new DriverException("the server ended a delivery: " + status.getMessageWithCode()));
    }
}
