package dev.dyno.engine.record;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Connection with the producers and consumers made on it, elsewhere called a link. It has one {@link Session} for the whole run
 * or, if it breaks or is released and is then replaced, several in succession.
 *
 * <p>Assumptions and guarantees: {@link #open}, {@link #add}, {@link #stop} and {@link #close} by the run's thread,
 * {@link #start}, {@link #pause} and {@link #release} by any one thread at a time, {@link #reconnect} by the reconnector's or,
 * after a release, by the thread that released. No method of a client library is called with this object's monitor held.
 */
public final class ReplaceableConnection {

    /** Producer or consumer on a connection, made again on one that replaces it. */
    public interface Part {

        /** Makes the producer or consumer on a new connection. */
        void make(Session session) throws DriverException;

        /** Called when deliveries have begun on its connection. */
        default void started() {}

        /** Called when its connection has been stopped and may be started again. */
        default void paused() {}

        /** Called when its connection is lost or released. Any thread, with any locks held: must be short and not block. */
        void lost();
    }

    final Backoff backoff;

    private final Client client;
    private final Optional<String> clientId;
    private final Reconnector reconnector;
    private final List<Part> parts = new CopyOnWriteArrayList<>();

    /** Id of the cluster that the first connection reached. */
    private Optional<String> clusterId = Optional.empty();

    /** Present connection; null while there is none. Written under this object's monitor. */
    private volatile @Nullable Session current;

    private boolean delivers;
    private boolean closed;
    /** Whether the last failure was a refusal that would happen on every connection. Guarded by this. */
    private boolean refused;

    private volatile boolean released;

    private ReplaceableConnection(Client client, Optional<String> clientId, Reconnector reconnector) {
        this.client = client;
        this.clientId = clientId;
        this.reconnector = reconnector;
        backoff = reconnector.newBackoff();
    }

    public static ReplaceableConnection open(Client client, Optional<String> clientId, Reconnector reconnector)
            throws DriverException {
        ReplaceableConnection link = new ReplaceableConnection(client, clientId, reconnector);
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

    /** Present connection, if any. */
    public Optional<ClientConnection> connection() {
        return Optional.ofNullable(current).map(Session::connection);
    }

    /** Whether there is a connection, or its user has released it. */
    public boolean isUp() {
        return released || current != null;
    }

    /**
     * Closes the present connection. It is replaced only when the calling thread calls {@link #reconnect}.
     *
     * @return false if there is no connection, because it broke and is being replaced
     */
    public boolean release() {
        Session session;
        synchronized (this) {
            session = current;
            if (session == null) {
                return false;
            }
            released = true;
            current = null;
        }
        parts.forEach(Part::lost);
        session.connection.close();
        return true;
    }

    /** Cause of the last failed attempt to replace a connection, of this link or of another one, in one line. */
    public Optional<String> lastFailure() {
        return reconnector.lastFailure();
    }

    /** Begins deliveries on this connection and on those that replace it. */
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

    /** Replaces the lost or released connection; returns false if that failed, unless the link has been closed. */
    public boolean reconnect() {
        Session session;
        try {
            session = new Session();
        } catch (DriverException e) {
            reconnector.attemptFailed(e, refusedAgain(e));
            return isClosed();
        }
        Optional<String> nowId = session.connection.clusterId();
        if (clusterId.isPresent() && nowId.isPresent() && !nowId.equals(clusterId)) {
            session.connection.close();
            reconnector.failElsewhere(clusterId.get(), nowId.get());
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
                // The new connection was accepted, so this is a break like any other.
                session.broke(e);
            }
        }
        return true;
    }

    /** Makes all parts on a new connection, and uses it unless it has broken or the link was closed in the meantime. */
    private boolean isFitted(Session session) {
        try {
            for (Part part : parts) {
                part.make(session);
            }
        } catch (DriverException e) {
            reconnector.attemptFailed(e, session.breaks(e));
            return false;
        }
        synchronized (this) {
            if (closed || session.broken) {
                return false;
            }
            session.starts = delivers;
            released = false;
            current = session;
            backoff.restored();
            return true;
        }
    }

    /** Notes a failure; returns whether it is the second refusal in a row that would happen on every connection. */
    private synchronized boolean refusedAgain(Throwable cause) {
        boolean before = refused;
        refused = cause instanceof RefusedException;
        return before && refused;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Ends deliveries on the present connection, if any. */
    public void stop() throws DriverException {
        Session session = current;
        if (session != null) {
            session.connection.stop();
        }
    }

    /** Stops deliveries until the next {@link #start}, also on a connection that replaces this one. */
    public void pause() throws DriverException {
        synchronized (this) {
            delivers = false;
        }
        parts.forEach(Part::paused);
        stop();
    }

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

    /** Whether there is an unbroken connection: a failure on it is not the consequence of a break. */
    public synchronized boolean isSound() {
        Session session = current;
        return session != null && !session.broken;
    }

    /** One connection, from opening to breaking. */
    public final class Session {

        private final ClientConnection connection;
        /** Whether the connection has broken. Guarded by the link. */
        private boolean broken;
        /** Whether deliveries must begin on this connection, because they had begun on an earlier one. Guarded by the link. */
        private boolean starts;

        private Session() throws DriverException {
            connection = client.connect(new ConnectionSpec(clientId, this::broke));
        }

        public ClientConnection connection() {
            return connection;
        }

        public boolean isCurrent() {
            return current == this;
        }

        /** Reports that the connection broke, or has an error that only a new one can fix. Any thread, with any locks held. */
        public void broke(Throwable cause) {
            if (reconnector.fails(cause, breaks(cause))) {
                return;
            }
            synchronized (ReplaceableConnection.this) {
                if (current != this || !reconnector.replaces()) {
                    return;
                }
                current = null;
            }
            parts.forEach(Part::lost);
            reconnector.lost(ReplaceableConnection.this, connection, cause);
        }

        /** Marks this connection as broken; returns whether the cause is its first and {@link #refusedAgain} is true of it. */
        private boolean breaks(Throwable cause) {
            synchronized (ReplaceableConnection.this) {
                boolean again = !broken && refusedAgain(cause);
                broken = true;
                return again;
            }
        }

        /** Reports a failed send, which fails the run unless the connection broke, or the message is in doubt only. */
        public void sendFailed(Throwable cause) {
            reconnector.suspect(this, cause);
        }
    }
}
