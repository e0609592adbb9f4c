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
 * Coordinator's side of admission: listens, admits workers that may join, and reports to them and to this process why not.
 *
 * <p>Assumptions and guarantees: each connection has a thread of its own, so that one that is slow to introduce itself delays no
 * other.
 */
final class AdmissionServer implements Closeable {

    /** The first byte of everything that is TLS. */
    private static final int TLS_HANDSHAKE = 0x16;

    /** Maximum number of connections in the process of admission. */
    private static final int MAX_STRANGERS = 64;

    private static final int BACKLOG = 128;
    private static final long PAUSE_NS = 10_000_000;

    /** Maximum number of refused strangers that are remembered, so that each is reported only once. */
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
        // On Unix this does not allow two listeners, but a port whose connections have just ended.
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
        final String from = connection.peer().toString();
        try {
            connection.setPatience(Handshake.PATIENCE_MS);
            final int first = connection.first();
            if (first < 0) {
                return Optional.empty(); // A check whether the port is open.
            }
            final Optional<Member> worker =
                    first == TLS_HANDSHAKE ? secured(connection, first, from) : plain(connection, first, from);
            connection.setPatience(0);
            return worker;
        } catch (SSLException e) {
            if (e.getCause() instanceof EOFException) {
                // The other side closed at once: it ran out of time, or checked whether the port is open.
                return Optional.empty();
            }
            report(from, from, JoinRefusals.certificate(e, "The worker"));
            connection.drain();
        } catch (SocketTimeoutException | EOFException | SocketException e) {
            return Optional.empty(); // The other side is gone, or silent.
        } catch (IOException e) {
            report(from, from, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    private Optional<Member> secured(Connection connection, int first, String from) throws IOException {
        final Optional<SSLContext> tls = credentials.tls();
        if (tls.isEmpty()) {
            return refuse(connection, from, JoinRefusals.NO_TLS);
        }
        connection.secureAsServer(tls.get(), first);
        return introduced(connection, connection.in().read(), from);
    }

    private Optional<Member> plain(Connection connection, int first, String from) throws IOException {
        return credentials.tls().isPresent() && first == Handshake.MAGIC[0]
                ? refuse(connection, from, JoinRefusals.TLS_ONLY)
                : introduced(connection, first, from);
    }

    private Optional<Member> introduced(Connection connection, int first, String from) throws IOException {
        final DataInputStream in = connection.in();
        if (!Handshake.isMagic(first, in)) {
            report(from, from, JoinRefusals.NO_LANGUAGE);
            return Optional.empty();
        }
        final Handshake.Introduction worker = Handshake.readIntroduction(in, Role.WORKER);
        final String version = worker.member().version();
        if (!version.equals(self.version())) {
            return refuse(connection, worker, from, JoinRefusals.otherVersion(version, self.version()));
        }
        if (worker.hasSecret() != credentials.secret().isPresent()) {
            final String why = worker.hasSecret() ? JoinRefusals.SECRET_UNWANTED : JoinRefusals.SECRET_WANTED;
            return refuse(connection, worker, from, why);
        }
        return proved(connection, worker, from);
    }

    private Optional<Member> proved(Connection connection, Handshake.Introduction worker, String from)
            throws IOException {
        final DataOutputStream out = connection.out();
        final DataInputStream in = connection.in();
        final Member member = worker.member();
        final byte[] nonce = Credentials.nonce();
        Handshake.writeMagic(out);
        Handshake.writeYes(out);
        Handshake.writeIntroduction(
                out, new Handshake.Introduction(self, credentials.secret().isPresent(), nonce));
        out.write(credentials.proof(true, worker.nonce(), nonce, member, self));
        out.flush();
        try {
            Handshake.readYes(in);
        } catch (AdmissionException e) {
            report(member.id(), who(member, from), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        final byte[] proof = Handshake.bytes(in, Credentials.PROOF_BYTES);
        final boolean isProof =
                Credentials.isSame(proof, credentials.proof(false, worker.nonce(), nonce, member, self));
        if (!isProof || !isFree(member.name(), connection)) {
            final String why = isProof ? JoinRefusals.nameTaken(member.name()) : JoinRefusals.OTHER_SECRET;
            report(member.id(), who(member, from), why);
            // A name may belong to a process whose end is not known yet.
            Handshake.writeNo(out, why, !isProof);
            connection.drain();
            return Optional.empty();
        }
        Handshake.writeYes(out);
        out.flush();
        return Optional.of(member);
    }

    /** Takes a name, if it is free. */
    private boolean isFree(String name, Connection connection) {
        return !name.equals(self.name()) && admitted.putIfAbsent(name, connection) == null;
    }

    private Optional<Member> refuse(Connection connection, Handshake.Introduction worker, String from, String why)
            throws IOException {
        report(worker.member().id(), who(worker.member(), from), why);
        return refuse(connection, why);
    }

    private Optional<Member> refuse(Connection connection, String from, String why) throws IOException {
        report(from, from, why);
        return refuse(connection, why);
    }

    /** Sends a refusal, after it was reported here: the other side may have closed the connection already. */
    private static Optional<Member> refuse(Connection connection, String why) throws IOException {
        Handshake.writeMagic(connection.out());
        Handshake.writeNo(connection.out(), why, true);
        connection.drain();
        return Optional.empty();
    }

    /** Reports a refusal, once for each stranger, which tries again and again. */
    private void report(String stranger, String who, String why) {
        if (reported.size() > MAX_REPORTED) {
            reported.clear();
        }
        if (reported.add(stranger + why)) {
            refused.accept(who, why);
        }
    }

    private static String who(Member member, String from) {
        return member + ", " + from;
    }
}
