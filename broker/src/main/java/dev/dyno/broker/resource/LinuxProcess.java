package dev.dyno.broker.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * A process in /proc; see proc_pid_stat(5), proc_pid_io(5), proc_pid_fd(5).
 *
 * @param io readable only by users who may trace the process
 */
record LinuxProcess(
        long pid,
        ProcUnits units,
        Path folder,
        ProcFile stat,
        @Nullable ProcFile io) implements ProcessFigures {

    // Fields of /proc/PID/stat, counted from the one after the name, which is in parentheses and may contain anything.
    private static final int ENDED_MINOR_FAULTS = 8;
    private static final int UTIME = 11;
    private static final int STIME = 12;
    private static final int ENDED_UTIME = 13;
    private static final int ENDED_STIME = 14;
    private static final int NUM_THREADS = 17;
    private static final int VSIZE = 20;
    private static final int RSS = 21;

    /**
     * @param proc usually {@code /proc}
     * @throws IOException when there is no such process
     */
    static LinuxProcess open(Path proc, long pid, ProcUnits units) throws IOException {
        Path folder = proc.resolve(Long.toString(pid));
        ProcFile stat = ProcFile.open(folder.resolve("stat"));
        return new LinuxProcess(pid, units, folder, stat, openIo(folder.resolve("io")));
    }

    private static @Nullable ProcFile openIo(Path file) {
        try {
            ProcFile io = ProcFile.open(file);
            io.text(); // Every user can open the file, but not read it.
            return io;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public Figures read() throws IOException {
        String text = stat.text();
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        double readBytes = -1;
        double writeBytes = -1;
        if (io != null) {
            String counts = io.text();
            readBytes = ProcFile.number(counts, "\nread_bytes: ");
            writeBytes =
                    ProcFile.number(counts, "\nwrite_bytes: ") - ProcFile.number(counts, "\ncancelled_write_bytes: ");
        }
        return new Figures(
                Long.parseLong(fields[RSS]) * (double) units.pageBytes(),
                Long.parseLong(fields[VSIZE]),
                seconds(fields[UTIME], fields[STIME]),
                seconds(fields[ENDED_UTIME], fields[ENDED_STIME]),
                Long.parseLong(fields[ENDED_MINOR_FAULTS]),
                Long.parseLong(fields[NUM_THREADS]),
                openFiles(),
                readBytes,
                writeBytes);
    }

    private double seconds(String userTicks, String systemTicks) {
        return (Long.parseLong(userTicks) + Long.parseLong(systemTicks)) / (double) units.ticksPerSecond();
    }

    /**
     * Number of open files. Linux 6.2 and later report it as the size of the folder, which takes long to list with thousands of
     * files.
     */
    private long openFiles() {
        try {
            long size = Files.size(folder.resolve("fd"));
            return size > 0 ? size : listed();
        } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
            return -1;
        }
    }

    private long listed() throws IOException {
        long count = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve("fd"))) {
            for (Path file : files) {
                count += file.getNameCount() > 0 ? 1 : 0;
            }
        }
        return count;
    }

    /** Children of all threads. Each thread has a list of its own, which is quick to read even on a host with many processes. */
    @Override
    public List<Long> children() throws IOException {
        Path tasks = folder.resolve("task");
        if (!Files.exists(tasks.resolve(Long.toString(pid)).resolve("children"))) {
            return ProcessFigures.childrenByHandle(pid); // A kernel without CONFIG_PROC_CHILDREN.
        }
        List<Long> children = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                addChildren(thread, children);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return children;
    }

    private static void addChildren(Path thread, List<Long> into) {
        try {
            StringTokenizer pids = new StringTokenizer(Files.readString(thread.resolve("children")));
            while (pids.hasMoreTokens()) {
                into.add(Long.valueOf(pids.nextToken()));
            }
        } catch (IOException e) {
            // The thread has ended; another thread of its process has its children now.
        }
    }

    @Override
    public void addThreads(BusyThreads into, long nowNs) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(folder.resolve("task"))) {
            for (Path thread : threads) {
                long id = Long.parseLong(thread.getFileName().toString());
                if (into.isTurnOf(id)) {
                    // Time on a processor in ns, time waiting for one, number of time slices; see sched-stats.
                    String times = Files.readString(thread.resolve("schedstat"));
                    into.add(id, nowNs, Long.parseLong(times.substring(0, times.indexOf(' '))));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // A thread has ended, or the kernel keeps no such times: the remaining threads wait for their next turn.
        }
    }

    @Override
    public void close() {
        stat.close();
        if (io != null) {
            io.close();
        }
    }
}
