package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.driver.tck.FreePort;
import dev.dyno.driver.tck.Interruptible;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Built Dynos in processes of their own, with a file for the lines of each. */
final class Processes {

    private static final long LINE_S = 90;

    private final Path folder;
    private final List<Process> all = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private List<String> flags = List.of();

    /** @param folder for the files */
    Processes(Path folder) {
        this.folder = folder;
    }

    /** With that folder for temporary files, in which private folders of brokers are. */
    Processes withTemporary(Path temporary) {
        flags = List.of("-Djava.io.tmpdir=" + temporary);
        return this;
    }

    /** With a variable in the environment of those that are started from now on. */
    Processes with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Process start(String name, String... words) throws IOException {
        return start(name, List.of(words));
    }

    Process start(String name, List<String> words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Interruptible.command(BuiltDyno.command(flags, words)))
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        all.add(process);
        return process;
    }

    /** Starts a process with the words that {@link Dyno#words} makes of the line. */
    Process type(String name, String line, Object... values) throws IOException {
        return start(name, Dyno.words(line, values));
    }

    /** Runs a program to its end; what it prints and its errors are one. */
    static Ran ran(ProcessBuilder program) throws IOException, InterruptedException {
        Process process = program.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(said).isTrue();
        return new Ran(process.exitValue(), said, "");
    }

    static void signal(String name, long pid) throws IOException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .inheritIO()
                .start()
                .onExit()
                .join();
    }

    /** A worker that ends with the coordinator of that address. */
    Process startWorker(String name, String join, String... more) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("worker", "--name", name, "--join", join, "--wait", "60s", "--once"));
        words.addAll(List.of(more));
        return start(name, words);
    }

    /** The one that was started last. */
    Process last() {
        return all.get(all.size() - 1);
    }

    Path log(String name) {
        return folder.resolve(name + ".txt");
    }

    String said(String name) throws IOException {
        return Files.readString(log(name));
    }

    /** Waits until it has said a line of that pattern. */
    void awaitLine(String name, String pattern) throws IOException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LINE_S);
        while (Files.readAllLines(log(name)).stream().noneMatch(line -> line.matches(pattern))) {
            assertThat(System.nanoTime()).as(said(name)).isLessThan(endNs);
            assertThat(Thread.interrupted())
                    .as("interrupted while it waits for " + pattern)
                    .isFalse();
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** Waits for the end of the one with that log; its exit status. */
    int awaitEnd(String name, Process process, int withinS) throws IOException, InterruptedException {
        assertThat(process.waitFor(withinS, TimeUnit.SECONDS)).as(said(name)).isTrue();
        return process.exitValue();
    }

    /** Kills those that are left, with what they have started. */
    void end() throws InterruptedException {
        for (Process process : all) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    static String freeAddress() {
        return "127.0.0.1:" + FreePort.find();
    }
}
