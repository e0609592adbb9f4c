package dev.dyno.engine.record;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.DriverException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A place for a connection and what is made on it: one connection for the whole run, or, when it breaks and the {@link
 * Reconnector} replaces it, one after the other.
 *
 * <p>Assumptions and guarantees: {@link #open}, {@link #add}, {@link #stop} and {@link #close} by the run's thread, {@link
 * #start} by any one thread at a time, {@link #reconnect} by the reconnector's. No method of a client library is called with
 * this object's monitor held.
 */
public final class Link {

    /** What is made on a connection, and anew on the one that replaces it. */
    public interface Part {

        /** Makes it on a new connection. */
        void make(Session session) throws DriverException;

        /** Deliveries have begun on the connection it was made on. */
        default void started() {}

        /** Its connection has been stopped, and may be started again. */
        default void paused() {}

        /** The connection it was made on is lost. Any thread, whatever locks it holds: must be short and not block. */
        void lost();
    }

    final Backoff backoff;

    private final Client client;
    private final Optional<String> clientId;
    private final Reconnector reconnector;
    private final List<Part> parts = new CopyOnWriteArrayList<>();

    /** The cluster of the first connection. */
    private Optional<String> clusterId = Optional.empty();

    /** Guarded by this for writing; null while there is no connection. */
    private volatile @Nullable Session current;

    private boolean delivers;
    private boolean closed;

    private Link(Client client, Optional<String> clientId, Reconnector reconnector) {
        this.client = client;
        this.clientId = clientId;
        this.reconnector = reconnector;
        backoff = reconnector.newBackoff();
    }

    /** Connects. */
    public static Link open(Client client, Optional<String> clientId, Reconnector reconnector) throws DriverException {
        Link link = new Link(client, clientId, reconnector);
        Session first = link.new Session();
        link.current = first;
        link.clusterId = first.connection.clusterId();
        return link;
    }

    /** Makes a part on the first connection. */
    public void add(Part part) throws DriverException {
        Session session = current;
        if (session == null) {
            throw new IllegalStateException("the connection has been lost already");
        }
        parts.add(part);
        part.make(session);
    }

    /** The connection, if there is one. */
    public Optional<ClientConnection> connection() {
        return Optional.ofNullable(current).map(Session::connection);
    }

    public boolean isUp() {
        return current != null;
    }

    /** Begins the deliveries, on this connection and on those that replace it. */
    public void start() throws DriverException {
        Session session;
        synchronized (this) {
            delivers = true;
            session = current;
        }
        if (session != null) {
            start(session);
        }
    }

    private void start(Session session) throws DriverException {
        session.connection.start();
        parts.forEach(Part::started);
    }

    /** Replaces the lost connection; false if it could not be done, and has to be tried again. */
    boolean reconnect() {
        Session session;
        try {
            session = new Session();
        } catch (DriverException e) {
            reconnector.cannot(e);
            return isClosed();
        }
        Optional<String> nowId = session.connection.clusterId();
        if (clusterId.isPresent() && nowId.isPresent() && !nowId.equals(clusterId)) {
            session.connection.close();
            reconnector.isElsewhere(clusterId.get(), nowId.get());
            return false;
        }
        if (!isFitted(session)) {
            parts.forEach(Part::lost);
            session.connection.close();
            return isClosed();
        }
        if (session.starts) {
            try {
                start(session);
            } catch (DriverException e) {
                // It was good enough to be taken, so this is a break like any other.
                session.broke(e);
            }
        }
        return true;
    }

    /** Makes everything on a new connection, and takes it for the present one if it has not broken meanwhile. */
    private boolean isFitted(Session session) {
        try {
            for (Part part : parts) {
                part.make(session);
            }
        } catch (DriverException e) {
            reconnector.cannot(e);
            return false;
        }
        synchronized (this) {
            if (closed || session.broken) {
                return false;
            }
            session.starts = delivers;
            current = session;
            backoff.restored();
            return true;
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Ends the deliveries. */
    public void stop() throws DriverException {
        Session session = current;
        if (session != null) {
            session.connection.stop();
        }
    }

    /** As {@link #stop}, until the next {@link #start}; a connection that takes the place of this one waits for that, too. */
    public void pause() throws DriverException {
        synchronized (this) {
            delivers = false;
        }
        parts.forEach(Part::paused);
        stop();
    }

    /** Closes the connection, if there is one. */
    public void close() {
        Session session;
        synchronized (this) {
            closed = true;
            session = current;
        }
        if (session != null) {
            session.connection.close();
        }
    }

    /** Whether there is a connection, and it has not broken: what fails on it is a failure of its own. */
    public synchronized boolean isSound() {
        Session session = current;
        return session != null && !session.broken;
    }

    /** One connection, from its making to its break. */
    public final class Session {

        private final ClientConnection connection;
        /** Guarded by the link. */
        private boolean broken;
        /** Guarded by the link: deliveries have begun elsewhere, and are to begin here, too. */
        private boolean starts;

        private Session() throws DriverException {
            connection = client.connect(new ConnectionSpec(clientId, this::broke));
        }

        public ClientConnection connection() {
            return connection;
        }

        boolean isCurrent() {
            return current == this;
        }

        /** The connection broke, or something on it that only a new one can mend. Any thread, whatever locks it holds. */
        public void broke(Throwable cause) {
            if (reconnector.fails(cause)) {
                return;
            }
            synchronized (Link.this) {
                broken = true;
                if (current != this || !reconnector.replaces()) {
                    return;
                }
                current = null;
            }
            parts.forEach(Part::lost);
            reconnector.lost(Link.this, connection);
        }

        /** A send has failed, and a failed send fails the run; but not one that fails because the connection broke. */
        public void sendFailed(Throwable cause) {
            reconnector.suspect(this, cause);
        }
    }
}
