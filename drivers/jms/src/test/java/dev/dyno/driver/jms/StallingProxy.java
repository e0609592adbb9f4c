package dev.dyno.driver.jms;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Passes bytes on, until it is told to swallow them: connections stay open and nobody answers. */
final class StallingProxy implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new ArrayList<>();
    private final int target;
    private volatile boolean stalled;

    StallingProxy(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void stall() {
        stalled = true;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
            synchronized (sockets) {
                sockets.add(client);
                sockets.add(broker);
            }
            start(() -> pump(client.getInputStream(), broker.getOutputStream()));
            start(() -> pump(broker.getInputStream(), client.getOutputStream()));
        }
    }

    private void pump(InputStream in, OutputStream out) throws IOException {
        byte[] bytes = new byte[8192];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            if (!stalled) {
                out.write(bytes, 0, count);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The sockets were closed: the end of the test.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        synchronized (sockets) {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
