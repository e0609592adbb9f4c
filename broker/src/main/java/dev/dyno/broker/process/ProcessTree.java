package dev.dyno.broker.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process with all its descendants. */
final class ProcessTree {

    private static final long SIGNAL_LIMIT_SECONDS = 10;

    private ProcessTree() {}

    /** The process itself first. Those whose parent has ended are not found. */
    static List<ProcessHandle> of(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants()).toList();
    }

    /** SIGKILL to all that still live. */
    static void kill(List<ProcessHandle> processes) {
        processes.forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Any signal to all that still live, by the program kill, for Java knows but two.
     *
     * @param name such as {@code STOP}
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
