package dev.dyno.engine.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends back on loopback what it receives. */
final class EchoServer implements AutoCloseable {

    private final ServerSocket listening;

    EchoServer() {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(() -> {
            while (true) {
                Socket socket = listening.accept();
                start(() -> {
                    try (socket) {
                        socket.setTcpNoDelay(true);
                        socket.getInputStream().transferTo(socket.getOutputStream());
                    }
                });
            }
        });
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The end of the test.
                    }
                },
                "echo");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
