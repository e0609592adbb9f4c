package dev.dyno.cluster.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import javax.net.ssl.SSLException;

/** Worker's side of admission: connects, authenticates itself, and checks the coordinator. */
record AdmissionClient(Member self, Credentials credentials) {

    private static final int CONNECT_MS = 2000;

    record Admitted(Member coordinator, Connection connection) {}

    /**
     * Connects to a coordinator.
     *
     * @throws AdmissionException if either side refuses
     * @throws IOException if nothing answers, or not as a coordinator does
     */
    Admitted connect(InetSocketAddress at) throws IOException {
        final Socket socket = new Socket();
        try {
            socket.connect(at, CONNECT_MS);
            final Connection connection = new Connection(socket);
            return new Admitted(shakeHands(connection, connection.peer().toString()), connection);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private Member shakeHands(Connection connection, String where) throws IOException {
        try {
            connection.setPatience(Handshake.PATIENCE_MS);
            secure(connection, where);
            final Member coordinator = introduce(connection, where);
            connection.setPatience(0);
            return coordinator;
        } catch (SSLException e) {
            throw new AdmissionException(where + ": " + JoinRefusals.certificate(e, "That side"), true);
        } catch (SocketTimeoutException | EOFException | SocketException e) {
            throw new IOException(
                    where + " accepted the connection and gave no valid answer; is it a Dyno" + " coordinator?", e);
        }
    }

    private void secure(Connection connection, String where) throws IOException {
        if (credentials.tls().isEmpty()) {
            return;
        }
        try {
            connection.secureAsClient(credentials.tls().get());
        } catch (SSLException e) {
            if (String.valueOf(e.getMessage()).contains("Unsupported or unrecognized SSL message")) {
                throw new AdmissionException(where + ": " + JoinRefusals.NO_TLS, true);
            }
            throw e;
        }
    }

    private Member introduce(Connection connection, String where) throws IOException {
        final DataOutputStream out = connection.out();
        final DataInputStream in = connection.in();
        final byte[] nonce = Credentials.nonce();
        out.write(Handshake.MAGIC);
        Handshake.writeIntroduction(
                out, new Handshake.Introduction(self, credentials.secret().isPresent(), nonce));
        out.flush();
        Handshake.readAcceptance(in, where);
        final Handshake.Introduction host = Handshake.readIntroduction(in, Role.COORDINATOR);
        out.write(credentials.proof(false, nonce, host.nonce(), self, host.member()));
        out.flush();
        Handshake.readAcceptance(in, where);
        final byte[] proof = Handshake.bytes(in, Credentials.PROOF_BYTES);
        if (!MessageDigest.isEqual(proof, credentials.proof(true, nonce, host.nonce(), self, host.member()))) {
            throw new AdmissionException(JoinRefusals.OTHER_SECRET, true);
        }
        return host.member();
    }
}
