package dev.dyno.cluster.group;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Coordinator's side of admission: listens, admits the workers that may join, and reports why it refuses others, to them and to
 * this process.
 *
 * <p>Assumptions and guarantees: each connection has a thread of its own, so that one that is slow to introduce itself delays no
 * other.
 */
final class AdmissionServer implements Closeable {

    /** First byte of a connection that begins with TLS. */
    private static final int TLS_HANDSHAKE = 0x16;

    /** Maximum number of connections in the process of admission; further ones are closed at once. */
    private static final int MAX_STRANGERS = 64;

    private static final int BACKLOG = 128;
    private static final long PAUSE_NS = 10_000_000;

    /** Number of refusals that are remembered, so that each is reported only once; beyond it, all are forgotten. */
    private static final int MAX_REPORTED = 1000;

    private final Member self;
    private final Credentials credentials;
    private final ServerSocket port = new ServerSocket();
    private final ThreadFactory threads;
    private final Semaphore strangers = new Semaphore(MAX_STRANGERS);
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Connections of admitted workers, by their names. */
    private final Map<String, Connection> admitted = new ConcurrentHashMap<>();

    private volatile BiConsumer<String, String> refused = (who, why) -> {};

    /** Binds the port. Connections wait until {@link #open}. */
    AdmissionServer(InetSocketAddress at, Member self, Credentials credentials) throws IOException {
        this.self = self;
        this.credentials = credentials;
        threads = ListenerThreads.daemons("dyno-link-" + self.name());
        // On Unix this allows a port whose connections have just ended, but not two listeners.
        port.setReuseAddress(true);
        port.bind(at, BACKLOG);
    }

    int port() {
        return port.getLocalPort();
    }

    /**
     * Admits workers from now on.
     *
     * @param serve serves an admitted worker until its connection has ended
     * @param onRefusal receives the name, if given, and address of each stranger that is refused, and a sentence why
     */
    void open(BiConsumer<Member, Connection> serve, BiConsumer<String, String> onRefusal) {
        refused = onRefusal;
        threads.newThread(() -> accept(serve)).start();
    }

    private void accept(BiConsumer<Member, Connection> serve) {
        while (!port.isClosed()) {
            try {
                final Connection stranger = new Connection(port.accept());
                open.add(stranger);
                if (port.isClosed() || !strangers.tryAcquire()) {
                    end(stranger); // The other side may try again.
                } else {
                    threads.newThread(() -> receive(stranger, serve)).start();
                }
            } catch (IOException e) {
                // The connection is gone, or there is no file descriptor left, which would fail again at once.
                LockSupport.parkNanos(this, PAUSE_NS);
            }
        }
    }

    private void receive(Connection connection, BiConsumer<Member, Connection> serve) {
        final Optional<Member> worker;
        try {
            worker = admit(connection);
        } finally {
            strangers.release();
        }
        try {
            worker.ifPresent(member -> serve.accept(member, connection));
        } finally {
            end(connection);
        }
    }

    private void end(Connection connection) {
        connection.close();
        open.remove(connection);
        admitted.values().remove(connection);
    }

    /** Closes the port and all connections. */
    @Override
    public void close() throws IOException {
        port.close();
        open.forEach(Connection::close);
    }

    /** Admits a worker, whose name is then taken; empty if it is refused. */
    private Optional<Member> admit(Connection connection) {
        String who = connection.peer().toString();
        try {
            connection.setPatience(Handshake.PATIENCE_MS);
            final int first = connection.first();
            if (first < 0) {
                return Optional.empty(); // A check whether the port is open.
            }
            final Handshake.Introduction worker = introduced(connection, first);
            who = worker.member() + ", " + connection.peer().host();
            check(connection, worker);
            connection.setPatience(0);
            return Optional.of(worker.member());
        } catch (AdmissionException e) {
            refuse(connection, who, e);
        } catch (SSLException e) {
            // If the other side closed at once, it ran out of time, or checked whether the port is open.
            if (!(e.getCause() instanceof EOFException)) {
                report(who, JoinRefusals.certificate(e, "The worker"));
                connection.drain();
            }
        } catch (SocketTimeoutException | EOFException | SocketException e) {
            return Optional.empty(); // The other side is gone, or silent.
        } catch (IOException e) {
            report(who, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    /** Begins TLS if the other side does, and reads the introduction of that side. */
    private Handshake.Introduction introduced(Connection connection, int first) throws IOException {
        final Optional<SSLContext> tls = credentials.tls();
        final boolean isTls = first == TLS_HANDSHAKE;
        if (isTls && tls.isEmpty()) {
            throw new AdmissionException(JoinRefusals.NO_TLS, true);
        }
        if (!isTls && tls.isPresent() && first == Handshake.MAGIC[0]) {
            throw new AdmissionException(JoinRefusals.TLS_ONLY, true);
        }
        if (isTls) {
            connection.secureAsServer(tls.get(), first);
        }
        final DataInputStream in = connection.in();
        if (!Handshake.isMagic(isTls ? in.read() : first, in)) {
            throw new IOException(JoinRefusals.NO_LANGUAGE);
        }
        return Handshake.readIntroduction(in, Role.WORKER);
    }

    /** @throws AdmissionException if the worker may not join */
    private void check(Connection connection, Handshake.Introduction worker) throws IOException {
        final Member member = worker.member();
        if (!member.version().equals(self.version())) {
            throw new AdmissionException(JoinRefusals.otherVersion(member.version(), self.version()), true);
        }
        if (worker.hasSecret() != credentials.secret().isPresent()) {
            throw new AdmissionException(
                    worker.hasSecret() ? JoinRefusals.SECRET_UNWANTED : JoinRefusals.SECRET_WANTED, true);
        }
        final DataOutputStream out = connection.out();
        final byte[] nonce = Credentials.nonce();
        Handshake.accept(out);
        Handshake.writeIntroduction(out, new Handshake.Introduction(self, worker.hasSecret(), nonce));
        out.flush();
        final byte[] proof = Handshake.bytes(connection.in(), Credentials.PROOF_BYTES);
        if (!MessageDigest.isEqual(proof, credentials.proof(false, worker.nonce(), nonce, member, self))) {
            throw new AdmissionException(JoinRefusals.OTHER_SECRET, true);
        }
        if (member.name().equals(self.name()) || admitted.putIfAbsent(member.name(), connection) != null) {
            // Another try may succeed: the name may belong to a process whose end is not known yet.
            throw new AdmissionException(JoinRefusals.nameTaken(member.name()), false);
        }
        Handshake.accept(out);
        out.write(credentials.proof(true, worker.nonce(), nonce, member, self));
        out.flush();
    }

    /** Reports a refusal here, and then to the other side, which may have closed the connection already. */
    private void refuse(Connection connection, String who, AdmissionException why) {
        report(who, String.valueOf(why.getMessage()));
        try {
            Handshake.refuse(connection.out(), why);
            connection.drain();
        } catch (IOException e) {
            return; // The other side is gone.
        }
    }

    /** Reports a refusal, once for each worker and reason, because a refused worker may try again and again. */
    private void report(String who, String why) {
        if (reported.size() > MAX_REPORTED) {
            reported.clear();
        }
        if (reported.add(who + why)) {
            refused.accept(who, why);
        }
    }
}
