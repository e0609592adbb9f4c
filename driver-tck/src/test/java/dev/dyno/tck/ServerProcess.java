package dev.dyno.tck;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An installed broker program in a process of its own, for the tests of a driver. Ended by {@link #close} or {@link #kill}. */
public final class ServerProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Process process;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /** Where a program is installed; daemons live in folders that are not on every user's path. */
    public static Optional<Path> find(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** A port on the loopback address that nobody listens on. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a program and waits until it accepts connections.
     *
     * @param folder where its output goes, to {@code output.log}
     * @param address where it will listen
     */
    public static ServerProcess start(List<String> command, Path folder, InetSocketAddress address) {
        Path output = folder.resolve("output.log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            ServerProcess server = new ServerProcess(process);
            if (!server.accepts(address)) {
                server.kill();
                throw new AssertionError(command.get(0) + " does not listen: " + Files.readString(output));
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean accepts(InetSocketAddress address) {
        JdkTime time = new JdkTime();
        long giveUpNs = time.nanoTime() + PATIENCE.toNanos();
        while (process.isAlive() && giveUpNs - time.nanoTime() > 0) {
            try (Socket socket = new Socket()) {
                socket.connect(address, 1000);
                return true;
            } catch (IOException e) {
                time.parkUntil(time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
        return false;
    }

    /** Ends it at once, as a crash would. */
    public void kill() {
        await(process.destroyForcibly());
    }

    /** Asks it to end, and ends it if it does not. */
    @Override
    public void close() {
        process.destroy();
        if (!await(process)) {
            kill();
        }
    }

    private static boolean await(Process process) {
        try {
            return process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
