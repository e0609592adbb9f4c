package dev.dyno.cluster.group;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Server socket of a member: hands out only admitted connections. Accepting does not wait for connections that are slow to
 * introduce themselves.
 */
final class Door extends ServerSocket {

    /** Maximum number of connections in the process of admission. */
    private static final int MAX_GUESTS = 64;

    private static final int BACKLOG = 128;
    private static final long PATIENCE_MS = 1000;
    private static final long PAUSE_NS = 10_000_000;

    private final Doorman doorman;
    private final BlockingQueue<Socket> admitted = new LinkedBlockingQueue<>();
    private final Map<DoorSocket, Member> links = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor hall;
    private final Thread watch;

    /** Binds the port. Connections wait until {@link #open}. */
    Door(InetSocketAddress at, Doorman doorman, String name) throws IOException {
        this.doorman = doorman;
        this.hall = new ThreadPoolExecutor(
                0,
                MAX_GUESTS,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                ListenerThreads.daemons("dyno-hello-" + name));
        this.watch = ListenerThreads.daemons("dyno-door-" + name).newThread(this::watch);
        // On Unix this does not allow two listeners, but a port whose connections have just ended.
        setReuseAddress(true);
        super.bind(at, BACKLOG);
    }

    void open() {
        watch.start();
    }

    /** Admitted members whose connection is open. */
    List<Member> links() {
        links.keySet().removeIf(Socket::isClosed);
        return List.copyOf(links.values());
    }

    /** Does nothing, because the socket is already bound. */
    @Override
    public void bind(SocketAddress at) {}

    @Override
    public Socket accept() throws IOException {
        try {
            while (!isClosed()) {
                final Socket next = admitted.poll(1, TimeUnit.SECONDS);
                if (next != null) {
                    return next;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new SocketException("closed");
    }

    @Override
    public void close() throws IOException {
        super.close();
        hall.shutdownNow();
        watch.interrupt();
        try {
            if (watch.isAlive() && !Thread.currentThread().equals(watch)) {
                watch.join(PATIENCE_MS);
            }
            if (!hall.awaitTermination(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                return; // A connection in the process of admission takes its time to notice.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        while (!isClosed()) {
            try {
                final DoorSocket guest = new DoorSocket();
                implAccept(guest);
                receive(guest);
            } catch (IOException e) {
                pause(); // The connection is gone, or there is no file descriptor left, which would fail again at once.
            }
        }
    }

    private void pause() {
        LockSupport.parkNanos(this, PAUSE_NS);
    }

    private void receive(DoorSocket guest) throws IOException {
        try {
            hall.execute(() -> admit(guest));
        } catch (RejectedExecutionException e) {
            guest.close(); // The other side may try again.
        }
    }

    private void admit(DoorSocket socket) {
        final Optional<Doorman.Guest> guest = doorman.admit(socket);
        if (guest.isPresent() && guest.get().purpose() == Hello.Purpose.LINK && !isClosed()) {
            links.put(socket, guest.get().member());
            admitted.add(socket);
        } else {
            close(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            return; // Already closed.
        }
    }

    /** The bound address. */
    InetAddress address() {
        return getInetAddress();
    }
}
