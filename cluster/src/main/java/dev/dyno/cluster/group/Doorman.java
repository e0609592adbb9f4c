package dev.dyno.cluster.group;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Server side of admission: admits connections that may join, and reports to the others and to its own listener why not.
 *
 * <p>Assumptions and guarantees: any number of threads, one connection each.
 */
final class Doorman {

    /** The first byte of everything that is TLS. */
    private static final int TLS_HANDSHAKE = 0x16;

    private static final int DRAIN_BYTES = 1 << 16;
    private static final int DRAIN_MS = 500;

    /** Maximum number of refused strangers that are remembered, so that each is reported only once. */
    private static final int MAX_TOLD = 1000;

    private final Member self;
    private final Credentials credentials;
    private final House house;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** @param forGood whether another try would have the same result */
    record Refusal(String why, boolean forGood) {}

    /** An admitted member and the purpose of its connection. */
    record Guest(Member member, Hello.Purpose purpose) {}

    /** @param house rules that apply if the credentials are good; receives each refusal */
    Doorman(Member self, Credentials credentials, House house) {
        this.self = self;
        this.credentials = credentials;
        this.house = house;
    }

    /** Admits a connection; empty if it is refused, and the socket must be closed. */
    Optional<Guest> admit(DoorSocket socket) {
        final String from = from(socket);
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(Hello.PATIENCE_MS);
            final int first = socket.getInputStream().read();
            if (first < 0) {
                return Optional.empty(); // A check whether the port is open.
            }
            final Optional<Guest> guest =
                    first == TLS_HANDSHAKE ? secured(socket, first, from) : plain(socket, first, from);
            socket.setSoTimeout(0);
            return guest;
        } catch (SSLException e) {
            if (e.getCause() instanceof EOFException) {
                return Optional
                        .empty(); // The other side closed at once: it ran out of time, or checked whether the port is
                // open.
            }
            tell(from, from, JoinRefusals.certificate(e, "The worker"));
            drain(socket);
        } catch (SocketTimeoutException | EOFException | SocketException e) {
            return Optional.empty(); // The other side is gone, or silent.
        } catch (IOException e) {
            tell(from, from, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    private Optional<Guest> secured(DoorSocket socket, int first, String from) throws IOException {
        final Optional<SSLContext> tls = credentials.tls();
        if (tls.isEmpty()) {
            final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            tell(from, from, JoinRefusals.NO_TLS);
            sayNo(out, JoinRefusals.NO_TLS, true);
            drain(socket);
            return Optional.empty();
        }
        socket.secureAsServer(tls.get(), first);
        final DataInputStream in = new DataInputStream(socket.getInputStream());
        return listen(socket, in, in.read(), from);
    }

    private Optional<Guest> plain(DoorSocket socket, int first, String from) throws IOException {
        final DataInputStream in = new DataInputStream(socket.getInputStream());
        if (credentials.tls().isPresent() && first == Hello.MAGIC[0]) {
            tell(from, from, JoinRefusals.TLS_ONLY);
            sayNo(new DataOutputStream(socket.getOutputStream()), JoinRefusals.TLS_ONLY, true);
            drain(socket);
            return Optional.empty();
        }
        return listen(socket, in, first, from);
    }

    private Optional<Guest> listen(DoorSocket socket, DataInputStream in, int first, String from) throws IOException {
        if (first != Hello.MAGIC[0] || !Hello.readMagic(in, 1)) {
            tell(from, from, JoinRefusals.NO_LANGUAGE);
            return Optional.empty();
        }
        final DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        final Hello.Purpose purpose = in.readByte() == 0 ? Hello.Purpose.KNOCK : Hello.Purpose.LINK;
        final Hello.Introduction guest = Hello.readIntroduction(in);
        final Optional<Refusal> refusal = refusal(guest);
        if (refusal.isPresent()) {
            tell(guest.member().id(), who(guest.member(), from), refusal.get().why());
            sayNo(out, refusal.get().why(), refusal.get().forGood());
            drain(socket);
            return Optional.empty();
        }
        return prove(socket, in, out, guest, from) ? Optional.of(new Guest(guest.member(), purpose)) : Optional.empty();
    }

    private Optional<Refusal> refusal(Hello.Introduction guest) {
        final Member member = guest.member();
        if (!member.version().equals(self.version())) {
            return Optional.of(new Refusal(JoinRefusals.otherVersion(member.version(), self.version()), true));
        }
        if (guest.hasSecret() != credentials.secret().isPresent()) {
            return Optional.of(
                    new Refusal(guest.hasSecret() ? JoinRefusals.SECRET_UNWANTED : JoinRefusals.SECRET_WANTED, true));
        }
        return house.objection(member);
    }

    private boolean prove(
            DoorSocket socket, DataInputStream in, DataOutputStream out, Hello.Introduction guest, String from)
            throws IOException {
        final byte[] nonce = Credentials.nonce();
        Hello.writeMagic(out);
        Hello.writeYes(out);
        Hello.writeIntroduction(
                out, new Hello.Introduction(self, credentials.secret().isPresent(), nonce));
        Hello.writeAddress(out, house.address());
        out.write(credentials.proof(true, guest.nonce(), nonce, guest.member(), self));
        out.flush();
        try {
            Hello.readYes(in);
        } catch (TurnedAwayException e) {
            tell(guest.member().id(), who(guest.member(), from), String.valueOf(e.getMessage()));
            return false;
        }
        final byte[] proof = Hello.bytes(in, Credentials.PROOF_BYTES);
        if (!Credentials.isSame(proof, credentials.proof(false, guest.nonce(), nonce, guest.member(), self))) {
            tell(guest.member().id(), who(guest.member(), from), JoinRefusals.OTHER_SECRET);
            Hello.writeNo(out, JoinRefusals.OTHER_SECRET, true);
            drain(socket);
            return false;
        }
        Hello.writeYes(out);
        out.flush();
        return true;
    }

    /** Sends a refusal, after it was reported here: the other side may have closed the connection already. */
    private static void sayNo(DataOutputStream out, String why, boolean forGood) throws IOException {
        Hello.writeMagic(out);
        Hello.writeNo(out, why, forGood);
    }

    /** Reads the rest: closing with unread bytes would reset the connection, and the refusal would not arrive. */
    private static void drain(DoorSocket socket) {
        try {
            socket.shutdownOutput();
            socket.setSoTimeout(DRAIN_MS);
            final InputStream in = socket.rawInput();
            final byte[] waste = new byte[1024];
            int left = DRAIN_BYTES;
            int read = 0;
            while (left > 0 && read >= 0) {
                read = in.read(waste);
                left -= read;
            }
        } catch (IOException e) {
            return; // The other side has received it, or closed the connection.
        }
    }

    private void tell(String key, String who, String why) {
        if (told.size() > MAX_TOLD) {
            told.clear();
        }
        if (told.add(key + why)) {
            house.refused(who, why);
        }
    }

    private static String who(Member member, String from) {
        return member + ", " + from;
    }

    private static String from(DoorSocket socket) {
        final InetSocketAddress peer = (InetSocketAddress) socket.getRemoteSocketAddress();
        return new HostPort(peer.getAddress().getHostAddress(), peer.getPort()).toString();
    }
}
