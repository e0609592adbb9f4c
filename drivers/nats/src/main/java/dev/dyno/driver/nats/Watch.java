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
 * Receives events of a connection from jnats.
 *
 * <p>Assumptions and guarantees: called on the threads of jnats. One failure is reported to the owner, the first: that the
 * connection is closed for good, or that the server refused a message. The former is also reported to producers and consumers.
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

    /** Ends the reporting of failures. */
    void closing() {
        closing = true;
    }

    /** Cause of the loss; null while the connection is open. */
    @Nullable
    DriverException lost() {
        return lost;
    }

    /** Adds a producer that is notified when the connection is lost, at once if it already is. */
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

    /** Reports a failure to the owner of the connection, unless one was reported before or the owner has closed it. */
    void report(Throwable failure) {
        if (!closing && reported.compareAndSet(false, true)) {
            onFailure.accept(failure);
        }
    }

    /** The failure with the error that jnats reported before, because its exception for an absent server is not informative. */
    Throwable explain(Exception failure) {
        Throwable known = last;
        boolean saysItAll = failure instanceof AuthenticationException || failure.getCause() != null;
        return known == null || saysItAll ? failure : new IOException(failure.getMessage(), known);
    }

    /** Ends the connection, by its owner's will or without. */
    void end(DriverException cause) {
        lost = cause;
        report(cause);
        parts.forEach(part -> part.fail(cause));
    }

    @Override
    @SuppressWarnings("deprecation") // Called by the method that is not deprecated.
    public void connectionEvent(Connection connection, Events type) {
        connected |= type == Events.CONNECTED;
        // A connection that was never opened is reported by the thread that opens it.
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
