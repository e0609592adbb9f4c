package dev.dyno.broker.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A folder like {@code /proc}, of processes that use what the test says. */
final class ScriptedProc {

    private static final long TICKS_PER_SECOND = ProcUnits.read().ticksPerSecond();
    private static final int OTHER_FIELDS_BEFORE_MEMORY = 4;

    private final Path folder;
    private final Map<Long, Scripted> processes = new HashMap<>();
    private long births = 100;

    ScriptedProc(Path folder) {
        this.folder = folder;
        writeLoad();
    }

    OperatingSystemFigures figures() {
        return new OperatingSystemFigures.LinuxFigures(folder);
    }

    /** A process; what its parent has used is left as it is. */
    Scripted start(long pid, long parent) {
        Scripted process = new Scripted(pid, parent);
        processes.put(pid, process);
        process.write();
        births++;
        writeLoad();
        writeChildren(parent);
        return process;
    }

    private void writeLoad() {
        write("loadavg", "0.10 0.20 0.30 1/200 " + births + "\n");
    }

    private void writeChildren(long parent) {
        if (processes.containsKey(parent)) {
            write(
                    parent + "/task/" + parent + "/children",
                    processes.values().stream()
                            .filter(p -> p.parent == parent)
                            .map(p -> p.pid + " ")
                            .collect(Collectors.joining()));
        }
    }

    private void write(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One of them. */
    final class Scripted {

        private final long pid;
        private long parent;
        private double cpuSeconds;
        private double endedCpuSeconds;
        private long endedFaults;
        private long writtenBytes;

        private Scripted(long pid, long parent) {
            this.pid = pid;
            this.parent = parent;
        }

        /** Since whenever it used something last. */
        Scripted uses(double seconds, long bytes) {
            cpuSeconds += seconds;
            writtenBytes += bytes;
            write();
            return this;
        }

        /** Its parent waits for it: the kernel adds to the parent's account what it and its own ended children used. */
        void endAndBeWaitedFor() {
            Scripted heir = processes.get(parent);
            if (heir != null) {
                heir.inherit(cpuSeconds + endedCpuSeconds, writtenBytes);
            }
            end();
        }

        /** Adds the figures of a child that ended without being read. */
        void inherit(double seconds, long bytes) {
            endedCpuSeconds += seconds;
            endedFaults += 100;
            writtenBytes += bytes;
            write();
        }

        /** Its account goes with it; its children have another parent from now on. */
        void end() {
            processes.remove(pid);
            // A file of a process that has ended stays open, and has nothing any more.
            ScriptedProc.this.write(pid + "/stat", "");
            writeChildren(parent);
            processes.values().stream().filter(p -> p.parent == pid).forEach(p -> {
                p.parent = 1;
                p.write();
            });
        }

        private void write() {
            String stat = String.format(
                    Locale.ROOT,
                    "%d (a name) (b) S %d 1 1 0 -1 4194304 500 %d 0 0 %d 0 %d 0 20 0 3 0 1000 4096000 10%s\n",
                    pid,
                    parent,
                    endedFaults,
                    Math.round(cpuSeconds * TICKS_PER_SECOND),
                    Math.round(endedCpuSeconds * TICKS_PER_SECOND),
                    " 0".repeat(OTHER_FIELDS_BEFORE_MEMORY));
            ScriptedProc.this.write(pid + "/stat", stat);
            ScriptedProc.this.write(
                    pid + "/io",
                    "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 0\nwrite_bytes: " + writtenBytes
                            + "\ncancelled_write_bytes: 0\n");
            writeChildren(pid);
        }
    }
}
