package dev.dyno.cluster.group;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * TCP connection to another member, in TLS if there are keys.
 *
 * <p>Assumptions and guarantees: one thread until {@link #in} and {@link #out} exist, then one that reads and one at a time that
 * writes; {@link #close} from any thread.
 */
final class Connection implements Closeable {

    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private static final int DRAIN_BYTES = 1 << 16;
    private static final int DRAIN_MS = 500;

    private final Socket socket;
    private @Nullable SSLSocket secured;
    private @Nullable DataInputStream in;
    private @Nullable DataOutputStream out;

    Connection(Socket connected) throws IOException {
        socket = connected;
        // Without this, the system may hold back a small message, and a call can take 45 ms.
        connected.setTcpNoDelay(true);
    }

    /** Sets the longest wait for each read in ms; 0 = no limit. */
    void setPatience(int ms) throws IOException {
        socket.setSoTimeout(ms);
    }

    /** Reads the first byte from the other side, before TLS; -1 if that side has closed the connection. */
    int first() throws IOException {
        return socket.getInputStream().read();
    }

    /** Begins TLS as the side that has connected. */
    void secureAsClient(SSLContext context) throws IOException {
        final HostPort to = peer();
        secure((SSLSocket) context.getSocketFactory().createSocket(socket, to.host(), to.port(), false));
    }

    /**
     * Begins TLS as the side that was connected to.
     *
     * @param first byte that has already been read
     */
    void secureAsServer(SSLContext context, int first) throws IOException {
        final InputStream read = new ByteArrayInputStream(new byte[] {(byte) first});
        final SSLSocket layer = (SSLSocket) context.getSocketFactory().createSocket(socket, read, false);
        layer.setNeedClientAuth(true);
        secure(layer);
    }

    private void secure(SSLSocket layer) throws IOException {
        layer.setEnabledProtocols(PROTOCOLS);
        layer.startHandshake();
        secured = layer;
    }

    /** Received data, after TLS. */
    DataInputStream in() throws IOException {
        if (in == null) {
            in = new DataInputStream(
                    new BufferedInputStream(secured == null ? socket.getInputStream() : secured.getInputStream()));
        }
        return in;
    }

    /** Data to be sent, after TLS; buffered. */
    DataOutputStream out() throws IOException {
        if (out == null) {
            out = new DataOutputStream(
                    new BufferedOutputStream(secured == null ? socket.getOutputStream() : secured.getOutputStream()));
        }
        return out;
    }

    /** Address of the other side, in numbers. */
    HostPort peer() {
        final InetSocketAddress to = (InetSocketAddress) socket.getRemoteSocketAddress();
        return new HostPort(to.getAddress().getHostAddress(), to.getPort());
    }

    /** Reads what the other side still sends: closing with unread bytes would reset the connection, and lose a refusal. */
    void drain() {
        try {
            socket.shutdownOutput();
            socket.setSoTimeout(DRAIN_MS);
            final InputStream rest = socket.getInputStream();
            final byte[] waste = new byte[1024];
            int left = DRAIN_BYTES;
            int read = 0;
            while (left > 0 && read >= 0) {
                read = rest.read(waste);
                left -= read;
            }
        } catch (IOException e) {
            return; // The other side has received it, or closed the connection.
        }
    }

    /** Closes at once, without close_notify of TLS, which would wait behind a write that hangs. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            return; // Already closed.
        }
    }
}
