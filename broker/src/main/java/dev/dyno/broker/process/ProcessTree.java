package dev.dyno.broker.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process and all its descendants. */
final class ProcessTree {

    private static final long SIGNAL_LIMIT_SECONDS = 10;

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
     * Sends any signal to all that are alive, using the program kill, because Java has only two signals.
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
