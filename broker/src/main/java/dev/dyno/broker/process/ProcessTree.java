package dev.dyno.broker.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process and all its descendants. */
final class ProcessTree {

    private static final long SIGNAL_LIMIT_SECONDS = 10;

    /** States of threads that stand still or have ended, in {@code /proc}. */
    private static final String STILL = "TtZX";

    private ProcessTree() {}

    /** The tree of a process, the process itself first. Descendants whose parent has ended are not found. */
    static List<ProcessHandle> of(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants()).toList();
    }

    /** Sends SIGKILL to all that are alive. */
    static void kill(List<ProcessHandle> processes) {
        processes.forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Sends SIGSTOP to a process and its descendants, and waits, at most 10 s, until they stand still: a thread handles a signal
     * only when it gets a processor, or when its access to a disk ends.
     */
    static void pause(Process root) throws BrokerException, InterruptedException {
        List<ProcessHandle> processes = of(root.toHandle());
        signal("STOP", processes);
        long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SIGNAL_LIMIT_SECONDS);
        while (processes.stream().anyMatch(ProcessTree::isRunning)
                && System.nanoTime() - giveUpNs < 0
                && !root.waitFor(1, TimeUnit.MILLISECONDS)) {
            // The process may end instead of standing still.
        }
    }

    /** Whether any thread of a process still runs; false where the system does not say. */
    private static boolean isRunning(ProcessHandle process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return threads.anyMatch(thread -> STILL.indexOf(state(thread)) < 0);
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static char state(Path thread) {
        try {
            String fields = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The state follows the name, which is in parentheses and may contain parentheses.
            return fields.charAt(fields.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return 'X';
        }
    }

    /**
     * Sends any signal to all that are alive, using the program kill, because Java can only send SIGTERM and SIGKILL.
     *
     * @param name for example {@code STOP}
     */
    static void signal(String name, List<ProcessHandle> processes) throws BrokerException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        processes.stream()
                .filter(ProcessHandle::isAlive)
                .map(process -> Long.toString(process.pid()))
                .forEach(command::add);
        if (command.size() == 2) {
            return;
        }
        try {
            Process kill = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!kill.waitFor(SIGNAL_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                kill.destroyForcibly();
            }
        } catch (IOException e) {
            throw new BrokerException("broker: signal " + name + " cannot be sent: " + e.getMessage(), e);
        }
    }
}
