package dev.dyno.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes connections on to a server on 127.0.0.1, from 127.0.0.2: also of this machine, and in no certificate of {@link
 * TestCertificates}.
 */
public final class Forwarder implements AutoCloseable {

    /** Where it listens. */
    public static final String HOST = "127.0.0.2";

    private static final int BUFFER_BYTES = 1 << 16;

    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private Forwarder(ServerSocket listening, int target) {
        this.listening = listening;
        this.target = target;
    }

    /** @param port of the server */
    public static Forwarder to(int port) {
        try {
            Forwarder forwarder = new Forwarder(new ServerSocket(0, 50, InetAddress.getByName(HOST)), port);
            start(forwarder::accept);
            return forwarder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return listening.getLocalPort();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "forwarder");
        thread.setDaemon(true);
        thread.start();
    }

    /** Until it is closed. */
    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                sockets.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(server);
                start(() -> pass(client, server));
                start(() -> pass(server, client));
            }
        } catch (IOException e) {
            close();
        }
    }

    /** Until one of the two hangs up. */
    private static void pass(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // The other direction ends with the sockets, too.
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
