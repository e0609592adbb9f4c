package dev.dyno.cluster.group;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Connection that is used only after both sides have authenticated themselves; in TLS if there are keys. */
final class DoorSocket extends Socket {

    /** TLS 1.3 only. */
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final Entrance entrance;
    private volatile @Nullable SSLSocket secured;

    /** Authentication of a new connection, before anything else. */
    @FunctionalInterface
    interface Entrance {

        /** @throws IOException if the connection must not be used */
        void pass(DoorSocket connected) throws IOException;
    }

    /** Connection made from this side, which then passes the given authentication. */
    DoorSocket(Entrance entrance) {
        this.entrance = entrance;
    }

    /** Accepted connection. */
    DoorSocket() {
        this(connected -> {});
    }

    @Override
    public void connect(SocketAddress to, int timeoutMs) throws IOException {
        super.connect(to, timeoutMs);
        entrance.pass(this);
    }

    @Override
    public void connect(SocketAddress to) throws IOException {
        connect(to, 0);
    }

    /** Begins TLS as the side that has connected. */
    void secureAsClient(SSLContext context) throws IOException {
        final InetSocketAddress to = (InetSocketAddress) getRemoteSocketAddress();
        secure((SSLSocket) context.getSocketFactory().createSocket(this, to.getHostString(), to.getPort(), false));
    }

    /**
     * Begins TLS as the side that was connected to.
     *
     * @param first byte that has already been read
     */
    void secureAsServer(SSLContext context, int first) throws IOException {
        final InputStream read = new ByteArrayInputStream(new byte[] {(byte) first});
        final SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(this, read, false);
        socket.setNeedClientAuth(true);
        secure(socket);
    }

    private void secure(SSLSocket socket) throws IOException {
        socket.setEnabledProtocols(PROTOCOLS);
        socket.startHandshake();
        secured = socket;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        final SSLSocket socket = secured;
        return socket == null ? super.getInputStream() : socket.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        final SSLSocket socket = secured;
        return socket == null ? super.getOutputStream() : socket.getOutputStream();
    }

    /** Received bytes before decryption. */
    InputStream rawInput() throws IOException {
        return super.getInputStream();
    }

    /** Closes without TLS close_notify, which would block behind a hung write. */
    @Override
    public synchronized void close() throws IOException {
        super.close();
    }
}
