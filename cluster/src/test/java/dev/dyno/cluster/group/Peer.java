package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A member in a process of its own, and what it prints. Closing ends it, however it is. */
final class Peer implements AutoCloseable {

    private static final long PATIENCE_S = 20;

    private final Process process;
    private final String name;
    private final List<String> lines = new ArrayList<>();
    private boolean ended;

    /** Prefix of the command and keys of a process. */
    record Setup(List<String> prefix, Optional<Path> keys) {

        static Setup plain() {
            return new Setup(List.of(), Optional.empty());
        }

        Setup within(String... command) {
            return new Setup(List.of(command), keys);
        }

        Setup withKeys(Path folder) {
            return new Setup(prefix, Optional.of(folder));
        }
    }

    private Peer(Process process, String name) {
        this.process = process;
        this.name = name;
        final Thread reader = new Thread(this::read, "reader of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static Peer listen(Setup setup, String address, String name) {
        final Peer peer = start(setup, "listen", address, name);
        peer.go();
        return peer;
    }

    static Peer join(Setup setup, String address, String name) {
        final Peer peer = start(setup, "join", address, name);
        peer.go();
        return peer;
    }

    /** Peer that listens or joins when {@link #go} is called. */
    static Peer start(Setup setup, String verb, String address, String name) {
        final List<String> command = new ArrayList<>(setup.prefix());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Short lived: these make the start short.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx96m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PeerMain.class.getName()));
        String keys = setup.keys().map(Path::toString).orElse("-");
        command.addAll(List.of(verb, address, name, "1.0", keys));
        try {
            return new Peer(
                    new ProcessBuilder(command).redirectErrorStream(true).start(), name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void go() {
        say("go");
    }

    String name() {
        return name;
    }

    /** Where it listens. */
    String ready() {
        final String line = awaits("ready ");
        return line.substring("ready ".length());
    }

    /** Waits for a line that begins so. */
    synchronized String awaits(String beginning) {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        Optional<String> found = line(beginning);
        try {
            while (found.isEmpty() && !ended) {
                final long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
                if (leftMs <= 0) {
                    break;
                }
                wait(leftMs);
                found = line(beginning);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(found).as(beginning + " in " + lines).isPresent();
        return found.orElseThrow();
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Lets it call another one, so that they are connected. */
    void call(String whom) {
        say(whom);
        awaits("called " + whom);
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Ends a freeze. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        final Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Asks it to leave, and waits for its end. */
    void leave() throws InterruptedException {
        say("close");
        assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).as("ended").isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + process.pid() + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void say(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized Optional<String> line(String beginning) {
        return lines.stream().filter(line -> line.startsWith(beginning)).findFirst();
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            while (line != null) {
                add(line);
                line = out.readLine();
            }
        } catch (IOException e) {
            add("unreadable: " + e);
        }
        end();
    }

    private synchronized void add(String line) {
        // The JVM's note that the tests have given it options is no word of the process.
        if (!line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS")) {
            lines.add(line);
        }
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }
}
