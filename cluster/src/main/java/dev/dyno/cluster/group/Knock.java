package dev.dyno.cluster.group;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;

/** Client side of admission: authenticates itself, and checks the answering side. */
record Knock(Member self, Credentials credentials) {

    /** The first byte of an answer that is an alert of TLS. */
    private static final int TLS_ALERT = 0x15;

    /** Longest handshake in ms: short, because the sender of heartbeats to all waits for this connection. */
    private static final int LINK_PATIENCE_MS = 2000;

    /**
     * The coordinator that answered.
     *
     * @param at address that it gives for connections
     * @param from our own address on the way to it
     */
    record Opened(Member host, HostPort at, InetAddress from) {}

    /** Identity and address of the other side. */
    private record Answer(Member host, HostPort at) {}

    /**
     * Checks whether one would be admitted.
     *
     * @throws TurnedAwayException if not
     * @throws IOException if nothing answers
     */
    Opened ask(InetSocketAddress at, int timeoutMs) throws IOException {
        final Answer[] answer = new Answer[1];
        try (DoorSocket socket = new DoorSocket(connected -> answer[0] = pass(connected, Hello.Purpose.KNOCK))) {
            socket.connect(at, timeoutMs);
            return new Opened(answer[0].host(), answer[0].at(), socket.getLocalAddress());
        }
    }

    /** Socket for a connection that is used afterwards. */
    DoorSocket socket() {
        return new DoorSocket(connected -> pass(connected, Hello.Purpose.LINK));
    }

    private Answer pass(DoorSocket socket, Hello.Purpose purpose) throws IOException {
        final String where = where(socket);
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(purpose == Hello.Purpose.KNOCK ? Hello.PATIENCE_MS : LINK_PATIENCE_MS);
            secure(socket, where);
            final Answer answer = introduce(socket, purpose, where);
            socket.setSoTimeout(0);
            return answer;
        } catch (SSLException e) {
            throw new TurnedAwayException(where + ": " + JoinRefusals.certificate(e, "That side"), true);
        } catch (SocketTimeoutException | EOFException | SocketException e) {
            throw new IOException(where + " took the connection and said nothing of use; is it a Dyno coordinator?", e);
        }
    }

    private void secure(DoorSocket socket, String where) throws IOException {
        if (credentials.tls().isEmpty()) {
            return;
        }
        try {
            socket.secureAsClient(credentials.tls().get());
        } catch (SSLException e) {
            if (String.valueOf(e.getMessage()).contains("Unsupported or unrecognized SSL message")) {
                throw new TurnedAwayException(where + ": " + JoinRefusals.NO_TLS, true);
            }
            throw e;
        }
    }

    private Answer introduce(DoorSocket socket, Hello.Purpose purpose, String where) throws IOException {
        final DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        // Not buffered, because the bytes after the handshake belong to JGroups.
        final DataInputStream in = new DataInputStream(socket.getInputStream());
        final byte[] nonce = Credentials.nonce();
        Hello.writeMagic(out);
        out.writeByte(purpose == Hello.Purpose.KNOCK ? 0 : 1);
        Hello.writeIntroduction(
                out, new Hello.Introduction(self, credentials.secret().isPresent(), nonce));
        out.flush();

        final int first = in.readUnsignedByte();
        if (first == TLS_ALERT) {
            throw new TurnedAwayException(where + ": " + JoinRefusals.TLS_ONLY, true);
        }
        if (first != Hello.MAGIC[0] || !Hello.readMagic(in, 1)) {
            throw new TurnedAwayException(where + ": " + JoinRefusals.NO_LANGUAGE, true);
        }
        Hello.readYes(in);
        final Hello.Introduction host = Hello.readIntroduction(in);
        final HostPort at = Hello.readAddress(in);
        final byte[] proof = Hello.bytes(in, Credentials.PROOF_BYTES);
        final byte[] expected = credentials.proof(true, nonce, host.nonce(), self, host.member());
        if (!Credentials.isSame(proof, expected)) {
            Hello.writeNo(out, JoinRefusals.OTHER_SECRET, true);
            throw new TurnedAwayException(JoinRefusals.OTHER_SECRET, true);
        }
        Hello.writeYes(out);
        out.write(credentials.proof(false, nonce, host.nonce(), self, host.member()));
        out.flush();
        Hello.readYes(in);
        return new Answer(host.member(), at);
    }

    private static String where(DoorSocket socket) {
        final InetSocketAddress to = (InetSocketAddress) socket.getRemoteSocketAddress();
        return new HostPort(to.getHostString(), to.getPort()).toString();
    }
}
