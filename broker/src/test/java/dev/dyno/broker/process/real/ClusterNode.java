package dev.dyno.broker.process.real;

import dev.dyno.broker.process.BrokerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One server of a cluster that a test makes by hand: a process with a folder of its own, on loopback. */
public final class ClusterNode implements AutoCloseable {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A condition of a test. */
    @FunctionalInterface
    public interface Condition {

        boolean holds() throws Exception;
    }

    private final Path folder;
    private final Map<String, String> environment;
    private final List<String> command;
    private @Nullable Process process;

    /** @param folder where its output goes; the process works in it */
    public ClusterNode(Path folder, Map<String, String> environment, List<String> command) {
        this.folder = folder;
        this.environment = environment;
        this.command = command;
    }

    /** Ports that nobody has now. */
    public static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it, for the first time or again, with the data that it has. */
    public void start() {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path log() {
        return folder.resolve("output.log");
    }

    /** All that it has written so far. */
    public String output() {
        try {
            return Files.exists(log()) ? Files.readString(log()) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it as {@code kill -9} does, and those that it has started. */
    public void kill() {
        Process running = process;
        if (running != null) {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
            running.onExit().join();
        }
    }

    /** Waits for something. */
    public static void await(String what, int seconds, Condition condition) {
        long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Exception last = new BrokerException("it does not hold");
        while (System.nanoTime() - giveUpNs < 0) {
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (Exception e) {
                last = e;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        throw new AssertionError("not within " + seconds + " s: " + what, last);
    }

    @Override
    public void close() {
        kill();
    }
}
